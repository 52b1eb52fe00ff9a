// @ts-check
// What all peers share: a process on stdio that starts a headless Chromium when it first needs one.

import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { endMarked, makeFolder, marked } from '../processes.mjs';

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** @param {string} name of a package @param {string} path inside it */
export function fileOf(name, path) {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);
}

/**
 * @param {string} name
 * @param {{ command: string, args: string[], env?: Record<string, string> }} server
 * @param {import('./contender.mjs').Contender['speak']} speak
 * @returns {import('./contender.mjs').Contender}
 */
export function peer(name, { command, args, env: more }, speak) {
  const folder = makeFolder(name);
  const env = marked(folder, more);
  const reach = () =>
    new StdioClientTransport({ command, args, env, cwd: folder, stderr: 'ignore' });
  return { name, folder, reach, speak, stop: () => void endMarked(folder) };
}
