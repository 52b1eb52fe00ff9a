// @ts-check
// Drives real applications through a task each, by verbs and by MCP: one line per application, and one per failure.

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Browser } from './browser.mjs';
import { install } from './install.mjs';
import { endLeftovers } from './leftovers.mjs';
import { byMcp } from './mcp.mjs';
import { freePort } from './start.mjs';
import { perform } from './task.mjs';
import { byVerbs } from './verbs.mjs';

const USAGE = `usage: node run.mjs --program FILE --cache FOLDER
  --only NAME   only this application; can be repeated`;

/**
 * @typedef {object} World what an application gets for one run
 * @property {string} folder where its packages are
 * @property {string} data an empty folder, for this run alone
 * @property {number} port a free one
 * @property {NodeJS.ProcessEnv} env what its programs must be started with
 */

/**
 * @typedef {object} Application
 * @property {string} name
 * @property {import('./install.mjs').Packages} packages
 * @property {(world: World) => Promise<import('./start.mjs').Running>} start
 * @property {import('./steps.mjs').Step[] | ((world: World) => import('./steps.mjs').Step[])} steps
 * @property {(end: World & { url: string, evaluate: (script: string) => Promise<any> }) => Promise<void>} check
 *   throws unless the application is as the task leaves it
 */

/** How long an application may take until its state is as it should be. */
const STATE_MS_MAX = 10_000;
const WAYS = /** @type {const} */ ([
  ['verbs', byVerbs],
  ['mcp', byMcp],
]);

const options = readOptions();
// Whatever is started inherits this: at the end nothing that has it may be left.
const mark = randomUUID();
const env = { ...process.env, TABWRIGHT_APPS_RUN: mark };
/** @type {Set<() => Promise<void>>} */
const stops = new Set();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => void finish().finally(() => process.exit(130)));
}
process.exit(await run());

/** @returns {Promise<number>} the exit code */
async function run() {
  const applications = await chosen();
  const counts = { passed: 0, failed: 0 };
  try {
    const browser = await Browser.start(options.program, env);
    stops.add(() => browser.stop());
    for (const application of applications) {
      counts[(await drive(browser, application)) ? 'passed' : 'failed'] += 1;
    }
  } finally {
    for (const leftover of await finish()) {
      counts.failed += 1;
      console.log(`FAIL  a process was left behind and is ended now: ${leftover}`);
    }
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  // A run in which nothing ran has proved nothing.
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

/** Stops whatever runs. @returns {Promise<string[]>} what was left behind all the same */
async function finish() {
  // The browser was first, and the applications are in it.
  for (const stop of [...stops].reverse()) await stop().catch(() => {});
  stops.clear();
  return endLeftovers(mark);
}

/** @param {Browser} browser @param {Application} application @returns {Promise<boolean>} whether it passed */
async function drive(browser, application) {
  /** @type {string[]} */
  const told = [];
  let well = true;
  try {
    const folder = await install(
      join(options.cache, 'installed'),
      application.name,
      application.packages,
    );
    for (const [way, face] of WAYS) {
      const began = performance.now();
      try {
        const steps = await inWorld(folder, way, application, () => face(browser));
        told.push(
          `${steps} steps by ${way} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
        );
      } catch (error) {
        well = false;
        told.push(`failed by ${way}`);
        console.log(`FAIL  ${application.name} by ${way}: ${words(error)}`);
      }
    }
  } catch (error) {
    well = false;
    told.push(`not installed: ${words(error)}`);
  }
  console.log(`${well ? 'ok   ' : 'FAIL '} ${application.name}: ${told.join(', ')}`);
  return well;
}

/**
 * Starts the application afresh, and gives how many steps were done in it.
 * @param {string} folder
 * @param {string} way
 * @param {Application} application
 * @param {() => ReturnType<typeof byVerbs>} connect
 */
async function inWorld(folder, way, { name, start, steps: declared, check }, connect) {
  const data = await mkdtemp(join(tmpdir(), `tabwright-apps-${name}-`));
  /** @type {string[]} */
  const trace = [];
  /** @type {(() => Promise<void>)[]} */
  const ends = [() => rm(data, { recursive: true, force: true })];
  const later = (/** @type {() => Promise<void>} */ end) => {
    ends.push(end);
    stops.add(end);
  };
  try {
    const world = { folder, data, port: await freePort(), env };
    const { url, stop } = await start(world);
    later(stop);
    const { face, end } = await connect();
    later(end);
    const steps = typeof declared === 'function' ? declared(world) : declared;
    await perform(face, steps, url, (line) => void trace.push(line));
    await eventually(() => check({ ...world, url, evaluate: face.evaluate })).catch((error) => {
      throw new Error(`the application's state at the end: ${words(error)}`);
    });
    return steps.length;
  } finally {
    for (const end of ends.reverse()) {
      stops.delete(end);
      await end().catch((error) => void trace.push(`at the end: ${words(error)}`));
    }
    await mkdir(join(options.cache, 'traces'), { recursive: true });
    await writeFile(join(options.cache, 'traces', `${name}-${way}.txt`), trace.join('\n'));
  }
}

/**
 * Applications write a moment after they have said so. Ends when the check passes, or with its last complaint.
 * @param {() => Promise<void>} check
 */
async function eventually(check) {
  const until = Date.now() + STATE_MS_MAX;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(200);
    }
  }
}

/** @returns {Promise<Application[]>} */
async function chosen() {
  const catalog = new URL('./catalog/', import.meta.url);
  const files = (await readdir(catalog)).filter((file) => file.endsWith('.mjs')).sort();
  const all = await Promise.all(
    files.map(async (file) => (await import(new URL(file, catalog).href)).default),
  );
  const unknown = options.only.filter(
    (name) => !all.some((application) => application.name === name),
  );
  if (unknown.length > 0) {
    const names = all.map((application) => application.name).join(', ');
    console.error(`no application is called ${unknown.join(', ')}; there are ${names}`);
    process.exit(2);
  }
  return options.only.length === 0 ? all : all.filter(({ name }) => options.only.includes(name));
}

/** @param {unknown} error one line of it */
function words(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' / ').slice(0, 600);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        program: { type: 'string' },
        cache: { type: 'string' },
        only: { type: 'string', multiple: true },
      },
    });
    const { program, cache, only = [] } = values;
    if (!program || !cache) throw new Error('--program and --cache are needed');
    return { program, cache, only };
  } catch (error) {
    console.error(`${words(error)}\n${USAGE}`);
    process.exit(2);
  }
}
