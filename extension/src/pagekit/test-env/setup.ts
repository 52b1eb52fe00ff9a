// One Chromium and one bundle of the kit for all tests that need a real page.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where Chromium's debugger listens. */
    chromium: string;
    /** The kit as one script, as it is put into a world of its own. */
    kitScript: string;
    /** The script that notes listeners in the page's own world. */
    listenersScript: string;
  }
}

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

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('kitScript', await bundle('installKit', '../standalone.ts'));
  project.provide('listenersScript', await bundle('noteListeners', '../listeners/listeners.ts'));
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
  project.provide('chromium', await debuggerOf(chromium.stderr, exited));
  return async () => {
    process.off('exit', end);
    signal('SIGTERM');
    await exited;
    // Its children may outlive it for a moment and write into the profile.
    for (let left = GROUP_MS_MAX; signal('SIGKILL') && left > 0; left -= LOOK_MS)
      await sleep(LOOK_MS);
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
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

/** A script that calls one function of one module. */
async function bundle(name: string, module: string): Promise<string> {
  const file = new URL(module, import.meta.url).pathname;
  const entry = 'virtual:entry';
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry ? `import { ${name} } from ${JSON.stringify(file)}; ${name}();` : null,
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}
