// @ts-check
// JavaScript in the page: once, and many times in one script.

import { under } from '../../control/report.mjs';
import { best, byTurns, valuesOf } from '../../control/turns.mjs';
import { median, quantile } from '../../relay/spans.mjs';
import { MANY, told, toldMany } from '../contenders/contender.mjs';

const ROUNDS = 200;
const ROUNDS_MANY = 5;
const WARM_UP = 3;
const EVALUATE_MS_MAX = 5;
/** Those that wait a fixed time after each call need fewer, or the run would last an hour. */
const ROUNDS_SLOW = 40;
const SLOW = ['pw-mcp', 'devtools'];
/** Without scripts, at a fifth of a second a call. */
const ROUNDS_MANY_SLOW = 1;

/** @typedef {import('../contenders/contender.mjs').Session} Session */
/** @typedef {import('../../control/report.mjs').Figure} Figure */

/** @param {Session[]} sessions @returns {AsyncGenerator<Figure>} */
export async function* evaluations(sessions) {
  const outcomes = await measure(
    sessions,
    ({ evaluate }) =>
      async () =>
        told(await evaluate(), '2'),
  );
  yield {
    name: 'evaluate, p50 ms',
    values: valuesOf(outcomes, ({ spans }) => median(spans)),
    against: 'pw-mcp',
    aim: under(EVALUATE_MS_MAX),
  };
  yield { name: 'evaluate, best ms', values: valuesOf(outcomes, best) };
  yield {
    name: 'evaluate, p99 ms',
    values: valuesOf(outcomes, ({ spans }) => quantile(spans, 0.99)),
  };
  yield { name: 'evaluate, bytes', values: valuesOf(outcomes, ({ last }) => last.bytes) };
}

/** @param {Session[]} sessions @returns {AsyncGenerator<Figure>} */
export async function* scripts(sessions) {
  const nothing = await measure(sessions, ({ runNothing }) => runNothing);
  yield {
    name: 'empty script, p50 ms',
    values: valuesOf(nothing, ({ spans }) => median(spans)),
    against: 'pw-mcp',
  };
  yield {
    name: 'empty script, p99 ms',
    values: valuesOf(nothing, ({ spans }) => quantile(spans, 0.99)),
  };
  const many = await byTurns(
    sessions.map(({ contender: { name }, words }) => ({
      name,
      rounds: words.runNothing ? ROUNDS_MANY : ROUNDS_MANY_SLOW,
      work: async () => toldMany(await words.evaluateMany()),
    })),
  );
  yield {
    name: `${MANY} evaluates, p50 ms`,
    values: valuesOf(many, ({ spans }) => median(spans)),
    against: 'pw-mcp',
    note: 'in one script; devtools and ab have none, so one call each',
  };
}

/**
 * @param {Session[]} sessions
 * @param {(words: Session['words']) => (() => Promise<import('../agent.mjs').Said>) | undefined} pick
 */
async function measure(sessions, pick) {
  const turns = sessions.flatMap(({ contender: { name }, words }) => {
    const work = pick(words);
    return work ? [{ name, work, rounds: SLOW.includes(name) ? ROUNDS_SLOW : ROUNDS }] : [];
  });
  await byTurns(turns.map((turn) => ({ ...turn, rounds: WARM_UP })));
  return byTurns(turns);
}
