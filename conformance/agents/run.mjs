// @ts-check
// Runs the cases of one theme against a daemon that is there: `crates/cli/tests/agents.rs` starts it.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Daemon } from './daemon.mjs';
import { runCase } from './runner.mjs';
import { openSite } from './site.mjs';

const USAGE = `usage: node run.mjs --theme NAME --program FILE --home FOLDER --port NUMBER
  --person-url WS   the browser's own CDP address, where the person is; without it there is no browser
  --downloads DIR   where that browser puts files
  --only REGEX      run the cases whose 'file: name (carrier)' fits`;

const options = readOptions();
process.exit(await run());

/** @returns {Promise<number>} the exit code */
async function run() {
  const { program = '', home = '', port, theme } = options;
  const only = new RegExp(options.only ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'agents-run-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const daemon = new Daemon({ program, home, port: Number(port) });
  const site = await openSite();
  const ground = {
    site,
    daemon,
    personUrl: options['person-url'],
    downloads: options.downloads,
    folder,
  };
  const files = new URL(`./themes/${theme}/`, import.meta.url);
  let passed = 0;
  /** @type {string[]} */
  const failures = [];
  for (const file of readdirSync(files).sort()) {
    /** @type {import('./case.mjs').Case[]} */
    const cases = (await import(new URL(file, files).href)).default;
    for (const item of cases) {
      for (const carrier of item.over ?? /** @type {const} */ (['stdio'])) {
        const name = `${basename(file, '.mjs')}: ${item.name} (${carrier})`;
        if (!only.test(name)) continue;
        const began = performance.now();
        const error = await runCase(item, carrier, ground);
        const took = `${Math.round(performance.now() - began)} ms`;
        if (!error) passed += 1;
        else failures.push(`FAIL  ${name} (${took})\n${told(error)}`);
        console.log(error ? `FAIL  ${name} (${took})` : `ok    ${name} (${took})`);
      }
    }
  }
  site.close();
  console.log(`${theme}: ${passed} passed, ${failures.length} failed`);
  // At the end, where whoever reads a long log looks first.
  for (const failure of failures) console.log(failure);
  // A run in which nothing ran has proved nothing.
  return failures.length > 0 || passed === 0 ? 1 : 0;
}

/** @param {unknown} error */
function told(error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.replace(/^/gm, '      ');
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        theme: { type: 'string' },
        program: { type: 'string' },
        home: { type: 'string' },
        port: { type: 'string' },
        'person-url': { type: 'string' },
        downloads: { type: 'string' },
        only: { type: 'string' },
      },
    });
    for (const name of /** @type {const} */ (['theme', 'program', 'home', 'port'])) {
      if (!values[name]) throw new Error(`--${name} is missing`);
    }
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}
