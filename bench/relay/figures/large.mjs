// @ts-check
// Large answers: ten megabytes of text, and a picture of a whole page.

import { connectPlaywright } from '../contenders/contender.mjs';
import { ratioAtMost } from '../report.mjs';
import { median, timed } from '../spans.mjs';
import { byTurns, valuesOf } from '../turns.mjs';

const TEXT_ROUNDS = 7;
const PICTURE_ROUNDS = 7;
const TEXT_LENGTH = 10_000_000;

/** @param {import('../turns.mjs').Contender[]} contenders @param {string} site */
export async function* carrying(contenders, site) {
  yield await largeResult(contenders);
  yield await screenshot(
    contenders.filter(({ clientUrl }) => clientUrl),
    site,
  );
}

/** @param {import('../turns.mjs').Contender[]} contenders @returns {Promise<import('../report.mjs').Figure>} */
async function largeResult(contenders) {
  /** @type {Map<string, import('../raw.mjs').Line>} */
  const lines = new Map();
  const samples = await byTurns(contenders, 1 + TEXT_ROUNDS, async ({ name, openLine }) => {
    const line = lines.get(name) ?? (await openLine());
    lines.set(name, line);
    return timed(async () => {
      const text = await line.evaluate(`'x'.repeat(${TEXT_LENGTH})`);
      if (text.length !== TEXT_LENGTH) throw new Error(`${text.length} characters came`);
    });
  });
  for (const [name, { client }] of lines) if (name !== 'floor') await client.close();
  return {
    name: '10 MB result, ms',
    values: valuesOf(samples, ([, ...own]) => median(own)),
    against: 'direct',
    aim: ratioAtMost(1.3),
  };
}

/**
 * @param {import('../turns.mjs').Contender[]} contenders
 * @param {string} site
 * @returns {Promise<import('../report.mjs').Figure>}
 */
async function screenshot(contenders, site) {
  /** @type {Map<string, import('playwright-core').Page>} */
  const pages = new Map();
  const samples = await byTurns(contenders, 1 + PICTURE_ROUNDS, async (contender) => {
    const page = pages.get(contender.name) ?? (await openTallPage(contender, site));
    pages.set(contender.name, page);
    return timed(() => page.screenshot({ fullPage: true }));
  });
  for (const page of pages.values()) await page.context().browser()?.close();
  return {
    name: 'full-page screenshot, ms',
    values: valuesOf(samples, ([, ...own]) => median(own)),
    against: 'direct',
  };
}

/** @param {import('../turns.mjs').Contender} contender @param {string} site */
async function openTallPage(contender, site) {
  const browser = await connectPlaywright(contender);
  const page = await browser.contexts()[0].newPage();
  await page.goto(`${site}/tall`);
  // Without it playwriter's picture never comes.
  await page.bringToFront();
  return page;
}
