// @ts-check
// Whatever a contender starts carries a mark in its environment: so it is found for its memory, and
// ended with the run, however far from us it has gone.

import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { residentMb } from '../relay/proc.mjs';

const MARK = 'TABWRIGHT_BENCH_MCP';
const ENDINGS_MAX = 40;
const ENDING_MS = 50;

// Short: browsers put sockets into it, and the system allows their paths 108 characters.
const root = mkdtempSync(join(tmpdir(), 'tabwright-mcp-'));

process.on('exit', () => {
  // A browser that loses its daemon may have it started again, so once is not enough.
  for (let round = 0; round < ENDINGS_MAX && endMarked(root); round += 1) pause(ENDING_MS);
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => process.exit(130));
}

/** A folder for one contender. @param {string} name */
export function makeFolder(name) {
  return mkdtempSync(join(root, `${name}-`));
}

/**
 * The environment of a contender, which all that it starts inherits.
 * @param {string} folder
 * @param {Record<string, string>} [more]
 * @returns {Record<string, string>}
 */
export function marked(folder, more = {}) {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  // What browsers leave behind in a temporary folder goes with the run.
  const own = { HOME: folder, TMPDIR: folder, [MARK]: folder };
  return { ...Object.fromEntries(inherited), ...own, ...more };
}

/**
 * What a contender has running besides a browser, with its memory.
 * @param {string} folder
 * @returns {{ pid: number, mb: number }[]}
 */
export function residents(folder) {
  return markedProcesses(folder).flatMap((pid) => {
    try {
      const isBrowser = /chrom/i.test(basename(readlinkSync(`/proc/${pid}/exe`)));
      return isBrowser ? [] : [{ pid, mb: residentMb(pid) }];
    } catch {
      return [];
    }
  });
}

/** @param {string} folder or the start of it @returns {number} how many there were */
export function endMarked(folder) {
  const pids = markedProcesses(folder);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  return pids.length;
}

/** @param {string} folder @returns {number[]} */
function markedProcesses(folder) {
  const wanted = `${MARK}=${folder}`;
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const variables = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      return variables.some((each) => each.startsWith(wanted)) ? [Number(name)] : [];
    } catch {
      // It has ended, or is another user's.
      return [];
    }
  });
}

/** Nothing else can be waited for while a process exits. @param {number} ms */
function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
