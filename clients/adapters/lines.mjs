// @ts-check
// What an adapter is to the runner: a process that takes a request per line and answers with a line.

import { createInterface } from 'node:readline';

/**
 * @typedef {object} Place
 * @property {'stdio' | 'http'} carrier
 * @property {'sessions' | '2026-07-28'} version
 * @property {string} name how the client calls itself
 * @property {string} program
 * @property {Record<string, string>} environment
 * @property {string} url
 * @property {string} token
 */

/**
 * @typedef {object} Adapter
 * @property {() => Promise<any>} tools
 * @property {(tool: string, args: object, signal: AbortSignal, progress: (words: string) => void) => Promise<any>} call
 * @property {(uri: string) => Promise<any>} resource
 * @property {(name: string, args: object) => Promise<any>} prompt
 * @property {() => Promise<void>} close
 */

/** Serves until the runner says goodbye. @param {(place: Place) => Promise<Adapter>} connect */
export async function serve(connect) {
  const say = (/** @type {object} */ line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  /** @type {Map<number, AbortController>} */
  const calls = new Map();
  /** @type {Adapter | undefined} */
  let adapter;

  const answer = async (/** @type {any} */ { id, method, params }) => {
    if (method === 'connect') adapter = await connect(params);
    if (!adapter) throw new Error('not connected');
    if (method === 'tools') return adapter.tools();
    if (method === 'resource') return adapter.resource(params.uri);
    if (method === 'prompt') return adapter.prompt(params.name, params.arguments);
    if (method === 'close') await adapter.close();
    if (method !== 'call') return {};
    const call = new AbortController();
    calls.set(id, call);
    const progress = (/** @type {string} */ words) => say({ id, progress: words });
    return adapter.call(params.tool, params.arguments, call.signal, progress);
  };

  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if (request.method === 'cancel') {
      calls.get(request.params.id)?.abort('enough');
      continue;
    }
    void answer(request).then(
      (result) => say({ id: request.id, result }),
      (error) => say({ id: request.id, error: { code: error.code, message: String(error) } }),
    );
  }
  process.exit(0);
}
