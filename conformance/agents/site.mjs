// @ts-check
// The web as agents meet it: pages that cases write themselves, on two origins.

import { createServer } from 'node:http';

/**
 * @typedef {{ status?: number, type?: string, headers?: Record<string, string>, body: string }} Page
 * @typedef {{ method: string, url: string, body: string }} Seen
 */

/**
 * @typedef {object} Site
 * @property {string} a the first origin, http://127.0.0.1:A
 * @property {string} b the second origin, http://localhost:B, another site to Chromium
 * @property {(page: string | Page, name?: string) => string} put serves a page at both; gives its
 *   address at the first. `{a}` and `{b}` in it become the origins
 * @property {(key: string) => Promise<{ release: () => void }>} held waits until `/held?key` was
 *   asked for; its answer stays away until it is released
 * @property {(fits: (seen: Seen) => boolean) => Promise<Seen>} asked the first request that fits,
 *   seen already or yet to come
 * @property {Seen[]} seen every request so far
 * @property {() => void} close
 */

/** @returns {Promise<Site>} */
export async function openSite() {
  /** @type {Map<string, Page>} */
  const pages = new Map();
  /** @type {Seen[]} */
  const seen = [];
  /** @type {Set<(seen: Seen) => void>} */
  const watchers = new Set();
  /** @type {Map<string, { release: () => void }>} */
  const held = new Map();
  const origins = { a: '', b: '' };

  /** @type {import('node:http').RequestListener} */
  const answer = async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    if (url.pathname === '/held') {
      const release = () => send(response, { body: html(`Held ${url.search}`, 'held') });
      held.set(url.search.slice(1), { release });
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const record = { method: request.method ?? '', url: request.url ?? '', body };
    seen.push(record);
    for (const watcher of watchers) watcher(record);
    if (url.pathname === '/held') return;
    if (url.pathname === '/echo') {
      return send(response, { type: 'application/json', body: JSON.stringify(record) });
    }
    const page = pages.get(url.pathname);
    if (!page) return send(response, { status: 404, body: html('Nothing here', 'Nothing here') });
    send(response, { ...page, body: fill(page.body) });
  };

  /** @param {string} text */
  const fill = (text) => text.replaceAll('{a}', origins.a).replaceAll('{b}', origins.b);

  /** @param {(seen: Seen) => boolean} fits @returns {Promise<Seen>} */
  const asked = (fits) => {
    const before = seen.find(fits);
    if (before) return Promise.resolve(before);
    return new Promise((resolve) => {
      const watcher = (/** @type {Seen} */ record) => {
        if (!fits(record)) return;
        watchers.delete(watcher);
        resolve(record);
      };
      watchers.add(watcher);
    });
  };

  const servers = [createServer(answer), createServer(answer)];
  const [portA, portB] = await Promise.all(servers.map(listen));
  origins.a = `http://127.0.0.1:${portA}`;
  origins.b = `http://localhost:${portB}`;

  return {
    ...origins,
    put(page, name = `page-${pages.size + 1}`) {
      pages.set(`/${name}`, typeof page === 'string' ? { body: html(name, page) } : page);
      return `${origins.a}/${name}`;
    },
    async held(key) {
      await asked(({ url }) => url === `/held?${key}`);
      const found = held.get(key);
      if (!found) throw new Error(`nothing is held as ${key}`);
      return found;
    },
    asked,
    seen,
    close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** A page with a title of its own keeps it. @param {string} title @param {string} body */
function html(title, body) {
  const head = body.includes('<title>') ? '' : `<title>${title}</title>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8">${head}${body}</html>`;
}

/** @param {import('node:http').ServerResponse} response @param {Page} page */
function send(response, { status = 200, type = 'text/html; charset=utf-8', headers = {}, body }) {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(body);
}

/** @param {import('node:http').Server} server @returns {Promise<number>} */
function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}
