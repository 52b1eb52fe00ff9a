// @ts-check
// The control API over HTTP: one function per verb that a solver uses, bound to one tab.

/**
 * An element or a place, as the API takes it.
 * @typedef {number | string
 *   | { x: number, y: number }
 *   | { selector: string, nth?: number }
 *   | { role: string, name?: string, nth?: number }
 *   | { label: string, nth?: number }
 *   | { text: string, nth?: number }} Target
 */

/** @typedef {{ x: number, y: number }} Point */

/**
 * What a verb that acts tells; only what solvers look at.
 * @typedef {object} Report
 * @property {string} did
 * @property {{ appeared?: string[], nothing: boolean }} changes
 */

/**
 * @typedef {object} Connection
 * @property {string} port
 * @property {string} token
 * @property {string} [browser] a backend by name; without it, the daemon chooses
 * @property {string} [input] `trusted` or `synthesised`; without it, the daemon chooses
 */

/** What the API refused, with what it says to do about it. */
export class Refused extends Error {
  /** @param {string} verb @param {{ code?: string, title?: string, fix?: string }} problem */
  constructor(verb, problem) {
    super(`${verb}: ${problem.title ?? 'failed'}${problem.fix ? ` (${problem.fix})` : ''}`);
    this.code = problem.code ?? 'unknown';
  }
}

/** @typedef {ReturnType<typeof connect>} Control */

/** @param {Connection} connection */
export function connect({ port, token, browser, input }) {
  const query = browser ? `?browser=${encodeURIComponent(browser)}` : '';
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const way = input ? { input } : {};
  /** @type {number | undefined} */
  let tab;

  /** @param {string} verb @param {object} params @returns {Promise<any>} */
  async function ask(verb, params) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${verb}${query}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ tab, ...params }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Refused(verb, answer);
    return answer;
  }

  /** @param {string} verb @param {object} params @returns {Promise<Report>} */
  const act = (verb, params) => ask(verb, { ...way, ...params });

  return {
    /** Goes to an address, in the same tab until it is closed. @param {string} url */
    async open(url) {
      const visit = await ask('open', { url, in: tab === undefined ? 'new' : 'current' });
      tab = visit.tab;
    },
    async close() {
      if (tab !== undefined) await ask('close', {});
      tab = undefined;
    },
    /** @returns {Promise<string>} the page as an agent reads it */
    snapshot: async () => (await ask('snapshot', {})).text,
    /** @param {Target} [target] @returns {Promise<string>} */
    text: async (target) => (await ask('text', { target })).text,
    /** @returns {Promise<string[][][]>} the rows of each table */
    tables: async () =>
      (await ask('tables', {})).tables.map((/** @type {{ rows: string[][] }} */ { rows }) => rows),
    /**
     * Runs a function in the page, to read from it.
     * @template {unknown[]} Given
     * @template Answer
     * @param {(...given: Given) => Answer} reader it must need nothing from outside
     * @param {Given} given
     * @returns {Promise<Awaited<Answer>>}
     */
    read: async (reader, ...given) =>
      (await ask('eval', { script: `return (${reader})(...${JSON.stringify(given)})` })).value,
    /** @param {Target} target @param {object} [manner] */
    click: (target, manner = {}) => act('click', { target, ...manner }),
    /** @param {Target} target @param {object} [manner] */
    hover: (target, manner = {}) => act('hover', { target, ...manner }),
    /** @param {Target} target @param {string} text @param {object} [manner] */
    type: (target, text, manner = {}) => act('type', { target, text, ...manner }),
    /** @param {Target} target @param {string[]} options */
    select: (target, ...options) => act('select', { target, options }),
    /** @param {Target} target @param {boolean} [on] */
    check: (target, on = true) => act('check', { target, on }),
    /** @param {string[]} keys @param {Target} [target] */
    press: (keys, target) => act('press', { keys, target }),
    /** @param {Target} from @param {Target} to @param {{ fromAt?: Point, toAt?: Point }} [places] */
    drag: (from, to, places = {}) => act('drag', { from, to, ...places }),
    /** @param {object} motion @param {Target} [target] */
    scroll: (motion, target) => ask('scroll', { motion, target }),
    /** @param {object} what @param {number} [timeoutMs] */
    wait: (what, timeoutMs = 5000) => ask('wait', { for: what, timeoutMs }),
  };
}
