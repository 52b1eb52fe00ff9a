// @ts-check
// Solves MiniWoB++ tasks through a running Tabwright, and tells how many episodes were rewarded.

import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from './control.mjs';
import { playEpisode } from './episode.mjs';
import { fetchPages, servePages } from './pages.mjs';
import { tasks, unsure } from './tasks.mjs';

const USAGE = `usage: node run.mjs (--home DIR | --token TOKEN) [--port PORT]
  --browser NAME   the backend: 'managed', or the daemon's choice
  --input WAY      'trusted' or 'synthesised', or the daemon's choice
  --seeds 1-5      the episodes of each task
  --only a,b       only these tasks
  --pages DIR      where the pages are kept (or MINIWOB_PAGES)
  --json FILE      write the outcomes there
  --list           print the names of the tasks`;

/**
 * @typedef {object} TaskOutcome
 * @property {string} task
 * @property {{ seed: number, reward: number, why?: string, durationMs: number }[]} episodes
 */

const options = readOptions();
if (options.list) console.log(Object.keys(tasks).join('\n'));
else process.exit(await run());

/** @returns {Promise<number>} the exit code */
async function run() {
  const site = await servePages(fetchPages(options.pages));
  const control = connect(options);
  const outcomes = [];
  for (const task of options.only) {
    const outcome = await play(control, `${site.origin}/miniwob/${task}.html`, task);
    outcomes.push(outcome);
    describe(outcome);
    // Each task has a tab of its own. What was typed into a password field is kept out of what the tab shows
    // afterwards, and by one seed the passwords of all tasks are the same.
    await control.close();
  }
  site.close();
  if (options.json) writeFileSync(options.json, JSON.stringify(outcomes, null, 2) + '\n');
  const failed = outcomes.filter((outcome) => !isPassed(outcome)).length;
  console.log(`${outcomes.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/**
 * @param {import('./control.mjs').Control} control
 * @param {string} url
 * @param {string} task
 * @returns {Promise<TaskOutcome>}
 */
async function play(control, url, task) {
  const solve = tasks[task] ?? unsure[task];
  if (!solve) throw new Error(`no solver for ${task}; --list names those there are`);
  const episodes = [];
  for (const seed of options.seeds) {
    const begun = performance.now();
    const outcome = await playEpisode(control, url, solve, seed);
    episodes.push({ seed, ...outcome, durationMs: Math.round(performance.now() - begun) });
  }
  return { task, episodes };
}

/** @param {TaskOutcome} outcome */
function describe({ task, episodes }) {
  const rewarded = episodes.filter(({ reward }) => reward === 1).length;
  const totalMs = episodes.reduce((sum, { durationMs }) => sum + durationMs, 0);
  console.log(`${task.padEnd(28)} ${rewarded}/${episodes.length}  ${totalMs} ms`);
  for (const { seed, why } of episodes) {
    if (why !== undefined) console.log(`  seed ${seed}: ${why}`);
  }
}

/** @param {TaskOutcome} outcome */
function isPassed({ episodes }) {
  return episodes.every(({ reward }) => reward === 1);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      home: { type: 'string', default: process.env.TABWRIGHT_HOME },
      port: { type: 'string', default: process.env.TABWRIGHT_PORT ?? '19222' },
      token: { type: 'string' },
      browser: { type: 'string' },
      input: { type: 'string' },
      seeds: { type: 'string', default: '1-5' },
      only: { type: 'string' },
      pages: { type: 'string', default: process.env.MINIWOB_PAGES },
      json: { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  });
  const token = values.token ?? (values.home && tokenOf(values.home));
  if (!token && !values.list) {
    console.error(USAGE);
    process.exit(2);
  }
  return {
    ...values,
    token: token ?? '',
    seeds: range(values.seeds),
    only: values.only?.split(',') ?? Object.keys(tasks),
    pages: values.pages ?? join(tmpdir(), 'miniwob-pages'),
  };
}

/** @param {string} home */
function tokenOf(home) {
  return readFileSync(join(home, 'data', 'token'), 'utf8').trim();
}

/** `1-5`, or `7`. @param {string} words */
function range(words) {
  const [first = 1, last = first] = words.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
