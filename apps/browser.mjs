// @ts-check
// A daemon and a browser of our own, with a home and a port that nobody else has.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENT } from './mcp.mjs';
import { freePort } from './start.mjs';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** What an agent would have to ask a person for, and there is none. */
const ALLOWED = 'password,payment,upload,download,send';

export class Browser {
  /** @param {string} program @param {string} home @param {number} port @param {NodeJS.ProcessEnv} environment */
  constructor(program, home, port, environment) {
    this.program = program;
    this.home = home;
    this.environment = {
      ...environment,
      TABWRIGHT_HOME: home,
      TABWRIGHT_PORT: String(port),
    };
  }

  /** @param {string} program @param {NodeJS.ProcessEnv} environment */
  static async start(program, environment) {
    const home = await mkdtemp(join(tmpdir(), 'tabwright-apps-'));
    const browser = new Browser(program, home, await freePort(), environment);
    await browser.say('up', '--headless', '--detach');
    await browser.say('rules', 'add', '--client', AGENT, '--allow', ALLOWED);
    return browser;
  }

  /** The command line. What it writes, or an error with what it complains of. @param {string[]} args @returns {Promise<string>} */
  say(...args) {
    return new Promise((resolve, reject) => {
      const options = { env: this.environment, maxBuffer: OUTPUT_BYTES_MAX };
      execFile(this.program, args, options, (error, out, complaint) => {
        if (!error) return resolve(out + complaint);
        reject(new Error(`exit code ${error.code}: ${(complaint + out).trim()}`));
      }).stdin?.end();
    });
  }

  async stop() {
    await this.say('stop');
    await rm(this.home, { recursive: true, force: true });
  }
}
