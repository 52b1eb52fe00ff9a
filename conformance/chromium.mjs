// @ts-check
// Starts one Chromium for `--direct` and leaves nothing of it behind.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];
const START_MS_MAX = 20_000;

/** @returns {Promise<{ endpoint: import('./endpoint.mjs').Endpoint, stop: () => void }>} */
export async function startChromium() {
  const profile = mkdtempSync(join(tmpdir(), 'conformance-profile-'));
  const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
  // A process group of its own, so that one signal reaches every child.
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => {
    if (child.pid) killGroup(child.pid);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const wsUrl = await debuggingUrl(child);
    const httpUrl = `http://${new URL(wsUrl).host}`;
    return { endpoint: { wsUrl, httpUrl, personUrl: wsUrl }, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
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
