// @ts-check
// Snapshots, clicks and the command line, ours beside page-agent, Playwright and agent-browser.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startBed } from './bed.mjs';
import * as clicking from './figures/clicks.mjs';
import * as commanding from './figures/commands.mjs';
import * as seeing from './figures/snapshots.mjs';
import * as stepping from './figures/steps.mjs';
import { allPages } from './pages.mjs';
import { asJson, header, line, reasons, verdict } from './report.mjs';
import { openSite } from './site.mjs';
import { load } from '../relay/proc.mjs';

const USAGE = `usage: node run.mjs [--only REGEX] [--json FILE]
  --only REGEX   the groups whose name fits: click, command, steps-PAGE and snapshot-PAGE with PAGE one of
                 form200, list5k, table50k, wikipedia, github, twitter, yahoo, cnn, wired
  --json FILE    write the figures there
  TABWRIGHT names another binary than target/release/tabwright`;

const options = readOptions();
const only = new RegExp(options.only ?? '');
const loadBefore = load();
console.log(`${cpus().length} cores, load ${loadBefore}`);
const pages = allPages();
const site = await openSite(pages);
/** @type {{ columns: string[], figure: import('./report.mjs').Figure }[]} */
const figures = [];

if (only.test('click')) {
  await measure(clicking.COLUMNS, (bed) => clicking.clicks(bed, site));
}
if (only.test('command')) {
  await measure(commanding.COLUMNS, (bed) => commanding.commands(bed, site));
}
const wanted = [...pages].filter(([name]) => only.test(`snapshot-${name}`));
if (wanted.length > 0) {
  await measure(seeing.COLUMNS, (bed) => seeing.snapshots(bed, site, wanted));
}
const worked = [...pages].filter(([name]) => name !== 'table50k' && only.test(`steps-${name}`));
if (worked.length > 0) {
  await measure(stepping.COLUMNS, (bed) => stepping.steps(bed, site, worked));
}
process.exit(summarise());

/**
 * @param {string[]} columns
 * @param {(bed: import('./bed.mjs').Bed) => AsyncGenerator<import('./report.mjs').Figure>} group
 */
async function measure(columns, group) {
  const bed = await startBed(site);
  console.log(`\n${header(columns)}   (load ${load()})`);
  for await (const figure of group(bed)) {
    figures.push({ columns, figure });
    console.log(line(columns, figure));
  }
  bed.stop();
}

/** @returns {number} the exit code */
function summarise() {
  for (const reason of figures.flatMap(({ figure }) => reasons(figure))) console.log(`  ${reason}`);
  const verdicts = figures.map(({ columns, figure }) => verdict(columns, figure));
  const count = (/** @type {string} */ what) => verdicts.filter((each) => each === what).length;
  console.log(`\naims: ${count('met')} met, ${count('MISSED')} missed; load ${load()}`);
  if (options.json) {
    const content = {
      load: loadBefore,
      figures: figures.map(({ columns, figure }) => asJson(columns, figure)),
    };
    writeFileSync(options.json, JSON.stringify(content, null, 2) + '\n');
  }
  // A figure says how things are; `cargo xtask bench --check` judges it.
  return 0;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, json: { type: 'string' } },
    });
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}
