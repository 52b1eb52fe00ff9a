// @ts-check
// Programs and folders of one run. Whatever happens, none of them is left behind.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_MS_MAX = 30_000;
const SAID_LENGTH_MAX = 10_000;

const root = mkdtempSync(join(tmpdir(), 'tabwright-bench-relay-'));
/** @type {Set<number>} leaders of process groups, in the order of their start */
const groups = new Set();

process.on('exit', () => {
  // A browser first: its extension would have a daemon that is gone started again.
  for (const pid of [...groups].reverse()) killGroup(pid);
  removeFolder(root);
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => process.exit(130));
}

/** A new folder, which lasts as long as the run at most. @param {string} name */
export function makeFolder(name) {
  return mkdtempSync(join(root, `${name}-`));
}

/** @param {string} folder */
export function removeFolder(folder) {
  // A browser that was just killed may still be writing its last files.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/**
 * Starts a program and waits until it says that it is ready. Without a vital one the run is over.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, ready: RegExp, isVital?: boolean }} options
 * @returns {Promise<{ pid: number, found: RegExpExecArray, stop: () => Promise<void> }>}
 */
export function start(program, args, { env = process.env, ready, isVital = true }) {
  // A process group of its own, so that one signal reaches every child.
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (pid) groups.add(pid);
  const stop = async () => {
    if (!pid || !groups.delete(pid)) return;
    killGroup(pid);
    await ended;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    let isReady = false;
    const fail = (/** @type {string} */ why) => {
      clearTimeout(timer);
      void stop();
      reject(new Error(`${program} ${why}: ${said.trim().slice(-1_000)}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${START_MS_MAX} ms`), START_MS_MAX);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => {
      if (!isReady) return fail(`exited with ${code ?? signal}`);
      if (!isVital || !pid || !groups.has(pid)) return;
      console.error(`${program} ended in the middle of the run (${code ?? signal})`);
      process.exit(1);
    });
    const listen = (/** @type {string} */ chunk) => {
      // Read to the end, lest it block; heard only until it is ready.
      if (isReady) return;
      said = (said + chunk).slice(-SAID_LENGTH_MAX);
      const found = ready.exec(said);
      if (!found || !pid) return;
      isReady = true;
      clearTimeout(timer);
      resolve({ pid, found, stop });
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
  });
}

/** @param {number} pid */
function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
}
