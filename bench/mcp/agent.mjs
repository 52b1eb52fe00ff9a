// @ts-check
// An agent as the official client makes one: it lists tools, calls them, and counts what it is told.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';

const CALL_MS_MAX = 120_000;
const REASON_LENGTH_MAX = 300;

/** @typedef {import('@modelcontextprotocol/sdk/shared/transport.js').Transport} Transport */
/** @typedef {Awaited<ReturnType<typeof connect>>} Agent */

/**
 * @typedef {object} Said
 * @property {string} text what a model would read
 * @property {number} bytes of the results as JSON
 */

/** @param {Transport} transport */
export async function connect(transport) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  let bytes = 0;
  // As it comes, before the client checks and sorts it.
  transport.onmessage = (message) => {
    if ('result' in message) bytes += Buffer.byteLength(JSON.stringify(message.result));
  };
  await client.connect(transport);
  return {
    /** The whole list, which some give in pieces. */
    list: async () => {
      bytes = 0;
      let count = 0;
      /** @type {string | undefined} */
      let cursor;
      do {
        const piece = await client.listTools(cursor ? { cursor } : {});
        count += piece.tools.length;
        cursor = piece.nextCursor;
      } while (cursor);
      return { count, bytes };
    },
    /**
     * @param {string} name
     * @param {object} args
     * @returns {Promise<Said>}
     */
    call: async (name, args) => {
      bytes = 0;
      const params = { name, arguments: /** @type {Record<string, unknown>} */ (args) };
      const result = await client.callTool(params, undefined, { timeout: CALL_MS_MAX });
      const content = /** @type {{ text?: string }[]} */ (result.content);
      const text = content.map((piece) => piece.text ?? '').join('\n');
      if (result.isError) {
        const reason = text.replaceAll(/\s+/g, ' ').slice(0, REASON_LENGTH_MAX);
        throw new Error(`${name}: ${reason}`);
      }
      return { text, bytes };
    },
    close: () => client.close(),
  };
}

/** Several answers as one. @param {...Said} all @returns {Said} */
export function together(...all) {
  const text = all.map((said) => said.text).join('\n');
  return { text, bytes: all.reduce((sum, said) => sum + said.bytes, 0) };
}

/** About as many as a model counts. @param {number} chars */
export function tokensOf(chars) {
  return Math.round(chars / 4);
}
