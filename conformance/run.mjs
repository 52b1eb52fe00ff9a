// @ts-check
// Runs the conformance cases against one CDP endpoint: Chromium's own, or the relay's.

import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChromium } from './chromium.mjs';
import { runTheme } from './runner.mjs';
import { openSite } from './site.mjs';

const USAGE = `usage: node run.mjs --direct
       node run.mjs --url ws://… [--http-url http://…] [--person-url ws://…]
  --only REGEX   run the cases whose 'theme: name' fits
  --known FILE   JSON map of 'theme: name' to the reason why it is expected to fail
  --json FILE    write the outcomes there
  --times N      cases that prove something by repeating it do so N times (5)
  --list         print the names of the cases`;

const TIMES = 5;

const options = readOptions();
const cases = new URL('./cases/', import.meta.url);
const themes = readdirSync(cases)
  .filter((file) => file.endsWith('.mjs'))
  .sort();
const only = new RegExp(options.only ?? '');
/** @type {Record<string, string>} */
const known = options.known ? JSON.parse(readFileSync(options.known, 'utf8')) : {};

if (options.list) await list();
else process.exit(await run());

/** @returns {Promise<number>} the exit code */
async function run() {
  const { endpoint, stop } = options.direct ? await startChromium() : givenEndpoint();
  const folder = mkdtempSync(join(tmpdir(), 'conformance-run-'));
  process.on('exit', () => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => process.exit(130));
  }
  const site = await openSite();
  const outcomes = [];
  for (const file of themes) {
    const suite = await load(file);
    const wanted = (/** @type {string} */ name) => only.test(name);
    const ground = { endpoint, site, folder, times: Number(options.times ?? TIMES) };
    for await (const outcome of runTheme(theme(file), suite, wanted, ground)) {
      const judged = judge(outcome);
      outcomes.push(judged);
      console.log(describe(judged));
    }
  }
  await site.close();
  if (!options.only) outcomes.push(...strays(outcomes));
  if (options.json) writeFileSync(options.json, JSON.stringify(outcomes, null, 2) + '\n');
  return summarise(outcomes);
}

/**
 * @typedef {Omit<import('./runner.mjs').Outcome, 'state'> & {
 *   state: 'passed' | 'failed' | 'skipped' | 'known' | 'now passes' }} Judged
 */

/** @param {import('./runner.mjs').Outcome} outcome @returns {Judged} */
function judge(outcome) {
  const reason = known[outcome.name];
  if (reason === undefined || outcome.state === 'skipped') return outcome;
  if (outcome.state === 'failed') return { ...outcome, state: 'known' };
  // What hangs on the moment is known to pass now and then.
  if (reason.startsWith('Sometimes: ')) return outcome;
  return { ...outcome, state: 'now passes', why: `take it off the known list (${reason})` };
}

/**
 * Names on the known list that no case bears: a list that is not true hides something.
 * @param {Judged[]} outcomes
 * @returns {Judged[]}
 */
function strays(outcomes) {
  const names = new Set(outcomes.map(({ name }) => name));
  const lost = Object.keys(known).filter((name) => !names.has(name));
  for (const name of lost)
    console.log(`FAIL  ${name} — on the known list, but there is no such case`);
  return lost.map((name) => ({ name, state: 'failed', why: 'no such case', durationMs: 0 }));
}

/** @param {Judged} outcome */
function describe({ name, state, why, durationMs }) {
  const label = { passed: 'ok', failed: 'FAIL', skipped: 'skip' }[String(state)] ?? state;
  const reason = why ? ` — ${why.split('\n')[0]}` : '';
  return `${label.padEnd(5)} ${name} (${durationMs} ms)${reason}`;
}

/** @param {Judged[]} outcomes @returns {number} the exit code */
function summarise(outcomes) {
  const count = (/** @type {string[]} */ ...states) =>
    outcomes.filter(({ state }) => states.includes(state)).length;
  const failed = count('failed', 'now passes');
  if (count('known') > 0) console.log(`${count('known')} known failures, as listed`);
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
  console.log(`${count('passed')} passed, ${failed} failed${skipped}`);
  // A run in which nothing ran has proved nothing.
  return failed > 0 || count('passed') === 0 ? 1 : 0;
}

async function list() {
  for (const file of themes) {
    const suite = await load(file);
    for (const { name } of suite.cases) console.log(`${theme(file)}: ${name}`);
  }
}

/** @param {string} file @returns {Promise<import('./case.mjs').Suite>} */
async function load(file) {
  return (await import(new URL(file, cases).href)).default;
}

/** @param {string} file */
function theme(file) {
  return basename(file, '.mjs');
}

function givenEndpoint() {
  const { url: wsUrl = '', 'http-url': httpUrl, 'person-url': personUrl } = options;
  return { endpoint: { wsUrl, httpUrl, personUrl }, stop: () => {} };
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        direct: { type: 'boolean' },
        url: { type: 'string' },
        'http-url': { type: 'string' },
        'person-url': { type: 'string' },
        only: { type: 'string' },
        known: { type: 'string' },
        json: { type: 'string' },
        times: { type: 'string' },
        list: { type: 'boolean' },
      },
    });
    if (!values.list && Boolean(values.direct) === Boolean(values.url)) {
      throw new Error('give either --direct or --url');
    }
    if (values.times && !/^[1-9]\d*$/.test(values.times)) throw new Error('--times is a number');
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}
