// @ts-check
// One headless Chromium, started alike for everybody but for its extension.

import { join } from 'node:path';
import { makeFolder, removeFolder, start } from './processes.mjs';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

/** For many tabs: a process for each would fill the machine. */
export const FEW_RENDERERS = '--renderer-process-limit=8';

/**
 * @typedef {object} Chromium
 * @property {string} debuggingUrl its own CDP address, beside whatever is measured
 * @property {() => Promise<void>} stop
 */

/**
 * @param {object} options
 * @param {string} [options.extension] the folder of an unpacked extension
 * @param {(profile: string) => void} [options.prepare] what the profile needs before the start
 * @param {string[]} [options.args]
 * @param {boolean} [options.isVital]
 * @returns {Promise<Chromium>}
 */
export async function startChromium({ extension, prepare = () => {}, args = [], isVital }) {
  const folder = makeFolder('chromium');
  const profile = join(folder, 'profile');
  prepare(profile);
  const loading = extension
    ? [
        '--disable-features=DisableLoadExtensionCommandLineSwitch',
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
      ]
    : [];
  const program = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const all = [...FLAGS, ...loading, ...args, `--user-data-dir=${profile}`, 'about:blank'];
  const ready = /DevTools listening on (ws:\S+)/;
  const { found, stop } = await start(program, all, { ready, isVital });
  return {
    debuggingUrl: found[1],
    stop: async () => {
      await stop();
      removeFolder(folder);
    },
  };
}
