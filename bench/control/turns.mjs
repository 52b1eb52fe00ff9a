// @ts-check
// By turns: each contender in each round, so that what else the machine does hits all alike.

import { timed, within } from '../relay/spans.mjs';

/** No turn takes this long unless something hangs. */
const TURN_MS_MAX = 180_000;

/**
 * @template T
 * @typedef {object} Turn
 * @property {string} name
 * @property {number} rounds how often it has a turn
 * @property {() => Promise<T>} work what is timed
 * @property {() => Promise<unknown>} [after] what is not
 */

/**
 * @template T
 * @typedef {{ spans: number[], last: T }} Outcome
 */

/**
 * What fails is left out of the later rounds.
 * @template T
 * @param {Turn<T>[]} turns
 * @returns {Promise<Map<string, Outcome<T> | Error>>}
 */
export async function byTurns(turns) {
  /** @type {Map<string, Outcome<T> | Error>} */
  const outcomes = new Map();
  const rounds = Math.max(...turns.map((turn) => turn.rounds));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, rounds: own, work, after } of turns) {
      const before = outcomes.get(name);
      if (round >= own || before instanceof Error) continue;
      try {
        /** @type {T | undefined} */
        let last;
        const once = async () => (last = await work());
        const span = await timed(() => within(name, TURN_MS_MAX, once()));
        const spans = [...(before?.spans ?? []), span];
        outcomes.set(name, { spans, last: /** @type {T} */ (last) });
        await after?.();
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        console.error(`  ${name} is out: ${reason.message.split('\n')[0]}`);
        outcomes.set(name, reason);
      }
    }
  }
  return outcomes;
}

/**
 * @template T
 * @param {Map<string, Outcome<T> | Error>} outcomes
 * @param {(outcome: Outcome<T>) => import('./report.mjs').Value} sum
 * @returns {Record<string, import('./report.mjs').Value>}
 */
export function valuesOf(outcomes, sum) {
  const each = [...outcomes].map(([name, outcome]) => [
    name,
    outcome instanceof Error ? outcome : sum(outcome),
  ]);
  return Object.fromEntries(each);
}

/** The least that it took: what a busy machine adds is not in it. @param {{ spans: number[] }} outcome */
export function best({ spans }) {
  return Math.min(...spans);
}
