// @ts-check
// A client in a process of its own, behind one of the adapters.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @typedef {import('./adapters/lines.mjs').Place} Place */

/**
 * @typedef {object} Answer
 * @property {string} text
 * @property {{ type: string, bytes: Buffer }[]} pictures
 * @property {boolean} failed
 * @property {any} facts
 */

export class Client {
  #process;
  #last = 0;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: any) => void, progress: (words: string) => void }>} */
  #waiting = new Map();
  #complaint = '';
  #ended;

  /** @param {string[]} command */
  constructor([program, ...args]) {
    this.#process = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process.stderr.setEncoding('utf8').on('data', (words) => (this.#complaint += words));
    this.#ended = new Promise((resolve) => this.#process.once('close', resolve));
    void this.#ended.then(() => {
      const error = new Error(`the client ended: ${this.#complaint.trim().slice(-600)}`);
      for (const { reject } of this.#waiting.values()) reject(error);
    });
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#hear(line));
  }

  /** @param {string[]} command @param {Place} place */
  static async connect(command, place) {
    const client = new Client(command);
    await client.ask('connect', place);
    return client;
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {(words: string) => void} [progress]
   * @returns {Promise<any>}
   */
  ask(method, params = {}, progress = () => {}) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      this.#send({ id, method, params });
    });
  }

  /**
   * @param {string} tool
   * @param {object} [args]
   * @param {{ progress?: (words: string, cancel: () => void) => void }} [options]
   * @returns {Promise<Answer>}
   */
  async call(tool, args = {}, { progress = () => {} } = {}) {
    const id = this.#last + 1;
    const cancel = () => this.#send({ id: 0, method: 'cancel', params: { id } });
    const hear = (/** @type {string} */ words) => progress(words, cancel);
    return read(await this.ask('call', { tool, arguments: args }, hear));
  }

  /** What it wrote to stderr. */
  get complaint() {
    return this.#complaint;
  }

  /** Says goodbye as its library does. */
  async close() {
    await this.ask('close').catch(() => {});
    this.#process.stdin.end();
    await this.#ended;
  }

  /** Ends it without a word, where it may hang. */
  kill() {
    this.#process.kill('SIGKILL');
  }

  /** @param {object} request */
  #send(request) {
    this.#process.stdin.write(`${JSON.stringify(request)}\n`);
  }

  /** @param {string} line */
  #hear(line) {
    const { id, result, error, progress } = JSON.parse(line);
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (progress !== undefined) return waiting.progress(progress);
    this.#waiting.delete(id);
    if (error) waiting.reject(Object.assign(new Error(error.message), { code: error.code }));
    else waiting.resolve(result);
  }
}

/** @param {any} result @returns {Answer} */
function read(result) {
  /** @type {any[]} */
  const pieces = result.content;
  return {
    text: pieces.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n'),
    pictures: pieces
      .filter(({ type }) => type === 'image')
      .map(({ mimeType, data }) => ({ type: mimeType, bytes: Buffer.from(data, 'base64') })),
    failed: result.isError === true,
    facts: result._meta?.['tabwright/facts'] ?? {},
  };
}
