// @ts-check
// Runs cases one after another, each within its limit, whatever the last one left behind.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { connectors } from './clients.mjs';
import { arrivePerson } from './person.mjs';
import { RawClient } from './raw.mjs';

const CASE_MS_MAX = 15_000;
const CLEANUP_MS_MAX = 5_000;
/** So often a case may repeat its work within that limit. */
const TIMES_PER_LIMIT = 5;

/**
 * @typedef {object} Outcome
 * @property {string} name `theme: case`
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} [why]
 * @property {number} durationMs
 */

/**
 * What all cases of a run stand on.
 * @typedef {object} Ground
 * @property {import('./endpoint.mjs').Endpoint} endpoint
 * @property {import('./site.mjs').Site} site
 * @property {string} folder where cases get folders of their own
 * @property {number} times how often cases repeat what they prove by repeating
 */

/**
 * @param {string} theme
 * @param {import('./case.mjs').Suite} suite
 * @param {(name: string) => boolean} wanted
 * @param {Ground} ground
 * @returns {AsyncGenerator<Outcome>}
 */
export async function* runTheme(theme, suite, wanted, ground) {
  const line = new Line(suite.library, ground);
  for (const item of suite.cases) {
    const name = `${theme}: ${item.name}`;
    if (!wanted(name)) continue;
    const missing = item.needs?.find((need) => !has(need, ground.endpoint));
    if (missing) {
      yield { name, state: 'skipped', why: `needs ${missing}`, durationMs: 0 };
      continue;
    }
    const began = performance.now();
    const error = await runCase(item, line, ground);
    const durationMs = Math.round(performance.now() - began);
    yield error
      ? { name, state: 'failed', why: message(error), durationMs }
      : { name, state: 'passed', durationMs };
  }
  await line.drop();
}

/**
 * The theme's connection, made when first needed and again after it broke.
 */
class Line {
  /** @type {import('./clients.mjs').Client | null} */
  #client = null;
  #library;
  #ground;

  /** @param {string} library @param {Ground} ground */
  constructor(library, ground) {
    this.#library = library;
    this.#ground = ground;
  }

  /** @returns {Promise<import('./clients.mjs').Client | null>} null for raw cases */
  async client() {
    const connect = connectors[this.#library];
    if (!connect) return null;
    if (!this.#client?.isConnected()) this.#client = await connect(this.#ground.endpoint.wsUrl);
    return this.#client;
  }

  async drop() {
    const client = this.#client;
    this.#client = null;
    if (client) await within(CLEANUP_MS_MAX, 'disconnecting', client.disconnect()).catch(() => {});
  }
}

/**
 * @param {import('./case.mjs').Case<any>} item
 * @param {Line} line
 * @param {Ground} ground
 * @returns {Promise<unknown>} the error, or nothing
 */
async function runCase(item, line, ground) {
  if (item.ownClient) await line.drop();
  const bed = new Bed(ground);
  /** @type {unknown} */
  let failure;
  const fail = (/** @type {unknown} */ error) => {
    failure ??= error ?? new Error('failed without an error');
  };

  /** @type {import('./clients.mjs').Client | null} */
  let client = null;
  const story = async () => {
    client = await line.client();
    const world = { ...(await bed.world(item.needs ?? [])), ...(await client?.newWorld()) };
    await item.run(world);
  };
  const limits = item.repeats ? Math.ceil(ground.times / TIMES_PER_LIMIT) : 1;
  await within(CASE_MS_MAX * limits, 'the case', story()).catch(fail);
  // Leaving cleanly is part of the case: a page that no longer closes is a defect too.
  const cleanup = async () => {
    await bed.clear();
    if (client?.isConnected()) await client.closePages();
  };
  await within(CLEANUP_MS_MAX, 'closing what the case opened', cleanup()).catch(fail);
  if (failure || item.ownClient) await line.drop();
  return failure;
}

/** What a case may use besides its client, taken away afterwards. */
class Bed {
  #ground;
  #folder;
  /** @type {RawClient[]} */
  #raws = [];
  /** @type {import('./person.mjs').Person | null} */
  #person = null;

  /** @param {Ground} ground */
  constructor(ground) {
    this.#ground = ground;
    this.#folder = mkdtempSync(join(ground.folder, 'case-'));
  }

  /** @param {string[]} needs */
  async world(needs) {
    const { endpoint, site, times } = this.#ground;
    if (needs.includes('person')) this.#person = await arrivePerson(endpoint.personUrl ?? '');
    return {
      site,
      endpoint,
      times,
      person: this.#person,
      folder: this.#folder,
      raw: async () => {
        const client = await RawClient.connect(endpoint.wsUrl);
        this.#raws.push(client);
        return client;
      },
    };
  }

  async clear() {
    await Promise.all(this.#raws.map((client) => client.close()));
    await this.#person?.leave();
  }
}

/** @param {'person' | 'http'} need @param {import('./endpoint.mjs').Endpoint} endpoint */
function has(need, endpoint) {
  return Boolean(need === 'person' ? endpoint.personUrl : endpoint.httpUrl);
}

/** Breaks the case under way when a library throws outside of any promise. */
let breakCase = (/** @type {unknown} */ _error) => {};
process.on('uncaughtException', (error) => breakCase(error));
// A case that failed leaves waits behind, and they reject once its page closes.
process.on('unhandledRejection', () => {});

/**
 * @template T
 * @param {number} limitMs
 * @param {string} what
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
async function within(limitMs, what, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const alarm = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limitMs} ms`)), limitMs);
    breakCase = reject;
  });
  try {
    return /** @type {T} */ (await Promise.race([work, alarm]));
  } finally {
    clearTimeout(timer);
  }
}

/** @param {unknown} error */
function message(error) {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
