// @ts-check
// What the relay costs, beside the bare extension path, direct CDP and playwriter, in one run.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { FEW_RENDERERS } from './chromium.mjs';
import { startDirect } from './contenders/direct.mjs';
import { startFloor } from './contenders/floor.mjs';
import { startPlaywriter } from './contenders/playwriter.mjs';
import { startTabwright } from './contenders/tabwright.mjs';
import { commanding } from './figures/commands.mjs';
import { connecting } from './figures/connect.mjs';
import { evaluating } from './figures/evaluate.mjs';
import { carrying } from './figures/large.mjs';
import { limits } from './figures/limits.mjs';
import { afterwards, idling } from './figures/memory.mjs';
import { storming } from './figures/storm.mjs';
import { load } from './proc.mjs';
import { asJson, header, line, reasons, verdict } from './report.mjs';
import { openSite } from './site.mjs';

const USAGE = `usage: node run.mjs [--only REGEX] [--without-peers] [--json FILE]
  --only REGEX   the groups whose name fits: connect, idle, evaluate, commands, large, storm,
                 afterwards, limits
  --without-peers
                 beside the floor and direct CDP only
  --json FILE    write the figures there
  TABWRIGHT and CHROMIUM name other binaries than target/release/tabwright and /usr/bin/chromium`;

/** @typedef {(contenders: import('./turns.mjs').Contender[], site: string) => AsyncGenerator<import('./report.mjs').Figure>} Group */

/** In this order: the load is between the two looks at memory, and what may break a relay is last. */
const GROUPS = /** @type {[string, Group][]} */ ([
  ['idle', idling],
  ['evaluate', evaluating],
  ['commands', commanding],
  ['large', carrying],
  ['storm', storming],
  ['afterwards', afterwards],
  ['limits', limits],
]);

const options = readOptions();
const only = new RegExp(options.only ?? '');
const peers = options['without-peers'] ? [] : [startPlaywriter];
const loadBefore = load();
console.log(`${cpus().length} cores, load ${loadBefore}`);
console.log(header());
/** @type {import('./report.mjs').Figure[]} */
const figures = [];
const site = await openSite();

const wanted = GROUPS.filter(([name]) => only.test(name));
if (wanted.length > 0) {
  await measure([startTabwright, startFloor, startDirect, ...peers], [], wanted);
}
// Browsers full of tabs are not those in which commands are timed, nor do they run beside them.
if (only.test('connect')) {
  const starts = [startTabwright, startDirect, ...peers];
  await measure(starts, [FEW_RENDERERS], [['connect', connecting]]);
}
process.exit(summarise());

/**
 * @param {((options: import('./contenders/contender.mjs').StartOptions) =>
 *   Promise<import('./turns.mjs').Contender>)[]} starts
 * @param {string[]} args for Chromium
 * @param {[string, Group][]} groups
 */
async function measure(starts, args, groups) {
  const contenders = [];
  for (const start of starts) {
    try {
      contenders.push(await start({ args }));
    } catch (error) {
      if (start !== startPlaywriter) throw error;
      console.log(`playwriter: not there: ${error instanceof Error ? error.message : error}`);
    }
  }
  for (const [name, group] of groups) {
    console.error(`… ${name} (load ${load()})`);
    for await (const figure of group(contenders, site)) {
      figures.push(figure);
      console.log(line(figure));
    }
  }
  for (const { stop } of contenders) await stop();
}

/** @returns {number} the exit code */
function summarise() {
  for (const reason of figures.flatMap(reasons)) console.log(`  ${reason}`);
  const verdicts = figures.map(verdict);
  const count = (/** @type {string} */ what) => verdicts.filter((each) => each === what).length;
  console.log(`aims: ${count('met')} met, ${count('MISSED')} missed; load ${load()}`);
  if (options.json) {
    const content = { load: loadBefore, figures: figures.map(asJson) };
    writeFileSync(options.json, JSON.stringify(content, null, 2) + '\n');
  }
  // A figure says how things are; `cargo xtask bench --check` judges it.
  return 0;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        'without-peers': { type: 'boolean', default: false },
        json: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}
