// @ts-check
// The words in which a task is declared. Each makes one step, which runs by verbs and by MCP alike.

/**
 * A text is a target as Tabwright takes it. A pattern is looked for in a fresh snapshot, and stands for the last number
 * in what it fits or before that in the line, which is how an agent finds things.
 * @typedef {string | RegExp} Target
 */

/**
 * @typedef {object} Act a step as the tool `act` takes it, but for patterns
 * @property {string} do
 * @property {Target} [target]
 * @property {Target} [to]
 * @property {RegExp} [tells] what the answer must say
 * @property {string} [text]
 * @property {string} [url]
 * @property {string} [for]
 * @property {boolean} [append]
 * @property {boolean} [submit]
 * @property {boolean} [accept]
 * @property {number} [count]
 * @property {string} [button]
 * @property {string[]} [keys]
 * @property {string[]} [options]
 * @property {string[]} [files]
 * @property {number} [pages]
 * @property {string[]} [modifiers]
 * @property {number} [timeoutMs]
 */

/** @typedef {{ see: RegExp, not?: boolean }} See what a snapshot must or must not show */
/** @typedef {{ read: 'text' | 'tables' | 'markdown' | 'links', has: RegExp }} Read */
/** @typedef {{ visit: string }} Visit an address below the application's */
/** @typedef {Act | See | Read | Visit} Step */

/** How long an application may take for something of its own, such as starting a kernel. */
const SLOW_MS_MAX = 60_000;

/** @typedef {Partial<Act>} More */

/** @param {Target} target @param {More} [more] @returns {Act} */
export const click = (target, more) => ({ do: 'click', target, ...more });

/** @param {Target} target @param {string} text @param {More} [more] @returns {Act} */
export const type = (target, text, more) => ({ do: 'type', target, text, ...more });

/** @param {Target} target @param {string[]} options @returns {Act} */
export const select = (target, ...options) => ({ do: 'select', target, options });

/** @param {Target} target @returns {Act} */
export const check = (target) => ({ do: 'check', target });

/** @param {Target} target @returns {Act} */
export const uncheck = (target) => ({ do: 'uncheck', target });

/** @param {string[]} keys @returns {Act} */
export const press = (...keys) => ({ do: 'press', keys });

/** @param {Target} target @param {string[]} keys @returns {Act} */
export const pressIn = (target, ...keys) => ({ do: 'press', target, keys });

/** @param {Target} target @param {Target} to @returns {Act} */
export const drag = (target, to) => ({ do: 'drag', target, to });

/** @param {Target} target @param {string[]} files @returns {Act} */
export const upload = (target, ...files) => ({ do: 'upload', target, files });

/** @param {string} text @returns {Act} */
export const waitText = (text) => ({ do: 'wait', for: 'text', text, timeoutMs: SLOW_MS_MAX });

/** @param {string} text @returns {Act} */
export const waitGone = (text) => ({ do: 'wait', for: 'gone', text, timeoutMs: SLOW_MS_MAX });

/** @param {string} target @returns {Act} */
export const waitFor = (target) => ({
  do: 'wait',
  for: 'target',
  target,
  timeoutMs: SLOW_MS_MAX,
});

/** @param {string} url @returns {Act} */
export const waitUrl = (url) => ({ do: 'wait', for: 'url', url, timeoutMs: SLOW_MS_MAX });

/** @param {RegExp} pattern @returns {See} */
export const see = (pattern) => ({ see: pattern });

/** @param {RegExp} pattern @returns {See} */
export const seeNot = (pattern) => ({ see: pattern, not: true });

/** @param {Read['read']} what @param {RegExp} has @returns {Read} */
export const read = (what, has) => ({ read: what, has });

/** @param {string} path @returns {Visit} */
export const visit = (path) => ({ visit: path });

/** A step in one line. @param {Step} step */
export function describe(step) {
  if ('see' in step) return `${step.not ? 'see no' : 'see'} ${step.see}`;
  if ('read' in step) return `read ${step.read}, which has ${step.has}`;
  if ('visit' in step) return `visit ${step.visit}`;
  const { do: what, tells, timeoutMs: _, ...more } = step;
  const words = Object.entries(more).map(([name, value]) => {
    const shown = value instanceof RegExp ? `[${value}]` : JSON.stringify(value);
    return name === 'target' ? shown : `${name} ${shown}`;
  });
  return [what, ...words, ...(tells ? [`which tells ${tells}`] : [])].join(' ');
}
