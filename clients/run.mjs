// @ts-check
// Runs clients that others wrote against a running daemon with a browser: one line per check.

import { parseArgs } from 'node:util';
import { Daemon } from '../conformance/agents/daemon.mjs';
import { openSite } from '../conformance/agents/site.mjs';
import { Client } from './client.mjs';
import { NOT_APPLICABLE, runScenario, scenarioNames } from './conformance.mjs';
import { inspect, inspections } from './inspector.mjs';
import { putPage, scenarios } from './scenarios.mjs';

const USAGE = `usage: node run.mjs --program FILE --home FOLDER --port NUMBER --python FILE
  --only REGEX   run the checks whose line fits
  --passed NUMBER, --failed NUMBER   checks before these, which the last line counts`;
const CHECK_MS_MAX = 60_000;

/** @typedef {import('./adapters/lines.mjs').Place} Place */

const options = readOptions();
const only = new RegExp(options.only ?? '');
const daemon = new Daemon({
  program: options.program ?? '',
  home: options.home ?? '',
  port: Number(options.port),
});

const adapter = (/** @type {string} */ file) =>
  new URL(`./adapters/${file}`, import.meta.url).pathname;
/**
 * `missesLastWord`: it hands progress on a moment after it has read it, and an answer at once. What comes on stdio in one
 * piece with the answer therefore finds nobody who listens, whatever a server does.
 *
 * @type {{ name: string, command: string[], versions: Place['version'][], missesLastWord?: boolean }[]}
 */
const clients = [
  {
    name: 'typescript sdk 1.32.2',
    command: [process.execPath, adapter('typescript-1.mjs')],
    versions: ['sessions'],
    missesLastWord: true,
  },
  {
    name: 'typescript sdk 2.4.0',
    command: [process.execPath, adapter('typescript-2.mjs')],
    versions: ['sessions', '2026-07-28'],
    missesLastWord: true,
  },
  {
    name: 'python sdk 2.3.0',
    command: [options.python ?? '', adapter('python_sdk.py')],
    versions: ['sessions', '2026-07-28'],
  },
  {
    name: 'fastmcp 4.1.2',
    command: [options.python ?? '', adapter('fast_mcp.py')],
    versions: ['sessions', '2026-07-28'],
  },
];
/** @type {Place['carrier'][]} */
const CARRIERS = ['stdio', 'http'];

const counts = {
  passed: Number(options.passed ?? 0),
  failed: Number(options.failed ?? 0),
  notApplicable: 0,
};
/** @type {string[]} */
const failures = [];
// A client that failed leaves waits behind.
process.on('unhandledRejection', () => {});
process.exit(await run());

/** @returns {Promise<number>} the exit code */
async function run() {
  const site = await openSite();
  const page = putPage(site);
  for (const { name, command, versions, missesLastWord } of clients) {
    for (const place of places(versions, name)) {
      const mayMissLastWord = missesLastWord === true && place.carrier === 'stdio';
      for (const [what, scenario] of scenarios) {
        await check(`${label(name, place)}: ${what}`, () =>
          inScenario(scenario, command, place, page, mayMissLastWord),
        );
      }
    }
  }
  for (const place of places(['sessions', '2026-07-28'], 'inspector')) {
    for (const inspection of inspections) {
      const line = `${label('inspector 2.12.0', place)}: ${inspection[0]}`;
      await check(line, () => inspect(inspection, place, page));
    }
  }
  for (const scenario of await scenarioNames()) {
    const line = `conformance suite 0.1.16, http: ${scenario}`;
    const reason = NOT_APPLICABLE[scenario];
    if (reason === undefined) {
      const url = `${daemon.url}/mcp?token=${daemon.agentToken}`;
      await check(line, () => runScenario(scenario, url));
    } else if (only.test(line)) {
      counts.notApplicable += 1;
      console.log(`n/a   ${line}: ${reason}`);
    }
  }
  site.close();
  for (const failure of failures) console.log(failure);
  console.log(
    `${counts.notApplicable} do not apply to a server that is not their fixture, as listed`,
  );
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  // A run in which nothing ran has proved nothing.
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

/** @param {Place['version'][]} versions @param {string} name @returns {Place[]} */
function places(versions, name) {
  return versions.flatMap((version) =>
    CARRIERS.map((carrier) => ({
      carrier,
      version,
      name: name.replaceAll(/\W/g, '-'),
      program: daemon.program,
      environment: daemon.environment,
      url: `${daemon.url}/mcp`,
      token: daemon.agentToken,
    })),
  );
}

/** @param {string} client @param {Place} place */
function label(client, { carrier, version }) {
  return `${client}, ${carrier}, ${version === 'sessions' ? 'with sessions' : version}`;
}

/**
 * @param {typeof scenarios[number][1]} scenario
 * @param {string[]} command
 * @param {Place} place
 * @param {string} page
 * @param {boolean} mayMissLastWord
 */
async function inScenario(scenario, command, place, page, mayMissLastWord) {
  /** @type {Client[]} */
  const arrived = [];
  const arrive = async () => {
    const client = await Client.connect(command, place);
    arrived.push(client);
    return client;
  };
  let well = false;
  try {
    const client = await arrive();
    await scenario({ client, another: arrive, page, daemon, name: place.name, mayMissLastWord });
    well = true;
  } finally {
    // What it opened is closed, so that no check sees tabs of another.
    for (const client of arrived) {
      if (!well) client.kill();
      else await client.call('reset').then(() => client.close());
    }
  }
  const complaint = arrived
    .map((client) => client.complaint)
    .join('')
    .trim();
  if (/error|failed|warn/i.test(complaint))
    throw new Error(`it complains: ${complaint.slice(-600)}`);
}

/** @param {string} line @param {() => Promise<void>} work */
async function check(line, work) {
  if (!only.test(line)) return;
  const began = performance.now();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const alarm = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${CHECK_MS_MAX} ms`)), CHECK_MS_MAX);
  });
  try {
    await Promise.race([work(), alarm]);
    counts.passed += 1;
    console.log(`ok    ${line} (${Math.round(performance.now() - began)} ms)`);
  } catch (error) {
    counts.failed += 1;
    const why = error instanceof Error ? error.message : String(error);
    failures.push(`FAIL  ${line}\n${why.replace(/^/gm, '      ')}`);
    console.log(`FAIL  ${line} (${Math.round(performance.now() - began)} ms)`);
  } finally {
    clearTimeout(timer);
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        program: { type: 'string' },
        home: { type: 'string' },
        port: { type: 'string' },
        python: { type: 'string' },
        only: { type: 'string' },
        passed: { type: 'string' },
        failed: { type: 'string' },
      },
    });
    for (const name of /** @type {const} */ (['program', 'home', 'port', 'python'])) {
      if (!values[name]) throw new Error(`--${name} is missing`);
    }
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}
