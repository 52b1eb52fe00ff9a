// @ts-check
// From nothing to the list of tools, and to the first answer that needs a browser.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROGRAM } from '../../control/bed.mjs';
import { under } from '../../control/report.mjs';
import { byTurns, best, valuesOf } from '../../control/turns.mjs';
import { median } from '../../relay/spans.mjs';
import { connect } from '../agent.mjs';
import { withoutDaemon } from '../contenders/tabwright.mjs';
import { endMarked } from '../processes.mjs';

const ROUNDS = 15;
/** Peers start a browser in each. */
const ROUNDS_BEGIN = 3;
const LIST_MS_MAX = 30;

/**
 * @param {import('../contenders/contender.mjs').Contender[]} contenders
 * @returns {AsyncGenerator<import('../../control/report.mjs').Figure>}
 */
export async function* starts(contenders) {
  const alone = withoutDaemon();
  const listed = await byTurns([
    ...contenders.map(({ name, reach }) => listing(name, reach, async () => {})),
    // Should it have started a daemon, the next round is without one again.
    listing('alone', alone.reach, async () => endMarked(alone.folder)),
    { name: 'version', rounds: ROUNDS, work: () => promisify(execFile)(PROGRAM, ['--version']) },
  ]);
  const middle = (/** @type {{ spans: number[] }} */ { spans }) => median(spans);
  const { alone: withNone, version, ...values } = valuesOf(listed, middle);
  yield {
    name: 'start to tools listed, p50 ms',
    values,
    against: 'pw-mcp',
    aim: under(LIST_MS_MAX),
    note: 'http: a connection to a daemon that runs, no process is started',
  };
  const { alone: leastWithNone, version: leastVersion, ...least } = valuesOf(listed, best);
  yield { name: 'start to tools listed, best ms', values: least, against: 'pw-mcp' };
  yield {
    name: 'the same, no daemon running, p50 ms',
    values: { stdio: withNone },
    aim: under(LIST_MS_MAX),
  };
  yield { name: 'the same, no daemon running, best ms', values: { stdio: leastWithNone } };
  yield { name: 'floor: `tabwright --version`, p50 ms', values: { stdio: version } };
  yield { name: 'floor: `tabwright --version`, best ms', values: { stdio: leastVersion } };

  const begun = await byTurns(contenders.map(beginning));
  yield {
    name: 'start to first answer from a browser, p50 ms',
    values: valuesOf(begun, middle),
    against: 'pw-mcp',
    note: 'the list of tabs; ours find a browser that runs, the others start one',
  };
}

/**
 * @param {string} name
 * @param {import('../contenders/contender.mjs').Contender['reach']} reach
 * @param {() => Promise<unknown>} after
 * @returns {import('../../control/turns.mjs').Turn<unknown>}
 */
function listing(name, reach, after) {
  /** @type {import('../agent.mjs').Agent} */
  let agent;
  return {
    name,
    rounds: ROUNDS,
    work: async () => {
      agent = await connect(reach());
      return agent.list();
    },
    after: async () => {
      await agent.close();
      await after();
    },
  };
}

/**
 * @param {import('../contenders/contender.mjs').Contender} contender
 * @returns {import('../../control/turns.mjs').Turn<unknown>}
 */
function beginning({ name, reach, speak }) {
  /** @type {import('../agent.mjs').Agent} */
  let agent;
  /** @type {import('../contenders/contender.mjs').Words} */
  let words;
  return {
    name,
    rounds: ROUNDS_BEGIN,
    work: async () => {
      agent = await connect(reach());
      words = await speak(agent);
      return words.begin();
    },
    after: async () => {
      await words.end?.();
      await agent.close();
    },
  };
}
