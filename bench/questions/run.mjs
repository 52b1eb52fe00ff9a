// @ts-check
// How many questions the person is asked while an agent works in tabs of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBed } from '../control/bed.mjs';
import { asJson, header, line, none, verdict } from '../control/report.mjs';
import { openSite } from '../control/site.mjs';
import { connect } from '../mcp/agent.mjs';
import { reachOf } from '../mcp/contenders/tabwright.mjs';
import { load } from '../relay/proc.mjs';
import { EVERYDAY, PAYING } from './everyday.mjs';

const COLUMNS = ['tabwright'];
const MINIWOB = fileURLToPath(new URL('../../miniwob/run.mjs', import.meta.url));
/** Nobody answers here. */
const SETTINGS = { TABWRIGHT_ASK_TIMEOUT_S: '1' };

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'string' } },
});
const only = new RegExp(options.only ?? '');
const loadBefore = load();
const pages = [...EVERYDAY, PAYING].map(({ name, page }) => [nameOf(name), documentOf(page)]);
const site = await openSite(new Map(/** @type {[string, string][]} */ (pages)));
const bed = await startBed(site, SETTINGS);
/** @type {import('../control/report.mjs').Figure[]} */
const figures = [];
console.log(header(COLUMNS));
if (only.test('everyday')) await everyday();
if (only.test('miniwob')) await miniwob();
bed.stop();
process.exit(summarise());

async function everyday() {
  const agent = await connect(reachOf(bed));
  const tasks = await questionsDuring(async () => {
    for (const { name, work, proof } of EVERYDAY) {
      const url = `${site}/${nameOf(name)}`;
      await agent.call('navigate', { url });
      await work(agent, url);
      const { text } = await agent.call('read', { what: 'text' });
      if (!text.includes(proof)) throw new Error(`${name}: the page does not say "${proof}"`);
    }
  });
  tell({
    name: 'five everyday tasks, questions',
    values: { tabwright: tasks },
    aim: none,
  });
  const paying = await questionsDuring(async () => {
    await agent.call('navigate', { url: `${site}/${nameOf(PAYING.name)}` });
    await PAYING.work(agent).catch(() => {});
  });
  if (paying !== 1) throw new Error(`paying asked ${paying} times, and should ask once`);
  tell({ name: 'paying, questions', values: { tabwright: paying } });
  await agent.close();
}

async function miniwob() {
  // Where there was one token only, it is the agents', too.
  const token = ['agent-token', 'token']
    .map((name) => join(bed.home, 'data', name))
    .find(existsSync);
  if (!token) throw new Error('the daemon has made no token');
  const port = new URL(bed.relayUrl).port;
  const args = [MINIWOB, '--port', port, '--token', readFileSync(token, 'utf8').trim()];
  const questions = await questionsDuring(async () => {
    const run = spawn('node', [...args, '--seeds', '1-2'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    run.stdout.on('data', (piece) => (said += piece));
    await once(run, 'close');
    const [sum] = /\d+ passed, \d+ failed\s*$/.exec(said) ?? [];
    if (!sum) throw new Error(`MiniWoB did not end:\n${said}`);
    console.log(`    ${sum.trim()}: a task that asks fails, for nobody answers`);
  });
  tell({ name: 'MiniWoB, questions', values: { tabwright: questions } });
}

/** @param {() => Promise<unknown>} work */
async function questionsDuring(work) {
  const before = await asked();
  await work();
  const during = (await asked()).slice(before.length);
  for (const { operation, detail, note } of during) {
    console.log(`    ${operation} ${detail.slice(0, 100)}: ${note}`);
  }
  return during.length;
}

/** What the log has refused. @returns {Promise<{ operation: string, detail: string, note: string }[]>} */
async function asked() {
  const { entries } = JSON.parse(
    await bed.cli('log', '--outcome=refused', '--max=10000', '--json'),
  );
  return entries;
}

/** @param {import('../control/report.mjs').Figure} figure */
function tell(figure) {
  figures.push(figure);
  console.log(line(COLUMNS, figure));
}

function summarise() {
  const told = {
    load: loadBefore,
    figures: figures.map((figure) => asJson(COLUMNS, figure)),
  };
  if (options.json) writeFileSync(options.json, JSON.stringify(told, null, 2) + '\n');
  return figures.some((figure) => verdict(COLUMNS, figure) === 'MISSED') ? 1 : 0;
}

/** @param {string} words */
function nameOf(words) {
  return words.replaceAll(' ', '-');
}

/** @param {string} body */
function documentOf(body) {
  return `<!doctype html><meta charset=utf-8><title>Everyday</title>${body}`;
}
