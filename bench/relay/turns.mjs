// @ts-check
// By turns: each contender in each round, so that what else the machine does hits all alike.

import { within } from './spans.mjs';

/** No turn takes this long unless something hangs. */
const TURN_MS_MAX = 120_000;

/** @typedef {import('./contenders/contender.mjs').Contender} Contender */

/**
 * What a measurement came to, per contender: its samples, or why there are none.
 * @template T
 * @typedef {Map<string, T[] | Error>} Samples
 */

/**
 * A contender that fails is left out of the later rounds.
 * @template T
 * @param {Contender[]} contenders
 * @param {number} rounds
 * @param {(contender: Contender, round: number) => Promise<T>} measure
 * @returns {Promise<Samples<T>>}
 */
export async function byTurns(contenders, rounds, measure) {
  /** @type {Samples<T>} */
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Nobody is always the first after a pause.
    const shift = round % contenders.length;
    for (const contender of [...contenders.slice(shift), ...contenders.slice(0, shift)]) {
      const own = samples.get(contender.name);
      if (!Array.isArray(own)) continue;
      try {
        own.push(await within('its turn', TURN_MS_MAX, measure(contender, round)));
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        console.error(`  ${contender.name} is out: ${reason.message.split('\n')[0]}`);
        samples.set(contender.name, reason);
      }
    }
  }
  return samples;
}

/**
 * @template T
 * @param {Samples<T>} samples
 * @param {(own: T[]) => number | string} sum
 * @returns {import('./report.mjs').Values}
 */
export function valuesOf(samples, sum) {
  const each = [...samples].map(([name, own]) => [name, Array.isArray(own) ? sum(own) : own]);
  return Object.fromEntries(each);
}
