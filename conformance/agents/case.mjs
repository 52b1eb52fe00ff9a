// @ts-check
// What a case is, and what it is given. Knows nothing of how cases are run.

/**
 * @typedef {object} World
 * @property {import('./site.mjs').Site} site the web
 * @property {import('./daemon.mjs').Daemon} daemon
 * @property {import('./person.mjs').Person} person at the browser; absent where there is none
 * @property {string} folder an empty folder of the case's own
 * @property {string} downloads where the browser puts files; absent where there is none
 * @property {import('./agent.mjs').Carrier} carrier by which `agent` has come
 * @property {import('./agent.mjs').Agent} agent one that has just come, called `agent`
 * @property {(name: string, carrier?: import('./agent.mjs').Carrier) => Promise<import('./agent.mjs').Agent>} arrive
 *   one more, by the same carrier unless another is said
 * @property {(client: string) => Promise<import('playwright-core').Browser>} playwright a Playwright
 *   that drives the same browser through the relay
 * @property {(client: string) => Promise<import('../raw.mjs').RawClient>} raw a bare CDP client there
 */

/**
 * @typedef {object} Case
 * @property {string} name unique within its file
 * @property {(world: World) => Promise<void>} run
 * @property {import('./agent.mjs').Carrier[]} [over] by which carriers; stdio where nothing is said
 * @property {number} [limitMs] where it has to wait for longer than others
 */

/** @type {import('./agent.mjs').Carrier[]} */
export const BOTH = ['stdio', 'http'];

/** Gives the cases a type. @param {Case[]} cases */
export const cases = (cases) => cases;
