// @ts-check
// What the relay's process holds when nothing happens, and after everything has.

import { peakMb, residentMb } from '../proc.mjs';
import { under } from '../report.mjs';

/** Time for what is freed late to be freed. */
const SETTLE_MS = 2_000;

/** @param {import('../turns.mjs').Contender[]} contenders */
export async function* idling(contenders) {
  yield* [await resident('relay RSS idle, MB', contenders, under(15, 'MB'))];
}

/** @param {import('../turns.mjs').Contender[]} contenders */
export async function* afterwards(contenders) {
  yield await resident('relay RSS after the load, MB', contenders, under(40, 'MB'));
  yield { name: 'relay RSS peak under the load, MB', values: valuesFrom(contenders, peakMb) };
}

/**
 * @param {string} name
 * @param {import('../turns.mjs').Contender[]} contenders
 * @param {import('../report.mjs').Aim} aim
 * @returns {Promise<import('../report.mjs').Figure>}
 */
async function resident(name, contenders, aim) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return { name, values: valuesFrom(contenders, residentMb), against: 'playwriter', aim };
}

/** @param {import('../turns.mjs').Contender[]} contenders @param {(pid: number) => number} read */
function valuesFrom(contenders, read) {
  return Object.fromEntries(
    contenders.flatMap(({ name, relayPid }) => (relayPid ? [[name, read(relayPid)]] : [])),
  );
}
