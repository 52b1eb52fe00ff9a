// @ts-check
// What a case is, and what it is given. Knows nothing of how cases are run.

/**
 * What every case is given, whichever client library it speaks.
 * @typedef {object} Bed
 * @property {import('./site.mjs').Site} site the test site, two origins
 * @property {import('./endpoint.mjs').Endpoint} endpoint where clients connect
 * @property {import('./person.mjs').Person} person opens tabs beside the clients; only for cases
 *   that need 'person'
 * @property {() => Promise<import('./raw.mjs').RawClient>} raw connects a bare CDP client
 * @property {string} folder an empty folder of the case's own
 * @property {number} times how often cases that prove something by repeating it do so
 */

/**
 * @typedef {object} PlaywrightWorld
 * @property {import('playwright-core').Browser} browser
 * @property {import('playwright-core').BrowserContext} context the default context
 * @property {import('playwright-core').Page} page a fresh page of the default context
 * @property {() => Promise<import('playwright-core').Page>} newPage one more
 * @property {() => Promise<import('playwright-core').Browser>} client connects one more client
 */

/**
 * @typedef {object} PuppeteerWorld
 * @property {import('puppeteer-core').Browser} browser
 * @property {import('puppeteer-core').BrowserContext} context the default context
 * @property {import('puppeteer-core').Page} page a fresh page of the default context
 * @property {() => Promise<import('puppeteer-core').Page>} newPage one more
 * @property {() => Promise<import('puppeteer-core').Browser>} client connects one more client
 */

/**
 * @template World
 * @typedef {object} Case
 * @property {string} name unique within its file; `--only` and `--known` see it as `theme: name`
 * @property {(world: World) => Promise<void>} run
 * @property {('person' | 'http')[]} [needs] what the run must have been given, else it is skipped
 * @property {boolean} [ownClient] runs on a connection of its own, because it leaves something on
 *   the context (a route, a binding) or ends the connection
 * @property {boolean} [repeats] does its work `times` times, and gets time accordingly
 */

/** @typedef {Case<Bed & PlaywrightWorld>} PlaywrightCase */
/** @typedef {Case<Bed & PuppeteerWorld>} PuppeteerCase */
/** @typedef {Case<Bed>} RawCase */

/**
 * The cases of one file, with the library that drives them.
 * @typedef {{ library: 'playwright', cases: PlaywrightCase[] }
 *   | { library: 'puppeteer', cases: PuppeteerCase[] }
 *   | { library: 'raw', cases: RawCase[] }} Suite
 */

/** @param {PlaywrightCase[]} cases @returns {Suite} */
export const playwright = (cases) => ({ library: 'playwright', cases });

/** @param {PuppeteerCase[]} cases @returns {Suite} */
export const puppeteer = (cases) => ({ library: 'puppeteer', cases });

/** @param {RawCase[]} cases @returns {Suite} */
export const raw = (cases) => ({ library: 'raw', cases });
