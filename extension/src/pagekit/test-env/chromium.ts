// A headless Chromium with a profile of its own, for the tests that need a real page.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-breakpad',
  '--site-per-process',
  '--remote-debugging-port=0',
  '--window-size=1280,800',
];

const GROUP_MS_MAX = 5000;
const LOOK_MS = 50;

export interface Chromium {
  /** Where its debugger listens. */
  url: string;
  /** Ends it with all its processes, and removes its profile. */
  stop(): Promise<void>;
}

export async function startChromium(): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'kit-profile-'));
  const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const chromium = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own, so that its children can be ended with it.
    detached: true,
  });
  const exited = once(chromium, 'exit');
  const signal = (name: NodeJS.Signals) => chromium.pid !== undefined && reach(chromium.pid, name);
  const end = () => {
    signal('SIGKILL');
  };
  process.once('exit', end);
  const url = await debuggerOf(chromium.stderr, exited);
  return {
    url,
    async stop() {
      process.off('exit', end);
      signal('SIGTERM');
      await exited;
      // Its children may outlive it for a moment and write into the profile.
      for (let left = GROUP_MS_MAX; signal('SIGKILL') && left > 0; left -= LOOK_MS)
        await sleep(LOOK_MS);
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Whether anything of the process group is there to hear the signal. */
function reach(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

async function debuggerOf(
  stderr: NodeJS.ReadableStream,
  exited: Promise<unknown>,
): Promise<string> {
  let said = '';
  const listening = new Promise<string>((resolve) => {
    stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-10_000);
      const url = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    });
  });
  const gone = exited.then(() => Promise.reject(new Error(`Chromium did not start: ${said}`)));
  return Promise.race([listening, gone]);
}
