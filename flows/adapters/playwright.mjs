// @ts-check
// Playwright's codegen. Its recorder is opened as its command line does, with its own window headless too, and what it
// writes is run as it stands.

import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { FLAGS, PROGRAM, startChromium, temporaryFolder } from '../chromium.mjs';
import { STEP_MS_MAX, withValues } from './tool.mjs';

const { dependencies } = createRequire(import.meta.url)('../package.json');
const LITERALS = /'((?:[^'\\]|\\.)*)'/g;

/** @type {import('./tool.mjs').Tool} */
export const playwright = {
  name: `Playwright codegen ${dependencies['playwright-core']}`,
  about: 'recorded by its own recorder; other values put into the code by hand',
  record,
  open,
};

/** @param {import('./tool.mjs').RecordTask} task */
async function record({ address, act }) {
  // The only switch by which the window of the recorder opens without a screen.
  process.env.PWTEST_CLI_HEADLESS = '1';
  const folder = temporaryFolder('codegen');
  const outputFile = join(folder, 'recorded.spec.ts');
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: PROGRAM,
    headless: true,
    viewport: null,
    args: [...FLAGS, '--remote-debugging-port=0'],
  });
  try {
    // A page whose dialogs nobody listens to has them dismissed, before the person could answer.
    context.on('dialog', () => {});
    const recorder = /** @type {any} */ (context);
    await recorder._showRecorder({ language: 'playwright-test', mode: 'recording', outputFile });
    await context.pages()[0].goto(address);
    const port = readFileSync(join(folder, 'profile', 'DevToolsActivePort'), 'utf8').split('\n')[0];
    const visitor = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = visitor
      .contexts()[0]
      .pages()
      .find((page) => page.url().startsWith('http'));
    if (!page) throw new Error('the recorded page is not there');
    await act(page);
    await visitor.close();
    await context.close();
    return readFileSync(outputFile, 'utf8');
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string} files */
async function open(files) {
  const program = await startChromium();
  const browser = await chromium.connectOverCDP(program.wsUrl);
  /** @type {import('playwright-core').BrowserContext | undefined} */
  let context;
  return {
    /** @param {import('./tool.mjs').ReplayTask} task */
    async replay({ recording, it }) {
      context = await browser.newContext();
      context.setDefaultTimeout(STEP_MS_MAX);
      const code = withValues(recording, LITERALS, it.chore.values, it.given);
      await run(code, patient(await context.newPage()), files);
    },
    async clear() {
      await context?.close();
    },
    async close() {
      await browser.close();
      program.stop();
    },
  };
}

/**
 * What codegen writes begins to wait for a popup before the click that opens it. Where the click fails, nobody takes the
 * failure of the wait, which a test runner forgives and Node does not.
 * @param {import('playwright-core').Page} page
 */
function patient(page) {
  const wait = /** @type {(...args: any[]) => Promise<any>} */ (page.waitForEvent.bind(page));
  page.waitForEvent = /** @type {any} */ (
    (/** @type {any[]} */ ...args) => {
      const waiting = wait(...args);
      waiting.catch(() => {});
      return waiting;
    }
  );
  return page;
}

/** The body of the one test that codegen writes. Files are named as if they lay where the test does. */
async function run(
  /** @type {string} */ code,
  /** @type {any} */ page,
  /** @type {string} */ files,
) {
  const body = /async \(\{ page(?:, context)? \}\) => \{\n([\s\S]*)\n\}\);/.exec(code)?.[1];
  if (body === undefined) throw new Error(`codegen wrote no test:\n${code}`);
  const placed = body.replaceAll(/setInputFiles\('([^']+)'\)/g, (_, name) => {
    return `setInputFiles(${JSON.stringify(join(files, name))})`;
  });
  const AsyncFunction = /** @type {any} */ (async () => {}).constructor;
  await new AsyncFunction('page', 'console', placed)(page, { log() {} });
}
