// @ts-check
// Starts Chromium with a profile of its own and leaves nothing of it behind.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=en-US',
  '--window-size=1280,900',
];
const START_MS_MAX = 30_000;

/**
 * @typedef {object} Chromium
 * @property {string} wsUrl
 * @property {string} httpUrl
 * @property {() => void} stop
 */

/** @param {string[]} [more] @returns {Promise<Chromium>} */
export async function startChromium(more = []) {
  const profile = temporaryFolder('profile');
  const flags = [...FLAGS, ...more, '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  // A process group of its own, so that one signal reaches every child.
  const child = spawn(PROGRAM, [...flags, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LANGUAGE: 'en_US' },
  });
  const stop = () => {
    process.off('exit', stop);
    if (child.pid) killGroup(child.pid);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', stop);
  try {
    const wsUrl = await debuggingUrl(child);
    return { wsUrl, httpUrl: `http://${new URL(wsUrl).host}`, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** @type {Set<string>} */
const folders = new Set();
// Also where a run was interrupted.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A folder that is gone when the process ends, if it was not removed before. @param {string} what */
export function temporaryFolder(what) {
  const folder = mkdtempSync(join(tmpdir(), `flows-${what}-`));
  folders.add(folder);
  return folder;
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function debuggingUrl(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`Chromium did not start within ${START_MS_MAX} ms: ${said}`)),
      START_MS_MAX,
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Chromium exited with ${code}: ${said}`)));
    child.stderr?.setEncoding('utf8').on('data', (chunk) => {
      said = (said + chunk).slice(-10_000);
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[1]);
    });
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
