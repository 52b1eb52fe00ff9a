// @ts-check
// Records the chores with each tool, replays them on every variant of the sites, and tells what was really done.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PEERS, TOOLS } from './adapters/all.mjs';
import { inTime } from './adapters/tool.mjs';
import { allCases } from './cases.mjs';
import { CHORES } from './chores.mjs';
import { temporaryFolder } from './chromium.mjs';
import { judge } from './judge.mjs';
import { Shelf, placed, recordChore } from './record.mjs';
import { openSites } from './server.mjs';
import { tableOf } from './table.mjs';

const USAGE = `usage: node run.mjs [options]
  --tools a,b        ${Object.keys(TOOLS).join(', ')}; the peers if none are named
  --only REGEX       only chores whose name fits
  --variants a,b     only these variants
  --held-out         the held-out cases too; they are counted and never described
  --record           record again, also what is recorded already
  --recordings DIR   where recordings are kept (target/flows of the repository)
  --workers N        so many browsers at a time (2)
  --json FILE        write the outcomes there
  --list             print the cases`;

/**
 * @typedef {object} Outcome
 * @property {import('./cases.mjs').Case} it
 * @property {import('./judge.mjs').Verdict} verdict
 * @property {string} [why] what the tool said
 * @property {import('./server.mjs').Entry[]} journal
 */

const options = readOptions();
const cases = allCases().filter(
  (it) =>
    options.only.test(it.chore.name) &&
    (options.variants?.includes(it.variant) ?? true) &&
    (options.heldOut || !it.heldOut),
);
// Whatever was started ends with this process.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => process.exit(130));
}
if (options.list) list();
else process.exit(await runAll());

/** @returns {Promise<number>} the exit code */
async function runAll() {
  const files = writeFiles();
  const told = [];
  let isProven = true;
  try {
    for (const name of options.tools) {
      const tool = TOOLS[name];
      const recordings = await record(name, files);
      const outcomes = await replay(tool, recordings, files);
      console.log(tableOf(tool, outcomes));
      told.push({ tool: tool.name, outcomes: outcomes.map(described) });
      if (tool.isProof) isProven = outcomes.every(({ it, verdict }) => it.wanted === verdict);
    }
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
  if (options.json) writeFileSync(options.json, JSON.stringify(told, null, 2) + '\n');
  return isProven ? 0 : 1;
}

/** @param {string} name @param {string} files @returns {Promise<Map<string, string>>} */
async function record(name, files) {
  const shelf = new Shelf(options.recordings, name);
  const sites = await openSites();
  const recordings = new Map();
  for (const chore of new Set(cases.map(({ chore }) => chore))) {
    const kept = options.record ? undefined : shelf.get(chore.name);
    try {
      const recording = kept ?? (await recordChore(TOOLS[name], chore, sites, files));
      shelf.put(chore.name, recording);
      recordings.set(chore.name, recording);
    } catch (error) {
      console.error(`${name} could not record ${chore.name}: ${reason(error)}`);
    }
  }
  sites.close();
  return recordings;
}

/**
 * @param {import('./adapters/tool.mjs').Tool} tool
 * @param {Map<string, string>} recordings
 * @param {string} files
 */
async function replay(tool, recordings, files) {
  const left = [...cases.entries()];
  /** @type {Outcome[]} */
  const outcomes = [];
  const work = async () => {
    const sites = await openSites();
    const player = await tool.open(files);
    try {
      for (let next = left.shift(); next; next = left.shift()) {
        const [place, it] = next;
        outcomes[place] = await play(player, sites, it, recordings.get(it.chore.name));
        if (!it.heldOut || tool.isProof) describe(outcomes[place]);
      }
    } finally {
      await player.close();
      sites.close();
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return outcomes;
}

/**
 * @param {import('./adapters/tool.mjs').Player} player
 * @param {import('./server.mjs').Sites} sites
 * @param {import('./cases.mjs').Case} it
 * @param {string | undefined} recording
 * @returns {Promise<Outcome>}
 */
async function play(player, sites, it, recording) {
  if (recording === undefined) return { it, verdict: 'stopped', why: 'not recorded', journal: [] };
  sites.begin(it.variant);
  const address = `${sites.origin}/${it.chore.site}/`;
  let why;
  try {
    await inTime(player.replay({ recording: placed(recording, sites), it, address }));
  } catch (error) {
    why = reason(error);
  }
  const judged = await judge(sites, it, why === undefined);
  await player.clear();
  return { it, why, ...judged };
}

/** @param {Outcome} outcome */
function describe({ it, verdict, why = 'says that it is done', journal }) {
  if (verdict === it.wanted) return;
  console.log(`${it.chore.name} · ${it.variant}: ${verdict}: ${why}`);
  if (verdict === 'wrong') console.log(`    ${JSON.stringify(journal)}`);
}

/** What may be known of a case. @param {Outcome} outcome */
function described({ it, verdict, why, journal }) {
  const { heldOut, variant } = it;
  if (heldOut) return { heldOut, variant, verdict };
  return { heldOut, variant, chore: it.chore.name, verdict, why, journal };
}

/** @param {unknown} error */
function reason(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').slice(0, 3).join(' ').slice(0, 300) || 'no reason given';
}

function list() {
  for (const { chore, variant, heldOut } of cases) {
    console.log(`${chore.name} · ${variant}${heldOut ? ' · held out' : ''}`);
  }
}

/** Every file that some chore uploads. */
function writeFiles() {
  const folder = temporaryFolder('files');
  for (const { gestures, values, others } of CHORES) {
    if (!gestures.some((gesture) => gesture.do === 'upload')) continue;
    const names = [...Object.values(values), ...Object.values(others)];
    for (const name of names.filter((name) => name.endsWith('.pdf'))) {
      writeFileSync(join(folder, name), `%PDF-1.4 ${name}\n`);
    }
  }
  return folder;
}

function readOptions() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const { values } = parseArgs({
    options: {
      tools: { type: 'string' },
      only: { type: 'string', default: '' },
      variants: { type: 'string' },
      'held-out': { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      recordings: { type: 'string', default: join(root, 'target', 'flows') },
      workers: { type: 'string', default: '2' },
      json: { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const tools = values.tools?.split(',') ?? PEERS;
  const unknown = tools.find((name) => !(name in TOOLS));
  if (values.help || unknown) {
    console.error(unknown ? `no tool is named ${unknown}\n${USAGE}` : USAGE);
    process.exit(unknown ? 2 : 0);
  }
  mkdirSync(values.recordings, { recursive: true });
  return {
    ...values,
    tools,
    only: new RegExp(values.only),
    variants: values.variants?.split(','),
    heldOut: values['held-out'],
    workers: Number(values.workers),
  };
}
