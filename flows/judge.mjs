// @ts-check
// Judges a run by what the site's journal says, not by what a tool says about itself.

import { isDeepStrictEqual } from 'node:util';
import { filled } from './cases.mjs';

/** @typedef {import('./server.mjs').Entry} Entry */
/** @typedef {'right' | 'stopped' | 'wrong'} Verdict */

/** A tool may say that it is done while its last click is still on the way to the site. */
const LAST_WORD_MS_MAX = 3_000;

/**
 * @param {import('./server.mjs').Sites} sites
 * @param {import('./cases.mjs').Case} it
 * @param {boolean} saysDone
 * @returns {Promise<{ verdict: Verdict, journal: Entry[] }>}
 */
export async function judge(sites, it, saysDone) {
  const wanted = /** @type {any[]} */ (filled(it.chore.journal, it.given));
  if (saysDone) await written(sites, wanted.length);
  await answered(sites);
  const journal = structuredClone(sites.journal());
  return { verdict: verdictOn(journal, wanted, it.wanted, saysDone), journal };
}

/**
 * @param {Entry[]} journal @param {Entry[]} wanted @param {string} outcome @param {boolean} saysDone
 * @returns {Verdict}
 */
function verdictOn(journal, wanted, outcome, saysDone) {
  const isBegun = journal.every((entry, at) => isDeepStrictEqual(entry, wanted[at]));
  if (!saysDone) return isBegun ? 'stopped' : 'wrong';
  return outcome === 'right' && isBegun && journal.length === wanted.length ? 'right' : 'wrong';
}

/** @param {import('./server.mjs').Sites} sites @param {number} count */
async function written(sites, count) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, LAST_WORD_MS_MAX, 'late');
  });
  while (sites.journal().length < count) {
    if ((await Promise.race([sites.changed(), late])) === 'late') break;
  }
  clearTimeout(timer);
}

/** @param {import('./server.mjs').Sites} sites */
async function answered(sites) {
  while (sites.answering() > 0) await sites.changed();
}
