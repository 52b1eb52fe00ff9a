// @ts-check
// Runs cases one after another, each in a tidy browser, without rules, within its limit.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { RawClient } from '../raw.mjs';
import { Agent } from './agent.mjs';
import { Person } from './person.mjs';

const CASE_MS_MAX = 30_000;
const CLEANUP_MS_MAX = 10_000;

/**
 * What all cases of a run stand on.
 * @typedef {object} Ground
 * @property {import('./site.mjs').Site} site
 * @property {import('./daemon.mjs').Daemon} daemon
 * @property {string | undefined} personUrl
 * @property {string | undefined} downloads
 * @property {string} folder
 */

/**
 * @param {import('./case.mjs').Case} item
 * @param {import('./agent.mjs').Carrier} carrier
 * @param {Ground} ground
 * @returns {Promise<unknown>} the error, or nothing
 */
export async function runCase(item, carrier, ground) {
  const { site, daemon, personUrl, downloads = '' } = ground;
  const folder = mkdtempSync(join(ground.folder, 'case-'));
  /** @type {(() => Promise<unknown>)[]} in the order in which they came */
  const leaving = [];
  /** @type {unknown} */
  let failure;
  const fail = (/** @type {unknown} */ error) => {
    failure ??= error ?? new Error('failed without an error');
  };

  const story = async () => {
    const person = personUrl ? await Person.arrive(personUrl) : undefined;
    if (person) leaving.push(() => person.leave());
    if (person) leaving.push(() => person.tidy());
    const arrive = async (/** @type {string} */ name, by = carrier) => {
      const agent = await Agent.arrive(by, daemon, name);
      leaving.push(() => agent.leave());
      return agent;
    };
    const playwright = async (/** @type {string} */ client) => {
      const browser = await chromium.connectOverCDP(daemon.cdpUrl(client));
      leaving.push(() => browser.close());
      return browser;
    };
    const raw = async (/** @type {string} */ client) => {
      const bare = await RawClient.connect(daemon.cdpUrl(client));
      leaving.push(() => bare.close());
      return bare;
    };
    const agent = await arrive('agent');
    const world = {
      site,
      daemon,
      person,
      folder,
      downloads,
      carrier,
      agent,
      arrive,
      playwright,
      raw,
    };
    await item.run(/** @type {import('./case.mjs').World} */ (world));
  };
  await within(item.limitMs ?? CASE_MS_MAX, 'the case', story()).catch(fail);

  const cleanup = async () => {
    for (const leave of leaving.reverse()) await leave();
    await daemon.refuseAll();
    await daemon.forgetRules();
  };
  await within(CLEANUP_MS_MAX, 'leaving', cleanup()).catch(fail);
  return failure;
}

// A case that failed leaves waits behind, and they reject once the other side has gone.
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
  });
  try {
    return /** @type {T} */ (await Promise.race([work, alarm]));
  } finally {
    clearTimeout(timer);
  }
}
