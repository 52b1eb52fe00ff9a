// @ts-check
// Serves the pages, and page-agent's module to them.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { BUTTON } from './pages.mjs';

/** @param {Map<string, string>} pages @returns {Promise<string>} its address */
export async function openSite(pages) {
  const controller = fileURLToPath(import.meta.resolve('@page-agent/page-controller'));
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://site').pathname.slice(1);
    const isModule = name === 'page-agent.js';
    const type = isModule ? 'text/javascript' : 'text/html; charset=utf-8';
    response.setHeader('content-type', type);
    response.setHeader('cache-control', 'no-store');
    if (isModule) response.end(readFileSync(controller));
    else if (name.startsWith('button')) response.end(BUTTON);
    else response.end(pages.get(name) ?? '<!doctype html><title>nothing</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}
