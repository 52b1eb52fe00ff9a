// @ts-check
// A peer, as npm has it: its relay with its own logging, its extension as shipped.

import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startChromium } from '../chromium.mjs';
import { makeFolder, removeFolder, start } from '../processes.mjs';
import { openLine, openTabs } from './contender.mjs';

const PACKAGE = fileURLToPath(new URL('../playwriter/node_modules/playwriter', import.meta.url));
/** Compiled into its extension. */
const PORT = 19988;
const CONNECT_MS_MAX = 30_000;

/**
 * @param {import('./contender.mjs').StartOptions} options
 * @returns {Promise<import('./contender.mjs').Contender>}
 */
export async function startPlaywriter(options) {
  if (!existsSync(PACKAGE))
    throw new Error('run `npm ci --ignore-scripts` in bench/relay/playwriter');
  if (await isTaken(PORT)) throw new Error(`port ${PORT}, which its extension needs, is taken`);
  // It writes its logs below the home folder.
  const home = makeFolder('playwriter');
  const relay = await start(process.execPath, [`${PACKAGE}/dist/start-relay-server.js`], {
    env: { ...process.env, HOME: home },
    ready: /Server running/,
    isVital: false,
  });
  const chromium = await startChromium({
    ...options,
    extension: `${PACKAGE}/dist/extension`,
    isVital: false,
  });
  const isBrowserConnected = async () => {
    const answer = await fetch(`http://127.0.0.1:${PORT}/extension/status`);
    return (await answer.json()).connected;
  };
  const givingUp = performance.now() + CONNECT_MS_MAX;
  while (!(await isBrowserConnected())) {
    if (performance.now() > givingUp) throw new Error('its extension did not connect');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  let clients = 0;
  // Every client needs a name that no other has.
  const clientUrl = () => `ws://127.0.0.1:${PORT}/cdp/bench-${(clients += 1)}`;
  return {
    name: 'playwriter',
    openLine: () => openLine(clientUrl()),
    clientUrl,
    // It shows only tabs that were handed to it, and a client's own are.
    openTabs: (url, count) => openTabs(clientUrl(), url, count),
    relayPid: relay.pid,
    isBrowserConnected,
    stop: async () => {
      await chromium.stop();
      await relay.stop();
      removeFolder(home);
    },
  };
}

/** @param {number} port @returns {Promise<boolean>} */
function isTaken(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
