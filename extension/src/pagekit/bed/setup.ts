// One Chromium and one bundle of the kit for all tests that need a real page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  '--site-per-process',
  '--remote-debugging-port=0',
  '--window-size=1280,800',
];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('kitScript', await bundle('installKit', '../standalone.ts'));
  project.provide('listenersScript', await bundle('noteListeners', '../listeners.ts'));
  const profile = mkdtempSync(join(tmpdir(), 'kit-profile-'));
  const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const chromium = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(chromium, 'exit');
  project.provide('chromium', await debuggerOf(chromium.stderr, exited));
  return async () => {
    chromium.kill();
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
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

/** For fixtures that are files. */
export function fixture(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
