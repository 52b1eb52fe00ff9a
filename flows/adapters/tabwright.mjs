// @ts-check
// Ours. Written against the command line that `tabwright flow` will have, and not yet in `all.mjs`: it has never run.
// What may have to be corrected then: the words of `flow` and the fields that `asParameters` reads.

import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { temporaryFolder } from '../chromium.mjs';

const PROGRAM = process.env.TABWRIGHT ?? 'tabwright';

/** @type {import('./tool.mjs').Tool} */
export const tabwright = {
  name: 'Tabwright',
  about: 'recorded by its own recorder; other values given as parameters; no model',
  record,
  open,
};

/** @param {import('./tool.mjs').RecordTask} task */
async function record({ chore, address, act }) {
  const home = await Home.start();
  try {
    const { tab } = await home.json('open', address);
    const visitor = await chromium.connectOverCDP(home.cdp());
    const pages = visitor.contexts().flatMap((context) => context.pages());
    const page = pages.find((page) => page.url() === address);
    if (!page) throw new Error('the recorded page is not there');
    await home.say('flow', 'record', chore.name, '--tab', String(tab));
    await act(page);
    await home.say('flow', 'stop');
    await visitor.close();
    return await home.say('flow', 'export', chore.name);
  } finally {
    await home.stop();
  }
}

/** @param {string} files */
async function open(files) {
  const home = await Home.start();
  return {
    /** @param {import('./tool.mjs').ReplayTask} task */
    async replay({ recording, it }) {
      const file = join(home.folder, 'flow.json');
      writeFileSync(file, recording);
      await home.say('flow', 'import', file);
      const values = asParameters(JSON.parse(recording), it, files);
      const { ok, error } = await home.json('flow', 'run', it.chore.name, ...values);
      if (!ok) throw new Error(error);
    },
    async clear() {
      const { tabs } = await home.json('tabs');
      for (const { tab } of tabs) await home.say('close', '--tab', String(tab));
    },
    close: () => home.stop(),
  };
}

/**
 * What a parameter was recorded as says which value of the chore it stands for; a secret was not recorded.
 * @param {{ parameters: Record<string, { type: string, default?: string }> }} flow
 * @param {import('../cases.mjs').Case} it
 * @param {string} files
 */
function asParameters({ parameters }, { chore, given }, files) {
  return Object.entries(given).flatMap(([name, value]) => {
    const isSecret = chore.secrets?.includes(name);
    const fits = (/** @type {{ type: string, default?: string }} */ parameter) =>
      isSecret ? parameter.type === 'secret' : parameter.default === chore.values[name];
    const found = Object.entries(parameters).find(([, parameter]) => fits(parameter));
    if (found) return [`${found[0]}=${found[1].type === 'file' ? join(files, value) : value}`];
    if (value === chore.values[name]) return [];
    throw new Error(`the flow has no parameter for ${name}`);
  });
}

/** A daemon and a browser with a home and a port that nobody else has. */
class Home {
  /** @param {string} folder @param {number} port */
  constructor(folder, port) {
    this.folder = folder;
    this.environment = { ...process.env, TABWRIGHT_HOME: folder, TABWRIGHT_PORT: String(port) };
  }

  static async start() {
    const home = new Home(temporaryFolder('home'), await freePort());
    await home.say(
      'up',
      '--headless',
      '--detach',
      '--',
      '--remote-debugging-port=0',
      '--lang=en-US',
    );
    return home;
  }

  /** Where the person comes in: past Tabwright, straight into the browser. */
  cdp() {
    const active = readFileSync(join(this.folder, 'data', 'profile', 'DevToolsActivePort'), 'utf8');
    return `http://127.0.0.1:${active.split('\n')[0]}`;
  }

  /** @param {...string} words */
  async say(...words) {
    return (await promisify(execFile)(PROGRAM, words, { env: this.environment })).stdout;
  }

  /** @param {...string} words @returns {Promise<any>} */
  async json(...words) {
    return JSON.parse(await this.say(...words, '--json'));
  }

  async stop() {
    await this.say('stop');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
