// @ts-check
// The daemon from outside: its API, its events, its command line, its sudden end.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ code: number, out: string, complaint: string }} Said */

export class Daemon {
  /** @param {{ program: string, home: string, port: number }} place */
  constructor({ program, home, port }) {
    this.program = program;
    this.home = home;
    this.url = `http://127.0.0.1:${port}`;
    this.environment = { PATH: process.env.PATH ?? '', TABWRIGHT_HOME: home };
  }

  /** The person's token, which opens everything. */
  get token() {
    return readFileSync(join(this.home, 'data/token'), 'utf8').trim();
  }

  /** The token that any agent may use. */
  get agentToken() {
    return readFileSync(join(this.home, 'data/agent-token'), 'utf8').trim();
  }

  /** The address for CDP clients. @param {string} client how one calls itself @param {string} [token] */
  cdpUrl(client, token = this.agentToken) {
    return `${this.url.replace('http', 'ws')}/cdp?token=${token}&client=${client}`;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   * @returns {Promise<{ status: number, body: any }>}
   */
  async api(method, path, body, headers = {}) {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  }

  /**
   * A request with what an agent has.
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   */
  asAgent(method, path, body, headers = {}) {
    const authorization = `Bearer ${this.agentToken}`;
    return this.api(method, path, body, { authorization, ...headers });
  }

  /** A verb of browser control for a program of this name. @param {string} client @param {string} verb @param {object} params */
  verb(client, verb, params) {
    return this.asAgent('POST', `/api/v1/${verb}`, params, { 'x-tabwright-client': client });
  }

  /** All tabs, as the person sees them. @returns {Promise<any[]>} */
  async tabs() {
    const headers = { 'x-tabwright-client': 'command line' };
    return (await this.api('POST', '/api/v1/tabs', {}, headers)).body.tabs;
  }

  /** The number of its newest event. @returns {Promise<number>} */
  async now() {
    return (await this.api('GET', '/api/v1/status')).body.lastEvent;
  }

  /**
   * The first event after that number which fits.
   * @param {number} after
   * @param {(event: any) => boolean} fits
   * @returns {Promise<any>}
   */
  async until(after, fits) {
    for await (const event of events(await this.#listen(after))) if (fits(event)) return event;
    throw new Error('the daemon went away while an event was waited for');
  }

  /** What waits for the person, as soon as something does. @returns {Promise<any[]>} */
  async questions() {
    const after = await this.now();
    const { body } = await this.api('GET', '/api/v1/questions');
    if (body.questions.length > 0) return body.questions;
    const asks = (/** @type {any} */ event) =>
      event.type === 'questions' && event.questions.length > 0;
    return (await this.until(after, asks)).questions;
  }

  /** Resolves when nothing waits for the person any more. */
  async calm() {
    const after = await this.now();
    const { body } = await this.api('GET', '/api/v1/questions');
    if (body.questions.length === 0) return;
    await this.until(
      after,
      ({ type, questions }) => type === 'questions' && questions.length === 0,
    );
  }

  /** Says no to whatever waits. */
  async refuseAll() {
    const { body } = await this.api('GET', '/api/v1/questions');
    for (const { id } of body.questions) {
      await this.api('POST', '/api/v1/questions', { id, allow: false, remember: 'once' });
    }
  }

  /** `kill -9`: no goodbye to anybody. Resolves when its connections have ended. */
  async kill() {
    const { pid } = JSON.parse(readFileSync(join(this.home, 'state/daemon.json'), 'utf8'));
    const listening = await this.#listen(await this.now());
    process.kill(pid, 'SIGKILL');
    for await (const _ of events(listening));
  }

  /** Starts it again, unless somebody has. Resolves when it listens. */
  async start() {
    const child = spawn(this.program, ['daemon', '--background'], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (words) => (complaint += words));
    const listens = new Promise((resolve) => child.stdout.once('data', () => resolve(true)));
    const ends = new Promise((resolve) => child.once('close', () => resolve(false)));
    if (!(await Promise.race([listens, ends])) && !complaint.includes('running already')) {
      throw new Error(complaint);
    }
    child.stdout.destroy();
    child.stderr.destroy();
    child.unref();
  }

  /** Resolves when a browser is connected. */
  async untilBrowser() {
    await this.until(0, ({ type }) => type === 'browserConnected');
  }

  /** The command line. @param {string[]} args @returns {Promise<Said>} */
  say(...args) {
    return this.tell('', ...args);
  }

  /** The same, with something to read. @param {string} input @param {string[]} args @returns {Promise<Said>} */
  tell(input, ...args) {
    return new Promise((resolve) => {
      const options = { env: this.environment, maxBuffer: 64 * 1024 * 1024 };
      const child = execFile(this.program, args, options, (error, out, complaint) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, out, complaint });
      });
      // One that reads nothing may have ended already.
      child.stdin?.on('error', () => {}).end(input);
    });
  }

  /** What the command line says in JSON. @param {string[]} args */
  async json(...args) {
    const { code, out, complaint } = await this.say(...args, '--json');
    if (code !== 0) throw new Error(`tabwright ${args.join(' ')}: ${complaint}${out}`);
    return JSON.parse(out);
  }

  /** Puts a rule before all others; gives its number. @param {object} rule @returns {Promise<number>} */
  async rule(rule) {
    const { status, body } = await this.api('POST', '/api/v1/rules', rule);
    if (status !== 200) throw new Error(`${JSON.stringify(rule)}: ${JSON.stringify(body)}`);
    return body.rules[0].id;
  }

  /** Takes all rules of the person's away, and with them what was answered for now. */
  async forgetRules() {
    await this.rule({ client: 'nobody', mode: 'auto' });
    const { body } = await this.api('GET', '/api/v1/rules');
    for (const { id, source } of body.rules) {
      if (source === 'person') await this.api('DELETE', `/api/v1/rules/${id}`);
    }
  }

  /**
   * The newest entries of the log.
   * @param {string[]} filters as the command line takes them
   * @returns {Promise<any[]>}
   */
  async log(...filters) {
    return (await this.json('log', '--max', '10000', ...filters)).entries;
  }

  /**
   * The first entry of the log that fits, written already or yet to be.
   * @param {(entry: any) => boolean} fits
   * @returns {Promise<any>}
   */
  async logged(fits) {
    const written = watch(join(this.home, 'state/audit'));
    try {
      for (;;) {
        const changed = once(written, 'change');
        const found = (await this.log()).find(fits);
        if (found) return found;
        await changed;
      }
    } finally {
      written.close();
    }
  }

  /** @param {number} after */
  #listen(after) {
    const headers = { authorization: `Bearer ${this.token}` };
    return fetch(`${this.url}/events?client=agents-suite&after=${after}`, { headers });
  }
}

/** @param {Response} response @returns {AsyncGenerator<any>} */
async function* events({ body }) {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of /** @type {any} */ (body)) {
      text += decoder.decode(chunk, { stream: true });
      const records = text.split('\n\n');
      text = records.pop() ?? '';
      for (const record of records) {
        const data = /^data: ?(.*)$/m.exec(record);
        if (data) yield JSON.parse(data[1]).event;
      }
    }
  } catch {
    // The daemon was killed in the middle of a line.
  }
}
