// @ts-check
// One episode of a task: opened, started with a seed, solved, and its reward read from the page.

import { readSnapshot } from './sight.mjs';

// Longer than any solver needs; the tasks' own limits measure a person's patience.
const EPISODE_MS_MAX = 60_000;

/** @typedef {ReturnType<typeof pageFor>} Page what a solver works with */
/** @typedef {(page: Page) => Promise<unknown>} Solver */
/** @typedef {{ reward: number, why?: string }} Outcome */
/** @typedef {{ utterance: string, fields: Record<string, string> }} Order */

/**
 * @param {import('./control.mjs').Control} control
 * @param {string} url
 * @param {Solver} solve
 * @param {number} seed
 * @returns {Promise<Outcome>}
 */
export async function playEpisode(control, url, solve, seed) {
  await control.open(url);
  const order = await control.read(start, seed, EPISODE_MS_MAX);
  /** @type {string | undefined} */
  let why;
  try {
    await solve(pageFor(control, order));
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  const { done, reward, reason } = await control.read(outcome);
  if (!done) return { reward: 0, why: why ?? 'not done' };
  return reward === 1 ? { reward } : { reward, why: why ?? reason ?? `reward ${reward}` };
}

/** @param {import('./control.mjs').Control} control @param {Order} order */
function pageFor(control, { utterance, fields }) {
  return {
    ...control,
    /** What is to be done. */
    utterance,
    /** The same in fields, where the task has them. */
    fields,
    /** What stands in quotes in the utterance. */
    quoted: [...utterance.matchAll(/"([^"]*)"/g)].map(([, words]) => words ?? ''),
    look: async () => readSnapshot(await control.snapshot()),
    isDone: async () => (await control.read(outcome)).done,
    /** What remains in most forms. */
    submit: () => control.click({ role: 'button', name: 'Submit' }),
  };
}

/** @param {number} seed @param {number} msMax @returns {Order} */
function start(seed, msMax) {
  core.EPISODE_MAX_TIME = msMax;
  Math.seedrandom(seed);
  core.startEpisodeReal();
  const order = core.getUtterance();
  return typeof order === 'string' ? { utterance: order, fields: {} } : order;
}

function outcome() {
  return {
    done: WOB_DONE_GLOBAL,
    reward: WOB_RAW_REWARD_GLOBAL,
    reason: WOB_REWARD_REASON,
  };
}
