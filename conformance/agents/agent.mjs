// @ts-check
// An agent: a client of the Model Context Protocol as agents use it, over either transport.

import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** @typedef {'stdio' | 'http'} Carrier */

/**
 * What a tool answered.
 * @typedef {object} Answer
 * @property {string} text all its text
 * @property {string} page what of it came from a page: between the marks
 * @property {Buffer[]} pictures
 * @property {boolean} failed
 * @property {any} facts what programs may want to know: the tab, the code of an error
 */

/**
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal] its end cancels the call
 * @property {(words: string) => void} [onProgress]
 */

// Longer than any wait that a case means to have; a case ends before.
const CALL_MS_MAX = 60_000;
const FENCED = /⟦page ([0-9a-f]{6})⟧\n([\s\S]*?)\n⟦\/page \1⟧/g;

export class Agent {
  /** @param {Client} client @param {import('@modelcontextprotocol/sdk/shared/transport.js').Transport} transport */
  constructor(client, transport) {
    this.client = client;
    this.transport = transport;
  }

  /**
   * @param {Carrier} carrier
   * @param {import('./daemon.mjs').Daemon} daemon
   * @param {string} name how it calls itself
   */
  static async arrive(carrier, daemon, name) {
    const transport = carrier === 'stdio' ? overStdio(daemon) : overHttp(daemon);
    const client = new Client({ name, version: '1.0.0' });
    await client.connect(transport);
    // From here on the library holds every answer against its tool's schema.
    await client.listTools();
    return new Agent(client, transport);
  }

  /**
   * Everything that comes from now on until it is asked for, in the order of the wire.
   * @returns {() => import('@modelcontextprotocol/sdk/types.js').JSONRPCMessage[]}
   */
  listen() {
    const { transport } = this;
    const before = transport.onmessage;
    /** @type {import('@modelcontextprotocol/sdk/types.js').JSONRPCMessage[]} */
    const messages = [];
    transport.onmessage = (message, extra) => {
      messages.push(message);
      before?.(message, extra);
    };
    return () => {
      transport.onmessage = before;
      return messages;
    };
  }

  /**
   * @param {string} tool
   * @param {object} [args]
   * @param {CallOptions} [options]
   * @returns {Promise<Answer>}
   */
  async call(tool, args = {}, { signal, onProgress } = {}) {
    const result = await this.client.callTool({ name: tool, arguments: { ...args } }, undefined, {
      timeout: CALL_MS_MAX,
      signal,
      ...(onProgress && { onprogress: ({ message }) => onProgress(message ?? '') }),
    });
    return read(result);
  }

  /** A call that must be done. @param {string} tool @param {object} [args] @param {CallOptions} [options] */
  async done(tool, args, options) {
    const answer = await this.call(tool, args, options);
    assert.equal(answer.failed, false, `${tool}: ${answer.text}`);
    return answer;
  }

  /**
   * A call that must be refused, with a next step, and why.
   * @param {RegExp} why
   * @param {string} tool
   * @param {object} [args]
   */
  async refused(why, tool, args) {
    const answer = await this.call(tool, args);
    assert.equal(answer.failed, true, `${tool} was done: ${answer.text}`);
    assert.match(answer.text, why);
    assert.match(answer.text, /\. Next: \S/, `${tool} says no next step`);
    return answer;
  }

  /** Opens an address in its tab. @param {string} url */
  go(url) {
    return this.done('navigate', { url });
  }

  /** @param {object[]} steps */
  act(...steps) {
    return this.done('act', { steps });
  }

  /**
   * Runs a script, and gives its value.
   * @param {string} code
   * @param {object} [options]
   */
  async run(code, options = {}) {
    const { page } = await this.done('execute', { code, ...options });
    return page === '' ? undefined : JSON.parse(page);
  }

  /** Its process ends without a word. Only over stdio it has one. */
  kill() {
    assert.ok(this.transport instanceof StdioClientTransport && this.transport.pid);
    process.kill(this.transport.pid, 'SIGKILL');
  }

  /** Says goodbye. */
  async leave() {
    if (this.transport instanceof StreamableHTTPClientTransport) {
      await this.transport.terminateSession();
    }
    await this.client.close();
  }
}

/** @param {any} result @returns {Answer} */
function read(result) {
  /** @type {any[]} */
  const pieces = result.content;
  const text = pieces
    .filter(({ type }) => type === 'text')
    .map((piece) => piece.text)
    .join('\n');
  const pictures = pieces.filter(({ type }) => type === 'image');
  for (const { mimeType } of pictures) assert.equal(mimeType, 'image/png');
  return {
    text,
    page: [...text.matchAll(FENCED)].map(([, , inside]) => inside).join('\n'),
    pictures: pictures.map(({ data }) => Buffer.from(data, 'base64')),
    failed: result.isError === true,
    facts: result._meta?.['tabwright/facts'] ?? {},
  };
}

/**
 * The number of the one element whose line fits.
 * @param {Answer} answer
 * @param {RegExp} line
 */
export function numberOf({ page }, line) {
  const lines = page.split('\n').filter((each) => line.test(each) && /\[\d+\]/.test(each));
  assert.equal(lines.length, 1, `not one line fits ${line}:\n${page}`);
  return Number(/\[(\d+)\]/.exec(lines[0])?.[1]);
}

/** @param {import('./daemon.mjs').Daemon} daemon */
function overStdio(daemon) {
  return new StdioClientTransport({
    command: daemon.program,
    args: ['mcp'],
    env: daemon.environment,
    stderr: 'ignore',
  });
}

/** @param {import('./daemon.mjs').Daemon} daemon */
function overHttp(daemon) {
  const headers = { Authorization: `Bearer ${daemon.agentToken}` };
  return new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`), {
    requestInit: { headers },
  });
}
