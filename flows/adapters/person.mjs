// @ts-check
// The person who did the chores does them again, on every variant, knowing its words. What the person cannot do, no
// tool can be blamed for: this proves the suite itself.

import { chromium } from 'playwright-core';
import { startChromium } from '../chromium.mjs';
import { doChore } from '../person.mjs';

/** @type {import('./tool.mjs').Tool} */
export const person = {
  name: 'the person again',
  about:
    'knows the words of each variant; shows that every case can be done, or cannot where it must not',
  isProof: true,
  record: async () => '',
  async open(files) {
    const program = await startChromium();
    const browser = await chromium.connectOverCDP(program.wsUrl);
    /** @type {import('playwright-core').BrowserContext | undefined} */
    let context;
    return {
      async replay({ it, address }) {
        const { chore, given: values, variant } = it;
        context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(address);
        await doChore({ page, chore, values, files, variant });
      },
      async clear() {
        await context?.close();
      },
      async close() {
        await browser.close();
        program.stop();
      },
    };
  },
};
