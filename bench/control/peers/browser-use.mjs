// @ts-check
// browser-use's own words for a page. It is a Python package: it goes into a folder of its own beside the Node
// packages, and one process of it is asked over lines of JSON.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PACKAGE = 'browser-use==0.13.14';
const FOLDER = fileURLToPath(new URL('../node_modules/.browser-use', import.meta.url));
const SCRIPT = fileURLToPath(new URL('browser_use_words.py', import.meta.url));
const INSTALL_MS_MAX = 600_000;

/** @typedef {Awaited<ReturnType<typeof startBrowserUse>>} BrowserUse */

/** @param {import('../bed.mjs').Bed} bed */
export async function startBrowserUse(bed) {
  let missing = '';
  try {
    install();
  } catch (error) {
    missing = `browser-use cannot be installed: ${error}`;
    console.log(missing);
  }
  if (missing) return { describe: () => Promise.reject(new Error(missing)), stop: () => {} };

  const env = {
    ...process.env,
    ANONYMIZED_TELEMETRY: 'false',
    BROWSER_USE_LOGGING_LEVEL: 'result',
  };
  const python = spawn(`${FOLDER}/bin/python`, [SCRIPT, bed.debuggingUrl], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  bed.beforeStop(() => python.kill('SIGKILL'));
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  return {
    /** What it tells a model of the page with this address. @param {string} url @returns {Promise<string>} */
    describe: async (url) => {
      python.stdin.write(`${JSON.stringify({ url })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('browser-use has ended');
      const { text, error } = JSON.parse(value);
      if (error) throw new Error(error);
      return text;
    },
    stop: () => python.kill('SIGKILL'),
  };
}

function install() {
  if (existsSync(`${FOLDER}/installed`)) return;
  const options = /** @type {const} */ ({ stdio: 'ignore', timeout: INSTALL_MS_MAX });
  rmSync(FOLDER, { recursive: true, force: true });
  execFileSync('python3', ['-m', 'venv', FOLDER], options);
  execFileSync(`${FOLDER}/bin/pip`, ['install', '--quiet', PACKAGE], options);
  execFileSync('touch', [`${FOLDER}/installed`], options);
}
