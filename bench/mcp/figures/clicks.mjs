// @ts-check
// A click on a button, and what it changed, in the hands of the agent.

import { byTurns, valuesOf } from '../../control/turns.mjs';
import { median, quantile } from '../../relay/spans.mjs';
import { tokensOf } from '../agent.mjs';
import { told } from '../contenders/contender.mjs';

const ROUNDS = 40;
const WARM_UP = 3;

/** It says how often it was clicked. */
export const COUNTER = `<!doctype html><meta charset="utf-8"><title>Counter</title>
<h1>Counter</h1><button>Count 0</button>
<script>
  let count = 0;
  const button = document.querySelector('button');
  button.addEventListener('click', () => (button.textContent = 'Count ' + ++count));
</script>`;

/**
 * @param {import('../contenders/contender.mjs').Session[]} sessions
 * @param {string} url of the counter
 * @returns {AsyncGenerator<import('../../control/report.mjs').Figure>}
 */
export async function* clicks(sessions, url) {
  const turns = sessions.map(({ contender: { name }, words }) => {
    const referenceIn = (/** @type {string} */ text) => words.button.exec(text)?.[1];
    /** @type {string | undefined} */
    let reference;
    let count = 0;
    const work = async () => {
      // In the first round, which does not count.
      reference ??= referenceIn((await words.visit(url)).text);
      if (!reference) throw new Error('no button is told of');
      const said = told(await words.click(reference), `Count ${(count += 1)}`);
      // Some give an element another one when its name changes.
      reference = referenceIn(said.text) ?? reference;
      return said;
    };
    return { name, work };
  });
  await byTurns(turns.map((turn) => ({ ...turn, rounds: WARM_UP })));
  const outcomes = await byTurns(turns.map((turn) => ({ ...turn, rounds: ROUNDS })));
  yield {
    name: 'click and what changed, p50 ms',
    values: valuesOf(outcomes, ({ spans }) => median(spans)),
    against: 'pw-mcp',
  };
  yield {
    name: 'click and what changed, p95 ms',
    values: valuesOf(outcomes, ({ spans }) => quantile(spans, 0.95)),
  };
  yield {
    name: 'click and what changed, bytes',
    values: valuesOf(outcomes, ({ last }) => last.bytes),
  };
  yield {
    name: 'click and what changed, about so many tokens',
    values: valuesOf(outcomes, ({ last }) => tokensOf(last.text.length)),
  };
}
