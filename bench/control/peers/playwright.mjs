// @ts-check
// Playwright, connected directly to the same browser.

import { chromium } from 'playwright-core';
import { isInteractive } from '../roles.mjs';

const SNAPSHOT_MS_MAX = 120_000;
const MARKED_AT_ONCE = 64;

/** @param {import('../bed.mjs').Bed} bed @param {string} url the start of its page's address */
export async function connectPlaywright(bed, url) {
  const browser = await chromium.connectOverCDP(bed.debuggingUrl);
  const page = browser
    .contexts()[0]
    .pages()
    .find((each) => each.url().startsWith(url));
  if (!page) throw new Error(`Playwright sees no page that shows ${url}`);
  const timeout = SNAPSHOT_MS_MAX;
  return {
    aria: () => page.ariaSnapshot({ timeout }),
    ai: () => page.ariaSnapshot({ mode: 'ai', timeout }),
    /** @param {string} selector */
    click: (selector) => page.locator(selector).click(),
    /**
     * The elements of an `ai` snapshot that one can do something with.
     * @param {string} snapshot
     * @param {string} attribute
     */
    mark: async (snapshot, attribute) => {
      const refs = interactiveRefs(snapshot);
      const markOne = (/** @type {string} */ ref) =>
        page
          .locator(`aria-ref=${ref}`)
          .evaluate((found, name) => found.setAttribute(name, ''), attribute, { timeout });
      for (let begin = 0; begin < refs.length; begin += MARKED_AT_ONCE) {
        await Promise.all(refs.slice(begin, begin + MARKED_AT_ONCE).map(markOne));
      }
      return refs.length;
    },
    close: () => browser.close(),
  };
}

/** @param {string} snapshot @returns {string[]} */
function interactiveRefs(snapshot) {
  const refs = [];
  for (const line of snapshot.split('\n')) {
    const found = /^\s*- '?(\w+).*\[ref=(\w+)\]/.exec(line);
    if (found && (isInteractive(found[1]) || line.includes('[cursor=pointer]')))
      refs.push(found[2]);
  }
  return refs;
}
