// @ts-check
// Our MCP server on stdio and over HTTP, beside @playwright/mcp, chrome-devtools-mcp and agent-browser.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { agentBrowser } from './contenders/agent-browser.mjs';
import { open } from './contenders/contender.mjs';
import { devtoolsMcp } from './contenders/devtools.mjs';
import { playwrightMcp } from './contenders/playwright.mjs';
import { overHttp, overStdio } from './contenders/tabwright.mjs';
import * as clicking from './figures/clicks.mjs';
import { memory } from './figures/memory.mjs';
import { visits } from './figures/pages.mjs';
import { evaluations, scripts } from './figures/scripts.mjs';
import { starts } from './figures/start.mjs';
import { tools } from './figures/tools.mjs';
import { allPages } from '../control/pages.mjs';
import { asJson, header, line, reasons, verdict } from '../control/report.mjs';
import { openSite } from '../control/site.mjs';
import { load } from '../relay/proc.mjs';

const USAGE = `usage: node run.mjs [--only REGEX] [--json FILE]
  --only REGEX   the groups whose name fits: start, tools, page-counter, page-form200, page-list5k,
                 click, evaluate, script, memory
  --json FILE    write the figures there
  TABWRIGHT names another binary than target/release/tabwright`;

const COLUMNS = ['stdio', 'http', 'pw-mcp', 'devtools', 'ab'];
/** With what stands near the top of each. */
const PAGES = { counter: 'Count 0', form200: 'Field 0', list5k: 'What happened on day 0' };

const options = readOptions();
const only = new RegExp(options.only ?? '');
const loadBefore = load();
console.log(`${cpus().length} cores, load ${loadBefore}`);
const site = await openSite(new Map([...allPages(), ['counter', clicking.COUNTER]]));
/** @type {import('../control/report.mjs').Figure[]} */
const figures = [];

const contenders = [
  await overStdio(site),
  await overHttp(site),
  playwrightMcp(),
  devtoolsMcp(),
  agentBrowser(),
];
if (only.test('start')) await measure(starts(contenders));
const groups = sessionGroups().filter(([name]) => only.test(name));
if (groups.length > 0) {
  const sessions = await openAll();
  for (const [, group] of groups) await measure(group(sessions));
}
contenders.forEach(({ stop }) => stop());
process.exit(summarise());

/**
 * @typedef {(sessions: import('./contenders/contender.mjs').Session[]) =>
 *   AsyncGenerator<import('../control/report.mjs').Figure>} Group
 */

/** @returns {[string, Group][]} those that need a conversation, in order */
function sessionGroups() {
  /** @type {[string, Group][]} */
  const pages = Object.entries(PAGES).map(([page, proof]) => [
    `page-${page}`,
    (sessions) => visits(sessions, `${site}/${page}`, page, proof),
  ]);
  return [
    ['tools', tools],
    ...pages,
    ['click', (sessions) => clicking.clicks(sessions, `${site}/counter`)],
    ['evaluate', evaluations],
    ['script', scripts],
    ['memory', memory],
  ];
}

/** Those that do begin. */
async function openAll() {
  const sessions = [];
  for (const contender of contenders) {
    try {
      const session = await open(contender);
      await session.words.begin();
      sessions.push(session);
    } catch (error) {
      console.error(
        `  ${contender.name} is out: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
  return sessions;
}

/** @param {AsyncGenerator<import('../control/report.mjs').Figure>} group */
async function measure(group) {
  console.log(`\n${header(COLUMNS)}   (load ${load()})`);
  for await (const figure of group) {
    figures.push(figure);
    console.log(line(COLUMNS, figure));
  }
}

/** @returns {number} the exit code */
function summarise() {
  for (const reason of figures.flatMap(reasons)) console.log(`  ${reason}`);
  const verdicts = figures.map((figure) => verdict(COLUMNS, figure));
  const count = (/** @type {string} */ what) => verdicts.filter((each) => each === what).length;
  console.log(`\naims: ${count('met')} met, ${count('MISSED')} missed; load ${load()}`);
  if (options.json) {
    const content = { load: loadBefore, figures: figures.map((figure) => asJson(COLUMNS, figure)) };
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
