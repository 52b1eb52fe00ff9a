// @ts-check
// A warm command of the command line, beside the same verb over HTTP and agent-browser's command.

import { PROGRAM } from '../bed.mjs';
import { connectAgentBrowser } from '../peers/agent-browser.mjs';
import { under } from '../report.mjs';
import { median } from '../../relay/spans.mjs';
import { best, byTurns, valuesOf } from '../turns.mjs';

export const COLUMNS = ['above HTTP', 'tabwright', 'HTTP', 'agent-browser', '--version'];

const ROUNDS = 40;
const WARM_UP = 3;

/**
 * @param {import('../bed.mjs').Bed} bed
 * @param {string} site
 * @returns {AsyncGenerator<import('../report.mjs').Figure>}
 */
export async function* commands(bed, site) {
  const { tab } = await bed.call('open', { url: `${site}/button-ours`, in: 'window' });
  await bed.call('open', { url: `${site}/button-theirs`, in: 'window' });
  const agentBrowser = await connectAgentBrowser(bed, `${site}/button-theirs`);
  const at = `--tab=${tab}`;
  /** @type {[string, string[], object, string[]][]} */
  const cases = [
    ['tabs', ['tabs'], {}, ['tab', 'list']],
    ['eval', ['eval', '1', at], { script: '1', tab }, ['eval', '1']],
    ['snapshot', ['snapshot', at], { tab }, ['snapshot']],
    ['click', ['click', '#go', at], { target: { selector: '#go' }, tab }, ['click', '#go']],
  ];
  for (const [verb, command, params, theirs] of cases) {
    const turns = [
      { name: 'tabwright', work: () => bed.cli(...command) },
      { name: 'HTTP', work: () => bed.call(verb, params) },
      { name: 'agent-browser', work: () => agentBrowser.run(...theirs) },
      { name: '--version', work: () => bed.execute(PROGRAM, ['--version']) },
    ];
    await byTurns(turns.map((turn) => ({ ...turn, rounds: WARM_UP })));
    const outcomes = await byTurns(turns.map((turn) => ({ ...turn, rounds: ROUNDS })));
    const middle = withDifference(valuesOf(outcomes, ({ spans }) => median(spans)));
    yield { name: `command ${verb}, p50 ms`, values: middle, aim: under(15) };
    yield { name: `command ${verb}, best ms`, values: withDifference(valuesOf(outcomes, best)) };
  }
}

/** @param {Record<string, import('../report.mjs').Value>} values */
function withDifference(values) {
  const { tabwright, HTTP } = values;
  const isKnown = typeof tabwright === 'number' && typeof HTTP === 'number';
  return { 'above HTTP': isKnown ? tabwright - HTTP : undefined, ...values };
}
