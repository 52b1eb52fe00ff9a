// @ts-check
// The Recorder of Chromium's own DevTools. Its front end is opened as a page of the same browser, on the tab in which
// the person acts, and its recording session is started and stopped by calling what its buttons call.

import { createRequire } from 'node:module';
import { PuppeteerRunnerExtension, createRunner, parse } from '@puppeteer/replay';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { startChromium } from '../chromium.mjs';
import { STEP_MS_MAX, withValues } from './tool.mjs';

const { dependencies } = createRequire(import.meta.url)('../package.json');
const LITERALS = /"((?:[^"\\]|\\.)*)"/g;

/** @type {import('./tool.mjs').Tool} */
export const devtools = {
  name: `DevTools Recorder + @puppeteer/replay ${dependencies['@puppeteer/replay']}`,
  about: "recorded by Chromium's own recorder; other values put into the JSON by hand",
  record,
  open,
};

/** @param {import('./tool.mjs').RecordTask} task */
async function record({ chore, address, act }) {
  const program = await startChromium(['--remote-allow-origins=*']);
  try {
    const visitor = await chromium.connectOverCDP(program.wsUrl);
    const context = visitor.contexts()[0];
    const page = context.pages()[0];
    await page.goto(address);
    const { targetInfo } = await (await context.newCDPSession(page)).send('Target.getTargetInfo');
    const { host } = new URL(program.wsUrl);
    const frontEnd = await context.newPage();
    await frontEnd.goto(
      `http://${host}/devtools/inspector.html?ws=${host}/devtools/page/${targetInfo.targetId}`,
    );
    await frontEnd.evaluate(startSession, chore.name);
    await act(page);
    const flow = await frontEnd.evaluate(stopSession);
    await visitor.close();
    return JSON.stringify(flow, null, 2);
  } finally {
    program.stop();
  }
}

/** Runs in the front end. @param {string} title */
async function startSession(title) {
  const sdk = await import(/** @type {any} */ ('/devtools/core/sdk/sdk.js'));
  const { RecordingSession } = await import(
    /** @type {any} */ ('/devtools/panels/recorder/models/models.js')
  );
  const manager = sdk.TargetManager.TargetManager.instance();
  while (!manager.primaryPageTarget()?.model(sdk.ResourceTreeModel.ResourceTreeModel)?.mainFrame) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const selectorTypesToRecord = ['aria', 'css', 'xpath', 'pierce', 'text'];
  const session = new RecordingSession.RecordingSession(manager.primaryPageTarget(), {
    title,
    selectorTypesToRecord,
  });
  /** @type {any} */ (globalThis).session = session;
  await session.start();
}

/** Runs in the front end. */
async function stopSession() {
  const { session } = /** @type {any} */ (globalThis);
  await session.stop();
  return session.cloneUserFlow();
}

async function open() {
  const program = await startChromium();
  const browser = await puppeteer.connect({
    browserWSEndpoint: program.wsUrl,
    defaultViewport: null,
  });
  /** @type {import('puppeteer-core').BrowserContext | undefined} */
  let context;
  return {
    /** @param {import('./tool.mjs').ReplayTask} task */
    async replay({ recording, it }) {
      context = await browser.createBrowserContext();
      const page = await context.newPage();
      const flow = parse(JSON.parse(withValues(recording, LITERALS, it.chore.values, it.given)));
      const extension = new PuppeteerRunnerExtension(browser, page, { timeout: STEP_MS_MAX });
      const runner = await createRunner(flow, extension);
      if (!(await runner.run())) throw new Error('the runner was stopped');
    },
    async clear() {
      await context?.close();
    },
    async close() {
      await browser.disconnect();
      program.stop();
    },
  };
}
