// @ts-check
// What the suite asks of a tool, and what all peers share.

/**
 * @typedef {object} Tool
 * @property {string} name with its version
 * @property {string} about how its recordings come about, and what a person had to do by hand
 * @property {(task: RecordTask) => Promise<string>} record
 * @property {(files: string) => Promise<Player>} open a browser for replays; the files are in its folder
 * @property {true} [isProof] it is no tool but a proof of the suite, so nothing of it is held out
 *
 * @typedef {object} RecordTask
 * @property {import('../chores.mjs').Chore} chore
 * @property {string} address the page on which the chore begins
 * @property {(page: import('playwright-core').Page) => Promise<void>} act the person does the chore, and the site has it
 *
 * @typedef {object} Player
 * @property {(task: ReplayTask) => Promise<void>} replay throws where the tool says that it could not
 * @property {() => Promise<void>} clear closes what the replay left open, once the site was judged
 * @property {() => Promise<void>} close
 *
 * @typedef {object} ReplayTask
 * @property {string} recording
 * @property {import('../cases.mjs').Case} it
 * @property {string} address
 */

/** How long a peer looks for one thing. The slowest site needs two seconds. */
export const STEP_MS_MAX = 5_000;
/** No chore takes so long, however slow the site is. */
export const RUN_MS_MAX = 60_000;

/**
 * The peers have no parameters. A person would put other values where the recorded ones stand, and that is done here
 * for them: in every string of the recording that is the value, or has it among its words.
 * @param {string} recording
 * @param {RegExp} literals of the language it is written in, with the text in its group
 * @param {Record<string, string>} recorded
 * @param {Record<string, string>} given
 */
export function withValues(recording, literals, recorded, given) {
  /** @type {Map<string, string>} */
  const others = new Map(Object.entries(recorded).map(([name, value]) => [value, given[name]]));
  // A short value stands in other texts by chance.
  const words = [...others.keys()].filter((value) => value.length >= WORD_LETTERS_MIN);
  words.sort((one, other) => other.length - one.length);
  const anywhere = new RegExp(`(?<![\\w#])(${words.map(escape).join('|')})(?!\\w)`, 'g');
  return recording.replaceAll(literals, (literal, text) => {
    const whole = others.get(text);
    if (whole !== undefined) return literal.replace(text, () => whole);
    if (words.length === 0) return literal;
    return literal.replaceAll(anywhere, (value) => others.get(value) ?? value);
  });
}

const WORD_LETTERS_MIN = 4;

/** @param {string} text */
function escape(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Fails in time, whatever a tool waits for.
 * @template T @param {Promise<T>} work @returns {Promise<T>}
 */
export async function inTime(work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${RUN_MS_MAX} ms`)), RUN_MS_MAX);
  });
  try {
    return /** @type {T} */ (await Promise.race([work, late]));
  } finally {
    clearTimeout(timer);
  }
}
