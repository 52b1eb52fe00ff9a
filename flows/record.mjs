// @ts-check
// Has every chore recorded once, by a person who does it on the unchanged site.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTime } from './adapters/tool.mjs';
import { doChore } from './person.mjs';

/** The sites have other ports each time; recordings are kept without them. */
const ORIGIN = 'http://sites.invalid';
const OTHER_ORIGIN = 'http://other-sites.invalid';

/**
 * @param {import('./adapters/tool.mjs').Tool} tool
 * @param {import('./chores.mjs').Chore} chore
 * @param {import('./server.mjs').Sites} sites
 * @param {string} files
 */
export async function recordChore(tool, chore, sites, files) {
  sites.begin('same');
  /** @param {import('playwright-core').Page} page */
  const doIt = async (page) => {
    await doChore({ page, chore, values: chore.values, files });
    while (sites.journal().length < chore.journal.length || sites.answering() > 0) {
      await sites.changed();
    }
  };
  const address = `${sites.origin}/${chore.site}/`;
  const recording = await tool.record({ chore, address, act: (page) => inTime(doIt(page)) });
  return recording.replaceAll(sites.origin, ORIGIN).replaceAll(sites.otherOrigin, OTHER_ORIGIN);
}

/** @param {string} recording @param {import('./server.mjs').Sites} sites */
export function placed(recording, sites) {
  return recording.replaceAll(ORIGIN, sites.origin).replaceAll(OTHER_ORIGIN, sites.otherOrigin);
}

/** Recordings on disk, so that a replay can be repeated without recording again. */
export class Shelf {
  #folder;

  /** @param {string} folder @param {string} tool */
  constructor(folder, tool) {
    this.#folder = join(folder, tool);
    mkdirSync(this.#folder, { recursive: true });
  }

  /** @param {string} chore @returns {string | undefined} */
  get(chore) {
    const path = join(this.#folder, chore);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  /** @param {string} chore @param {string} recording */
  put(chore, recording) {
    writeFileSync(join(this.#folder, chore), recording);
  }
}
