// @ts-check
// Connects the two client libraries, and tells the runner in one way what each of them opens.

import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';

// Below the case's own limit, so that a failure names the call that hung.
const CALL_MS_MAX = 10_000;

/**
 * One connection of a library, as the runner sees it.
 * @typedef {object} Client
 * @property {() => boolean} isConnected
 * @property {() => Promise<any>} newWorld what the library adds to a case's world
 * @property {() => Promise<void>} closePages closes the pages that came since the last call
 * @property {() => Promise<void>} disconnect
 */

/** @type {Record<string, (wsUrl: string) => Promise<Client>>} */
export const connectors = { playwright: playwrightClient, puppeteer: puppeteerClient };

/** @param {string} wsUrl @returns {Promise<Client>} */
async function playwrightClient(wsUrl) {
  const connect = () => chromium.connectOverCDP(wsUrl, { timeout: CALL_MS_MAX });
  const browser = await connect();
  const context = browser.contexts()[0];
  context.setDefaultTimeout(CALL_MS_MAX);
  /** @type {Set<import('playwright-core').Page>} */
  const opened = new Set();
  /** @type {import('playwright-core').Browser[]} */
  const others = [];
  context.on('page', (page) => opened.add(page));
  const newPage = () => context.newPage();

  async function closePages() {
    // The others first: a dialog or a paused request of theirs may keep a page from closing.
    await Promise.all(others.splice(0).map((other) => other.close()));
    const pages = [...opened];
    opened.clear();
    await Promise.all(pages.map(closePage));
  }

  return {
    isConnected: () => browser.isConnected(),
    newWorld: async () => ({
      browser,
      context,
      page: await newPage(),
      newPage,
      client: async () => {
        const other = await connect();
        other.contexts()[0].setDefaultTimeout(CALL_MS_MAX);
        others.push(other);
        return other;
      },
    }),
    closePages,
    disconnect: () => browser.close(),
  };
}

/** The person may be closing it at the same time. @param {import('playwright-core').Page} page */
async function closePage(page) {
  if (page.isClosed()) return;
  const closed = page.waitForEvent('close');
  await Promise.race([page.close(), closed]).catch(() => closed);
}

/** @param {string} wsUrl @returns {Promise<Client>} */
async function puppeteerClient(wsUrl) {
  const options = { browserWSEndpoint: wsUrl, protocolTimeout: CALL_MS_MAX };
  const browser = await puppeteer.connect(options);
  const context = browser.defaultBrowserContext();
  /** @type {Set<import('puppeteer-core').Target>} */
  const opened = new Set();
  /** @type {import('puppeteer-core').Browser[]} */
  const others = [];
  context.on('targetcreated', (target) => {
    if (target.type() === 'page') opened.add(target);
  });
  context.on('targetdestroyed', (target) => opened.delete(target));
  const newPage = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(CALL_MS_MAX);
    return page;
  };

  async function closePages() {
    await Promise.all(others.splice(0).map((other) => other.disconnect()));
    const targets = [...opened];
    opened.clear();
    await Promise.all(targets.map((target) => closeTarget(target)));
  }

  /** @param {import('puppeteer-core').Target} target */
  async function closeTarget(target) {
    const destroyed = new Promise((resolve) => {
      context.on('targetdestroyed', (each) => each === target && resolve(null));
      if (!browser.targets().includes(target)) resolve(null);
    });
    const close = async () => (await target.page())?.close();
    await Promise.race([close(), destroyed]).catch(() => destroyed);
  }

  return {
    isConnected: () => browser.connected,
    newWorld: async () => ({
      browser,
      context,
      page: await newPage(),
      newPage,
      client: async () => {
        const other = await puppeteer.connect(options);
        others.push(other);
        return other;
      },
    }),
    closePages,
    disconnect: () => browser.disconnect(),
  };
}
