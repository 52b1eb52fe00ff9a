// @ts-check
// The floor: this process, a service worker, chrome.debugger. Nobody's relay can be faster.

import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { startChromium } from '../chromium.mjs';
import { makeFolder } from '../processes.mjs';
import { Client, Line } from '../raw.mjs';

const SOURCE = fileURLToPath(new URL('../floor-extension', import.meta.url));
const PAYLOAD_BYTES_MAX = 512 * 1024 * 1024;

/**
 * @param {import('./contender.mjs').StartOptions} options
 * @returns {Promise<import('./contender.mjs').Contender>}
 */
export async function startFloor(options) {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    maxPayload: PAYLOAD_BYTES_MAX,
    perMessageDeflate: false,
  });
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const extension = makeFolder('floor-extension');
  cpSync(SOURCE, extension, { recursive: true });
  writeFileSync(join(extension, 'address.txt'), `ws://127.0.0.1:${port}`);
  const connected = once(server, 'connection', { signal: AbortSignal.timeout(30_000) });
  const chromium = await startChromium({ ...options, extension });
  const [socket] = await connected;
  const client = new Client(socket);
  return {
    name: 'floor',
    openLine: async () => new Line((method, params) => client.send(method, params), client),
    stop: async () => {
      await chromium.stop();
      server.close();
    },
  };
}
