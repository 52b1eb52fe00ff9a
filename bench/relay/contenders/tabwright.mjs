// @ts-check
// Ours: the release binary as daemon, the built extension, the native host that pairs them.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChromium } from '../chromium.mjs';
import { makeFolder, removeFolder, start } from '../processes.mjs';
import { openLine, openTabs } from './contender.mjs';

const PROGRAM = process.env.TABWRIGHT ?? fromHere('../../../target/release/tabwright');
const EXTENSION = fromHere('../../../extension/.output/chrome-mv3');
const EXTENSION_ID = 'ckdpokfkliejhobgipjoaphbmfjobobp';
const NATIVE_HOST = 'io.tabwright.host';
const CONNECT_MS_MAX = 30_000;

/**
 * @param {import('./contender.mjs').StartOptions} options
 * @returns {Promise<import('./contender.mjs').Contender>}
 */
export async function startTabwright(options) {
  for (const path of [PROGRAM, EXTENSION]) {
    if (!existsSync(path)) throw new Error(`${path} is not there: \`cargo xtask build\` makes it`);
  }
  const home = makeFolder('tabwright');
  const env = { ...process.env, TABWRIGHT_HOME: home };
  const daemon = await start(PROGRAM, ['daemon', '--port=0'], { env, ready: /:(\d+)\s*$/m });
  const base = `http://127.0.0.1:${daemon.found[1]}`;
  const chromium = await startChromium({
    ...options,
    extension: EXTENSION,
    prepare: (profile) => registerNativeHost(profile, home),
  });
  const token = readFileSync(join(home, 'data/token'), 'utf8').trim();
  const status = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${base}/api/v1/status`, { headers });
    return answer.json();
  };
  await untilConnected(status);
  const url = readFileSync(join(home, 'data/cdp-url'), 'utf8').trim();
  return {
    name: 'tabwright',
    openLine: () => openLine(url),
    clientUrl: () => url,
    // Through the browser's own port: for us these are tabs of the person's.
    openTabs: (page, count) => openTabs(chromium.debuggingUrl, page, count),
    relayPid: daemon.pid,
    attachedTabs: async () => {
      const { clients } = await status();
      return clients.reduce((/** @type {number} */ sum, /** @type {any} */ client) => {
        return sum + client.attachedTabs;
      }, 0);
    },
    isBrowserConnected: async () => (await status()).connected,
    stop: async () => {
      await chromium.stop();
      await daemon.stop();
      removeFolder(home);
    },
  };
}

/** @param {string} profile @param {string} home */
function registerNativeHost(profile, home) {
  const launcher = join(home, 'native-host');
  const script = `#!/bin/sh\nexport TABWRIGHT_HOME='${home}'\nexec '${PROGRAM}' native-host "$@"\n`;
  writeFileSync(launcher, script);
  chmodSync(launcher, 0o700);
  const manifest = join(profile, 'NativeMessagingHosts', `${NATIVE_HOST}.json`);
  mkdirSync(dirname(manifest), { recursive: true });
  const content = {
    name: NATIVE_HOST,
    description: 'Tells the Tabwright extension where the daemon is',
    path: launcher,
    type: 'stdio',
    allowed_origins: [`chrome-extension://${EXTENSION_ID}/`],
  };
  writeFileSync(manifest, JSON.stringify(content));
}

/** @param {() => Promise<{ connected: boolean }>} status */
async function untilConnected(status) {
  const givingUp = performance.now() + CONNECT_MS_MAX;
  while (!(await status()).connected) {
    if (performance.now() > givingUp) throw new Error('the extension did not connect');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {string} path */
function fromHere(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}
