// @ts-check
// The person has tabs too: clients see them, may use them, and do not steal them.
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

/** @type {'person'[]} */
const needs = ['person'];

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 */
async function pageAt(context, url) {
  const here = context.pages().find((page) => page.url() === url);
  if (here) return here;
  const page = await context.waitForEvent('page');
  await page.waitForURL(url);
  return page;
}

export default playwright([
  {
    name: 'a tab opened before the client came',
    needs,
    async run({ person, client, site }) {
      const url = `${site.a}/second?before`;
      await person.open(url);
      const page = await pageAt((await client()).contexts()[0], url);
      assert.equal(await page.title(), 'Second');
      await page.goto(`${site.b}/mouse`);
      await page.click('#target');
      assert.equal(await page.evaluate('seen.length'), 1);
    },
  },
  {
    name: 'a tab opened during the session',
    needs,
    async run({ person, context, site }) {
      const url = `${site.a}/second?during`;
      const [page] = await Promise.all([pageAt(context, url), person.open(url)]);
      assert.equal(await page.title(), 'Second');
      assert.equal(await page.opener(), null);
      await page.reload();
      assert.ok((await page.screenshot()).length > 100);
    },
  },
  {
    name: 'a tab with cross-origin frames opened before',
    needs,
    async run({ person, client, site }) {
      const url = `${site.a}/frames?before`;
      await person.open(url);
      const page = await pageAt((await client()).contexts()[0], url);
      const inner = page.frameLocator('[name=cross]').frameLocator('[name=inner]');
      assert.equal(await inner.locator('#text').innerText(), 'framed');
    },
  },
  {
    name: 'a tab the person closes',
    needs,
    async run({ person, context, site }) {
      const url = `${site.a}/second?closes`;
      const [page, targetId] = await Promise.all([pageAt(context, url), person.open(url)]);
      const closed = page.waitForEvent('close');
      await person.close(targetId);
      await closed;
      await assert.rejects(page.title(), /closed/);
      assert.equal(context.pages().includes(page), false);
    },
  },
  {
    name: 'a tab the person navigates',
    needs,
    async run({ person, context, site }) {
      const url = `${site.a}/second?navigates`;
      const [page, targetId] = await Promise.all([pageAt(context, url), person.open(url)]);
      const followed = page.waitForURL(`${site.b}/form`);
      await person.evaluate(targetId, `setTimeout(() => location.assign('${site.b}/form')); 0`);
      await followed;
      await page.fill('#name', 'after the person');
      assert.equal(await page.inputValue('#name'), 'after the person');
    },
  },
  {
    name: "the person's tabs stay when the client goes",
    needs,
    async run({ person, client, site }) {
      const url = `${site.a}/second?stays`;
      const targetId = await person.open(url);
      const browser = await client();
      const page = await pageAt(browser.contexts()[0], url);
      await page.evaluate(() => Object.assign(window, { mark: 'kept' }));
      await browser.close();
      assert.ok((await person.tabs()).includes(targetId));
      assert.equal(await person.evaluate(targetId, 'window.mark + location.search'), 'kept?stays');
    },
  },
  {
    name: 'a tab the client leaves alone is not reloaded or moved',
    needs,
    async run({ person, client, site }) {
      const targetId = await person.open(`${site.a}/second?alone`);
      await person.evaluate(targetId, "window.mark = 'untouched'");
      const browser = await client();
      const page = await browser.contexts()[0].newPage();
      await page.goto(`${site.a}/`);
      await page.click('#next');
      assert.equal(await person.evaluate(targetId, 'window.mark'), 'untouched');
      await page.close();
    },
  },
  {
    name: 'ten tabs the person opens quickly are all seen',
    needs,
    async run({ person, context, site }) {
      const urls = Array.from({ length: 10 }, (_, i) => `${site.a}/second?quick=${i}`);
      /** @type {Set<import('playwright-core').Page>} */
      const pages = new Set();
      const all = new Promise((resolve) => {
        context.on('page', (page) => pages.add(page).size === 10 && resolve(null));
      });
      await Promise.all(urls.map((url) => person.open(url)));
      await all;
      const found = [...pages].map(async (page) => {
        await page.waitForURL('**/second?quick=*');
        return page.evaluate(() => location.href);
      });
      assert.deepEqual((await Promise.all(found)).sort(), urls.sort());
    },
  },
]);
