// @ts-check
// Tabwright by its MCP server, on stdio.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @typedef {import('./task.mjs').Face} Face */

const PROTOCOL = '2025-06-18';
/** How an agent of this suite calls itself; the rules of the suite's browser are for this name. */
export const AGENT = 'apps';
/** Snapshots of whole applications are longer than what an answer has by default. */
const CHARS_MAX = 60_000;

/** @param {import('./browser.mjs').Browser} browser @returns {Promise<{ face: Face, end: () => Promise<void> }>} */
export async function byMcp(browser) {
  const server = new Server(browser);
  const clientInfo = { name: AGENT, version: '1' };
  await server.ask('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo });
  server.tell('notifications/initialized');
  const call = (/** @type {string} */ tool, /** @type {object} */ args) => server.call(tool, args);
  /** @type {Face} */
  const face = {
    open: (url) => call('navigate', { url, maxChars: CHARS_MAX }),
    snapshot: () => call('snapshot', { maxChars: CHARS_MAX }),
    act: ({ target, to, ...step }) =>
      call('act', {
        steps: [
          {
            ...step,
            ...(target !== undefined && { target: asNumber(String(target)) }),
            ...(to !== undefined && { to: asNumber(String(to)) }),
          },
        ],
      }),
    read: (what) => call('read', { what, maxChars: CHARS_MAX }),
    async evaluate(script) {
      const answer = await call('execute', {
        code: `return { value: JSON.stringify(await page.evaluate(() => ${script})) }`,
        maxChars: CHARS_MAX,
      });
      const found = /\{\s*"value":\s*("(?:[^"\\]|\\.)*")\s*\}/.exec(answer);
      if (!found) throw new Error(`no value in: ${answer}`);
      return JSON.parse(JSON.parse(found[1]));
    },
  };
  const end = async () => {
    await call('reset', {}).catch(() => {});
    await server.end();
  };
  return { face, end };
}

/** An element's number is a number there. @param {string} target */
function asNumber(target) {
  return /^\d+$/.test(target) ? Number(target) : target;
}

class Server {
  #process;
  #ended;
  #last = 0;
  #complaint = '';
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @param {import('./browser.mjs').Browser} browser */
  constructor({ program, environment }) {
    this.#process = spawn(program, ['mcp'], { env: environment, stdio: 'pipe' });
    this.#process.stderr.setEncoding('utf8').on('data', (words) => (this.#complaint += words));
    this.#ended = new Promise((resolve) => this.#process.once('close', resolve));
    void this.#ended.then(() => {
      const error = new Error(`the MCP server ended: ${this.#complaint.slice(-600)}`);
      for (const { reject } of this.#waiting.values()) reject(error);
    });
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#hear(line));
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  ask(method, params) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  /** @param {string} method */
  tell(method) {
    this.#send({ method });
  }

  /** @param {string} tool @param {object} args @returns {Promise<string>} */
  async call(tool, args) {
    const result = await this.ask('tools/call', { name: tool, arguments: args });
    /** @type {any[]} */
    const pieces = result.content;
    const text = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('\n');
    if (result.isError) throw new Error(text);
    return text;
  }

  async end() {
    this.#process.stdin.end();
    await this.#ended;
  }

  /** @param {object} message */
  #send(message) {
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** @param {string} line */
  #hear(line) {
    const { id, result, error } = JSON.parse(line);
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }
}
