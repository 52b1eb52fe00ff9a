// @ts-check
// Ours, twice: on stdin and stdout, and over HTTP. Each has a daemon and a browser with the
// extension, as `tabwright up` starts them.

import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { PROGRAM, startBed } from '../../control/bed.mjs';
import { makeFolder, marked } from '../processes.mjs';
import { LOOP } from './contender.mjs';

/** @typedef {import('./contender.mjs').Contender} Contender */

/** @param {string} site @returns {Promise<Contender>} */
export async function overStdio(site) {
  const folder = makeFolder('stdio');
  const bed = await startBed(site, marked(folder));
  return { name: 'stdio', folder, reach: () => onStdio(folder, bed.home), speak, stop: bed.stop };
}

/** @param {string} site @returns {Promise<Contender>} */
export async function overHttp(site) {
  const folder = makeFolder('http');
  const bed = await startBed(site, marked(folder));
  return { name: 'http', folder, reach: () => reachOf(bed), speak, stop: bed.stop };
}

/** The way of an agent to a daemon that runs. @param {import('../../control/bed.mjs').Bed} bed */
export function reachOf({ relayUrl }) {
  // The address for CDP clients has the port and the token.
  const { host, searchParams } = new URL(relayUrl);
  const headers = { authorization: `Bearer ${searchParams.get('token')}` };
  return new StreamableHTTPClientTransport(new URL(`http://${host}/mcp`), {
    requestInit: { headers },
  });
}

/** No daemon runs in its home. */
export function withoutDaemon() {
  const folder = makeFolder('alone');
  return { folder, reach: () => onStdio(folder, folder) };
}

/** @param {string} folder @param {string} home */
function onStdio(folder, home) {
  const env = marked(folder, { HOME: home, TABWRIGHT_HOME: home, TABWRIGHT_PORT: '0' });
  return new StdioClientTransport({ command: PROGRAM, args: ['mcp'], env, stderr: 'ignore' });
}

/** @param {import('../agent.mjs').Agent} agent @returns {Promise<import('./contender.mjs').Words>} */
async function speak({ call }) {
  const execute = (/** @type {string} */ code) => call('execute', { code });
  return {
    begin: () => call('tabs', {}),
    visit: (url) => call('navigate', { url }),
    see: () => call('snapshot', {}),
    button: /\[(\d+)\] button/,
    click: (number) => call('act', { steps: [{ do: 'click', target: Number(number) }] }),
    evaluate: () => execute('await page.evaluate("1+1")'),
    runNothing: () => execute(''),
    evaluateMany: () => execute(LOOP),
  };
}
