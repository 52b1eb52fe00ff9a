// @ts-check
// Going to a page and seeing it, and seeing it again.

import { byTurns, valuesOf } from '../../control/turns.mjs';
import { median } from '../../relay/spans.mjs';
import { tokensOf } from '../agent.mjs';
import { told } from '../contenders/contender.mjs';

const ROUNDS = 9;
const WARM_UP = 1;

/**
 * @param {import('../contenders/contender.mjs').Session[]} sessions
 * @param {string} url
 * @param {string} page
 * @param {string} proof what stands near its top
 * @returns {AsyncGenerator<import('../../control/report.mjs').Figure>}
 */
export async function* visits(sessions, url, page, proof) {
  /** @param {(words: import('../contenders/contender.mjs').Words) => Promise<import('../agent.mjs').Said>} what */
  const measure = async (what) => {
    const turns = sessions.map(({ contender: { name }, words }) => ({
      name,
      work: async () => told(await what(words), proof),
    }));
    await byTurns(turns.map((turn) => ({ ...turn, rounds: WARM_UP })));
    return byTurns(turns.map((turn) => ({ ...turn, rounds: ROUNDS })));
  };
  for (const [what, outcomes] of [
    ['go and see', await measure(({ visit }) => visit(url))],
    ['see again', await measure(({ see }) => see())],
  ]) {
    const each = /** @type {Awaited<ReturnType<typeof measure>>} */ (outcomes);
    yield {
      name: `${page}: ${what}, p50 ms`,
      values: valuesOf(each, ({ spans }) => median(spans)),
      against: 'pw-mcp',
    };
    yield { name: `${page}: ${what}, bytes`, values: valuesOf(each, ({ last }) => last.bytes) };
    yield {
      name: `${page}: ${what}, about so many tokens`,
      values: valuesOf(each, ({ last }) => tokensOf(last.text.length)),
      against: 'pw-mcp',
    };
  }
}
