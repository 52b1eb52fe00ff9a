// @ts-check
// Starts applications: programs with a port of their own, or pages of a widget library that we serve.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS_MAX = 120_000;
const END_MS_MAX = 10_000;
const OUTPUT_CHARS_MAX = 4_000;
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** @typedef {{ url: string, stop: () => Promise<void> }} Running */

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createSocket().once('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const address = socket.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      socket.close(() => resolve(port));
    });
  });
}

/**
 * Resolves when the address answers. Its process group is ended by `stop`.
 * @param {string[]} command
 * @param {{ url: string, cwd: string, env: NodeJS.ProcessEnv, ready?: string }} place `ready` is asked instead of `url`
 * @returns {Promise<Running>}
 */
export async function startProgram([program, ...args], { url, cwd, env, ready = url }) {
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const hear = (/** @type {Buffer} */ words) => {
    output = (output + words).slice(-OUTPUT_CHARS_MAX);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  let running = true;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.once('error', (error) => (output += error.message));
  void ended.then(() => (running = false));
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    try {
      process.kill(-(child.pid ?? Number.NaN), name);
    } catch {
      // It has ended already.
    }
  };
  const stop = async () => {
    signal('SIGTERM');
    const late = setTimeout(() => signal('SIGKILL'), END_MS_MAX);
    await ended;
    clearTimeout(late);
  };
  const until = Date.now() + READY_MS_MAX;
  while (!(await answers(ready))) {
    if (!running) throw new Error(`it ended: ${output}`);
    if (Date.now() > until) {
      await stop();
      throw new Error(`${ready} did not answer within ${READY_MS_MAX} ms: ${output}`);
    }
    await sleep(200);
  }
  return { url, stop };
}

/** @param {string} url */
async function answers(url) {
  const response = await fetch(url).catch(() => null);
  await response?.body?.cancel();
  return response !== null && response.status < 500;
}

/**
 * Serves a folder, and pages of ours by their paths.
 * @param {string} folder
 * @param {Record<string, string>} pages
 * @returns {Promise<Running>}
 */
export async function startSite(folder, pages) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const content = pages[path] ?? readFile(join(folder, normalize(path)));
    const type = /** @type {Record<string, string>} */ (TYPES)[extname(path) || '.html'];
    Promise.resolve(content).then(
      (body) => response.writeHead(200, { 'content-type': type ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end('not found'),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const stop = () =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}/`, stop };
}
