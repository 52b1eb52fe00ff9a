// @ts-check
// Reads a snapshot back: the lines of the page, and the numbered elements in them.

/**
 * @typedef {object} Seen
 * @property {number} number
 * @property {string} role
 * @property {string} name
 * @property {string} hint an id or a class, where it has no name
 * @property {string} value
 * @property {string} states what else the line says of it: `selected`, `collapsed`
 * @property {number} line the index of its line
 */

/** @typedef {ReturnType<typeof readSnapshot>} Sight */

const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"';
const ELEMENT = new RegExp(
  `(?<!\\\\)\\[(\\d+)\\] (\\w+)(?: ${QUOTED})?(?: \\(([^)]*)\\))?(?: type=\\w+)?(?: value=${QUOTED})?((?: (?:${'selected|collapsed|expanded|disabled|readonly|checked|covered|focused|popup'}))*)`,
  'g',
);

/** @param {string} text */
export function readSnapshot(text) {
  const lines = text.split('\n');
  const elements = lines.flatMap(elementsOf);

  /** Those with a role, and a name exactly. @param {string} role @param {string} [name] */
  const all = (role, name) =>
    elements.filter((seen) => seen.role === role && (name === undefined || seen.name === name));

  /**
   * The number of one of them; the first, unless told.
   * @param {string} role
   * @param {string} [name]
   * @param {number} [nth]
   */
  const number = (role, name, nth = 0) => {
    const seen = all(role, name)[nth];
    if (!seen) throw new Error(`no ${role} ${name ?? ''} #${nth} in sight:\n${text}`);
    return seen.number;
  };

  /** The first with this hint from a line on. @param {string} hint @param {number} [line] */
  const hinted = (hint, line = 0) => {
    const seen = elements.find((each) => each.line >= line && each.hint === hint);
    if (!seen) throw new Error(`no (${hint}) in sight below line ${line}:\n${text}`);
    return seen.number;
  };

  /** The lines whose text fits. @param {(text: string) => boolean} fits */
  const linesThat = (fits) => lines.flatMap((line, index) => (fits(line.trim()) ? [index] : []));

  return { text, lines, elements, all, number, hinted, linesThat };
}

/** @param {string} text @param {number} line @returns {Seen[]} */
function elementsOf(text, line) {
  return [...text.matchAll(ELEMENT)].map(([, number, role, name, hint, value, states]) => ({
    number: Number(number),
    role: role ?? '',
    name: plain(name),
    hint: hint ?? '',
    value: plain(value),
    states: (states ?? '').trim(),
    line,
  }));
}

/** @param {string | undefined} quoted */
function plain(quoted) {
  return (quoted ?? '').replace(/\\(.)/g, '$1');
}
