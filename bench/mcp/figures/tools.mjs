// @ts-check
// What every agent reads at every start, before it does anything.

import { under } from '../../control/report.mjs';
import { tokensOf } from '../agent.mjs';

const LIST_BYTES_MAX = 6_000;

/**
 * @param {import('../contenders/contender.mjs').Session[]} sessions
 * @returns {AsyncGenerator<import('../../control/report.mjs').Figure>}
 */
export async function* tools(sessions) {
  const lists = await Promise.all(sessions.map(({ agent }) => agent.list()));
  /** @param {(list: { count: number, bytes: number }) => number} what */
  const each = (what) =>
    Object.fromEntries(sessions.map(({ contender }, n) => [contender.name, what(lists[n])]));
  yield { name: 'tools', values: each(({ count }) => count) };
  yield {
    name: 'tools/list, bytes',
    values: each(({ bytes }) => bytes),
    against: 'pw-mcp',
    aim: under(LIST_BYTES_MAX),
  };
  yield { name: 'tools/list, about so many tokens', values: each(({ bytes }) => tokensOf(bytes)) };
}
