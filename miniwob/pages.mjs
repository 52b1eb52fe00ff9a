// @ts-check
// The pages of MiniWoB++: fetched once as a Python wheel, unpacked, and served over HTTP.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const WHEEL = 'miniwob==1.1.0';
const UNPACK = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])';

/** @type {Record<string, string>} */
const MIME_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.gif': 'image/gif',
};

/**
 * The folder with the pages; they are fetched into the cache if they are not there.
 * @param {string} cache
 */
export function fetchPages(cache) {
  const pages = join(cache, 'miniwob', 'html');
  if (existsSync(pages)) return pages;
  mkdirSync(cache, { recursive: true });
  const python = (/** @type {string[]} */ ...args) =>
    execFileSync('python3', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!wheelIn(cache)) python('-m', 'pip', 'download', WHEEL, '--no-deps', '--dest', cache);
  python('-c', UNPACK, join(cache, wheelIn(cache) ?? ''), cache);
  return pages;
}

/** @param {string} cache */
function wheelIn(cache) {
  return readdirSync(cache).find((file) => file.endsWith('.whl'));
}

/**
 * @param {string} folder
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export function servePages(folder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://pages').pathname);
    const file = join(folder, path);
    if (!file.startsWith(folder) || extname(file) === '' || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = MIME_TYPES[extname(file)] ?? 'application/octet-stream';
    // A page is loaded anew for every episode; its scripts need not be.
    const caching = type.startsWith('text/html') ? 'no-store' : 'max-age=3600';
    const headers = { 'content-type': type, 'cache-control': caching };
    response.writeHead(200, headers).end(readFileSync(file));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ origin: `http://127.0.0.1:${port}`, close });
    });
  });
}
