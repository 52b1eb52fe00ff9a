// @ts-check
// Serves all sites on two origins, as one variant at a time, and keeps the journal of what was really done.

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { SITES } from './sites/all.mjs';
import { h, toHtml } from './sites/kit/tree.mjs';
import { vary } from './sites/kit/vary.mjs';

/** @typedef {{ site: string, did: string } & Record<string, any>} Entry */

/**
 * @typedef {object} Sites
 * @property {string} origin
 * @property {string} otherOrigin the same server by another host and port: another site to a browser
 * @property {(variant: string) => void} begin forgets the run before
 * @property {() => Entry[]} journal
 * @property {() => number} answering how many requests have no answer yet
 * @property {() => Promise<void>} changed the next entry or answer
 * @property {() => void} close
 */

/**
 * @typedef {object} Visit what a route of a site is given
 * @property {string} variant
 * @property {URL} url
 * @property {Record<string, any>} form
 * @property {Map<string, any>} session
 * @property {string} otherOrigin
 * @property {(did: string, facts: Record<string, any>) => void} tell
 * @property {(address: string) => Answer} redirect
 * @property {(title: string, ...body: import('./sites/kit/tree.mjs').Node[]) => Answer} page
 * @property {(title: string, script?: string) => Answer} app a page that its script fills
 * @property {(value: unknown) => Answer} json
 *
 * @typedef {{ status?: number, type?: string, headers?: Record<string, string>, body?: string }} Answer
 *
 * @typedef {object} SiteHalf
 * @property {string} name
 * @property {import('./sites/kit/vary.mjs').Dictionary} dictionary
 * @property {Record<string, (visit: Visit) => Answer>} routes by method and path
 */

const FOLDER = fileURLToPath(new URL('./sites/', import.meta.url));
/** How late a slow site answers. */
const SLOW_MS = 600;

/** @param {{ port?: number, otherPort?: number }} [ports] any free ones if none are given @returns {Promise<Sites>} */
export async function openSites({ port = 0, otherPort = 0 } = {}) {
  const state = {
    variant: 'same',
    journal: /** @type {Entry[]} */ ([]),
    sessions: /** @type {Map<string, Map<string, any>>} */ (new Map()),
    answering: 0,
    waiting: /** @type {(() => void)[]} */ ([]),
    otherOrigin: '',
  };
  const changed = () => {
    for (const resolve of state.waiting.splice(0)) resolve();
  };

  /** @type {import('node:http').RequestListener} */
  const listener = async (request, response) => {
    state.answering += 1;
    try {
      const answer = await answerTo(request, state);
      changed();
      // Scripts and styles are in a browser's cache wherever somebody has been before.
      const isSlow = state.variant === 'slow' && !/\.(mjs|css)$/.test(request.url ?? '');
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      response.writeHead(answer.status ?? 200, {
        'content-type': answer.type ?? 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...answer.headers,
      });
      response.end(answer.body);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    } finally {
      state.answering -= 1;
      changed();
    }
  };
  const servers = [createServer(listener), createServer(listener)];
  const [first, second] = await Promise.all([
    listen(servers[0], port),
    listen(servers[1], otherPort),
  ]);
  state.otherOrigin = `http://localhost:${second}`;

  return {
    origin: `http://127.0.0.1:${first}`,
    otherOrigin: state.otherOrigin,
    begin(variant) {
      state.variant = variant;
      state.journal = [];
      state.sessions.clear();
    },
    journal: () => state.journal,
    answering: () => state.answering,
    changed: () => new Promise((resolve) => state.waiting.push(() => resolve())),
    close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {{ variant: string, journal: Entry[], sessions: Map<string, Map<string, any>>, otherOrigin: string }} state
 * @returns {Promise<Answer>}
 */
async function answerTo(request, state) {
  const url = new URL(request.url ?? '/', 'http://site');
  if (request.method === 'GET' && /\.(mjs|css)$/.test(url.pathname)) return file(url.pathname);
  const name = url.pathname.split('/')[1];
  const site = SITES.find((site) => site.name === name);
  if (!site) return { status: 404, body: 'No such site' };

  const { variant, otherOrigin } = state;
  const { session, headers } = sessionOf(request, state.sessions);
  const sent = await bodyOf(request);
  /** @type {Visit['tell']} */
  const tell = (did, facts) => void state.journal.push({ site: name, did, ...facts });
  if (request.method === 'POST' && url.pathname === `/${name}/did`) {
    const { did, ...facts } = JSON.parse(sent);
    tell(did, facts);
    return { type: 'application/json', body: '{}' };
  }
  const route = site.routes[`${request.method} ${url.pathname}`];
  if (!route) return { status: 404, body: 'No such page' };
  const shell = (
    /** @type {string} */ title,
    /** @type {any[]} */ body,
    /** @type {string} */ script,
  ) => document({ title, body, script, variant, otherOrigin, site });
  const answer = route({
    variant,
    url,
    form: Object.fromEntries(new URLSearchParams(sent)),
    session,
    otherOrigin,
    tell,
    redirect: (address) => ({ status: 303, headers: { location: address } }),
    page: (title, ...body) => ({ body: shell(title, body, '') }),
    app: (title, script = 'page.mjs') => ({ body: shell(title, [], `/${name}/${script}`) }),
    json: (value) => ({ type: 'application/json', body: JSON.stringify(value) }),
  });
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

/**
 * @param {{ title: string, body: import('./sites/kit/tree.mjs').Node[], script: string, variant: string,
 *   otherOrigin: string, site: SiteHalf }} page
 */
function document({ title, body, script, variant, otherOrigin, site }) {
  const { name, dictionary } = site;
  const style = variant === 'redesigned' ? 'redesigned' : 'plain';
  const facts = JSON.stringify({ name, variant, dictionary, otherOrigin }).replaceAll(
    '<',
    '\\u003c',
  );
  const shown = body.map((node) => toHtml(vary(node, variant, dictionary))).join('');
  const head = toHtml(h('title', {}, title));
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}` +
    `<link rel="stylesheet" href="/kit/${style}.css"><link rel="icon" href="data:,">` +
    `<script>window.site = ${facts}</script></head><body>${shown}` +
    (script && `<script type="module" src="${script}"></script>`) +
    '</body></html>'
  );
}

/** @param {string} path @returns {Promise<Answer>} */
async function file(path) {
  const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
  try {
    return { type, body: await readFile(new URL(`.${path}`, `file://${FOLDER}`), 'utf8') };
  } catch {
    return { status: 404, type: 'text/plain', body: 'No such file' };
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Map<string, Map<string, any>>} sessions
 * @returns {{ session: Map<string, any>, headers: Record<string, string> }}
 */
function sessionOf(request, sessions) {
  const id = /\bvisit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
  const known = id && sessions.get(id);
  if (known) return { session: known, headers: {} };
  const [fresh, session] = [randomUUID(), new Map()];
  sessions.set(fresh, session);
  return { session, headers: { 'set-cookie': `visit=${fresh}; Path=/` } };
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** @param {import('node:http').Server} server @param {number} port @returns {Promise<number>} */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (!address || typeof address === 'string') throw new Error('the sites have no port');
      resolve(address.port);
    });
  });
}
