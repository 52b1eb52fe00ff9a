// @ts-check
// What must never hang, done over and over: each popup and each fresh context is evaluated as soon as the client has it.
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

/** How a popup is opened, by the selector of what opens it. @type {[string, string][]} */
const POPUPS = [
  ['popups with an address', '#open'],
  ['popups of another site', '#cross'],
  ['blank popups', '#blank'],
  ['popups without an opener', '#noopener'],
  ['popups with window features', '#sized'],
  ['popups of a link', '#link'],
];

export default playwright([
  ...POPUPS.map(([name, selector]) => ({
    name,
    repeats: true,
    /** @param {import('../case.mjs').Bed & import('../case.mjs').PlaywrightWorld} world */
    async run({ context, page, site, times }) {
      await page.goto(`${site.a}/popups`);
      for (let i = 0; i < times; i++) {
        const [popup] = await Promise.all([context.waitForEvent('page'), page.click(selector)]);
        assert.equal(await popup.evaluate(() => 6 * 7), 42);
        await popup.close();
      }
    },
  })),
  {
    name: 'popups that show a dialog',
    repeats: true,
    async run({ context, page, site, times }) {
      await page.goto(`${site.a}/popups`);
      for (let i = 0; i < times; i++) {
        const [popup] = await Promise.all([context.waitForEvent('page'), page.click('#open')]);
        const asked = popup.waitForEvent('dialog');
        await popup.evaluate(() => void setTimeout(() => alert('from a popup')));
        await (await asked).accept();
        assert.equal(await popup.evaluate(() => 6 * 7), 42);
        await popup.close();
      }
    },
  },
  {
    name: 'popups that show a dialog at once',
    repeats: true,
    ownClient: true,
    async run({ context, page, site, times }) {
      await page.goto(`${site.a}/popups`);
      for (let i = 0; i < times; i++) {
        const asked = new Promise((resolve) => void context.once('dialog', resolve));
        const clicked = page.click('#alert');
        const popup = await context.waitForEvent('page');
        await (await asked).accept();
        await clicked;
        assert.equal(await popup.evaluate(() => 6 * 7), 42);
        await popup.close();
      }
    },
  },
  {
    name: 'first requests of popups',
    repeats: true,
    async run({ context, page, site, times }) {
      await page.goto(`${site.a}/popups`);
      for (let i = 0; i < times; i++) {
        for (const selector of ['#open', '#link', '#noopener']) {
          const asked = context.waitForEvent('request', (request) =>
            request.url().endsWith('/second'),
          );
          const [popup] = await Promise.all([context.waitForEvent('page'), page.click(selector)]);
          assert.equal((await asked).frame().page(), popup);
          assert.equal((await (await asked).response())?.status(), 200);
          await popup.close();
        }
      }
    },
  },
  {
    name: 'fresh contexts',
    repeats: true,
    async run({ browser, times }) {
      for (let i = 0; i < times; i++) {
        const context = await browser.newContext();
        const page = await context.newPage();
        assert.equal(await page.evaluate(() => 6 * 7), 42);
        await context.close();
      }
    },
  },
]);
