// @ts-check
// The test site: one set of pages on two origins, so that frames can be cross-site.

import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { pages } from './pages.mjs';

/**
 * @typedef {object} Site
 * @property {string} a the first origin, http://127.0.0.1:A
 * @property {string} b the second origin, http://localhost:B, another site to Chromium
 * @property {string} nowhere an origin where nothing listens
 * @property {(key: string) => Promise<{ release: () => void }>} held waits until `/held?key` or
 *   `/held-file?key` was asked for; its answer stays away until it is released
 * @property {(key: string) => number} hits how often `/counted?key` was asked for
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Site>} */
export async function openSite() {
  const held = new Held();
  /** @type {Map<string, number>} */
  const hits = new Map();
  const origins = { a: '', b: '' };

  /** @type {import('node:http').RequestListener} */
  const answer = async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const key = url.search.slice(1);
    if (url.pathname === '/held') return held.hold(key, response);
    if (url.pathname === '/held-file') return held.holdFile(key, response);
    if (url.pathname === '/counted') {
      hits.set(key, (hits.get(key) ?? 0) + 1);
      return send(response, { type: 'text/plain', body: `counted ${key}` });
    }
    if (url.pathname === '/echo') return send(response, await echo(request));
    const page = pages[url.pathname];
    if (!page) return send(response, { status: 404, body: '<h1>No such page</h1>' });
    send(response, page({ ...origins, url }));
  };

  const servers = [createServer(answer), createServer(answer)];
  const [portA, portB] = await Promise.all(servers.map(listen));
  origins.a = `http://127.0.0.1:${portA}`;
  origins.b = `http://localhost:${portB}`;
  for (const server of servers) serveSockets(server);

  return {
    ...origins,
    nowhere: `http://127.0.0.1:${await closedPort()}`,
    held: (key) => held.arrival(key),
    hits: (key) => hits.get(key) ?? 0,
    async close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Requests kept without an answer until a case lets them go. */
class Held {
  /** @type {Map<string, { release: () => void }>} */
  #here = new Map();
  /** @type {Map<string, (held: { release: () => void }) => void>} */
  #waiting = new Map();

  /** @param {string} key @param {import('node:http').ServerResponse} response */
  hold(key, response) {
    this.#arrive(key, { release: () => send(response, { body: `<h1>Held ${key}</h1>` }) });
  }

  /** A download that begins and does not end. */
  holdFile(/** @type {string} */ key, /** @type {import('node:http').ServerResponse} */ response) {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="held.bin"',
    });
    response.write('begun'.repeat(10_000));
    this.#arrive(key, { release: () => response.end() });
  }

  /** @param {string} key @param {{ release: () => void }} held */
  #arrive(key, held) {
    this.#waiting.get(key)?.(held);
    this.#here.set(key, held);
  }

  /** @param {string} key @returns {Promise<{ release: () => void }>} */
  arrival(key) {
    const here = this.#here.get(key);
    if (here) return Promise.resolve(here);
    return new Promise((resolve) => this.#waiting.set(key, resolve));
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function echo(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  const body = Buffer.concat(chunks).toString('latin1');
  return { type: 'application/json', body: JSON.stringify({ method, url, headers, body }) };
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {import('./pages.mjs').Answer} answer
 */
function send(response, { status = 200, type = 'text/html; charset=utf-8', headers = {}, body }) {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    ...headers,
  });
  response.end(body);
}

/** @param {import('node:http').Server} server @returns {Promise<number>} */
function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (!address || typeof address === 'string') throw new Error('the site has no port');
      resolve(address.port);
    });
  });
}

async function closedPort() {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

/** Echoes each message; says goodbye and closes when told 'close'. */
function serveSockets(/** @type {import('node:http').Server} */ server) {
  new WebSocketServer({ server, path: '/socket' }).on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      if (String(data) === 'close') socket.close(1000, 'goodbye');
      else socket.send(isBinary ? data : `echo ${data}`, { binary: isBinary });
    });
  });
}
