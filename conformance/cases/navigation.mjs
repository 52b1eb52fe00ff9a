// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

export default playwright([
  {
    name: 'goto answers with the response',
    async run({ page, site }) {
      const response = await page.goto(`${site.a}/`);
      assert.equal(response?.status(), 200);
      assert.equal(await page.title(), 'Home');
      assert.equal(page.url(), `${site.a}/`);
      assert.match(await page.content(), /<h1>Home<\/h1>/);
    },
  },
  {
    name: 'goto of a missing page answers 404',
    async run({ page, site }) {
      const response = await page.goto(`${site.a}/nowhere`);
      assert.equal(response?.status(), 404);
      assert.equal(await page.textContent('h1'), 'No such page');
    },
  },
  {
    name: 'goto of a closed port fails and the page lives on',
    async run({ page, site }) {
      // Chromium shows its error page after goto has failed, as a navigation of its own.
      const errorPage = page.waitForEvent('framenavigated');
      await assert.rejects(page.goto(site.nowhere), /ERR_CONNECTION_REFUSED/);
      await errorPage;
      await page.goto(`${site.a}/second`);
      assert.equal(await page.title(), 'Second');
    },
  },
  {
    name: 'redirects are followed and remembered',
    async run({ page, site }) {
      const response = await page.goto(`${site.a}/redirect`);
      assert.equal(page.url(), `${site.a}/second`);
      const before = response?.request().redirectedFrom();
      assert.equal(before?.url(), `${site.a}/redirect-again`);
      assert.equal(before?.redirectedFrom()?.url(), `${site.a}/redirect`);
      assert.equal((await before?.response())?.status(), 302);
    },
  },
  {
    name: 'reload loads anew',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.evaluate(() => Object.assign(window, { mark: 1 }));
      const response = await page.reload();
      assert.equal(response?.status(), 200);
      assert.equal(await page.evaluate(() => 'mark' in window), false);
    },
  },
  {
    // Playwright waits in vain for the load of a page that the back/forward cache gives back, also
    // directly; hence 'commit'.
    name: 'back and forward',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.goto(`${site.a}/second`);
      await page.goBack({ waitUntil: 'commit' });
      assert.equal(await page.title(), 'Home');
      await page.goForward({ waitUntil: 'commit' });
      assert.equal(await page.title(), 'Second');
      assert.equal(await page.goForward(), null);
    },
  },
  {
    name: 'back across sites, then input',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.goto(`${site.b}/second`);
      await page.goBack({ waitUntil: 'commit' });
      assert.equal(page.url(), `${site.a}/`);
      assert.equal(await page.evaluate(() => location.origin), site.a);
      await page.click('#next');
      await page.waitForURL(`${site.a}/second`);
    },
  },
  {
    // A page with a popup of its own is never put into the back/forward cache.
    name: 'back with a whole load',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      await Promise.all([page.waitForEvent('popup'), page.click('#open')]);
      await page.goto(`${site.a}/`);
      const response = await page.goBack();
      assert.equal(response?.status(), 200);
      assert.equal(await page.title(), 'Popups');
    },
  },
  {
    name: 'from site to site ten times',
    async run({ page, site }) {
      for (let i = 0; i < 10; i++) {
        const url = `${i % 2 ? site.a : site.b}/?${i}`;
        await page.goto(url);
        assert.equal(await page.evaluate(() => location.href), url);
      }
    },
  },
  {
    name: 'a clicked link is waited for',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.click('#next');
      await page.waitForURL('**/second');
      assert.equal(await page.textContent('h1'), 'Second');
    },
  },
  {
    name: 'hash and history changes within the document',
    async run({ page, site }) {
      await page.goto(`${site.a}/second`);
      assert.equal(await page.goto(`${site.a}/second#part`), null);
      await page.evaluate(() => history.pushState(null, '', '/pushed'));
      await page.waitForURL('**/pushed');
      await page.goBack();
      assert.equal(page.url(), `${site.a}/second#part`);
    },
  },
  {
    name: 'setContent replaces the document',
    async run({ page }) {
      await page.setContent('<h1>Set</h1><script>document.title = "Scripted"</script>');
      assert.equal(await page.textContent('h1'), 'Set');
      assert.equal(await page.title(), 'Scripted');
    },
  },
  {
    name: 'data and about:blank addresses',
    async run({ page }) {
      await page.goto('data:text/html,<title>Data</title>');
      assert.equal(await page.title(), 'Data');
      await page.goto('about:blank');
      assert.equal(page.url(), 'about:blank');
      assert.equal(await page.evaluate(() => 6 * 7), 42);
    },
  },
  {
    name: 'a navigation overtaken by another fails, the later one wins',
    async run({ page, site }) {
      const first = page.goto(`${site.a}/held?overtaken`);
      const failed = assert.rejects(first, /ERR_ABORTED|interrupted/);
      const held = await site.held('overtaken');
      await page.goto(`${site.a}/second`);
      await failed;
      held.release();
      assert.equal(page.url(), `${site.a}/second`);
    },
  },
  {
    name: 'load, domcontentloaded and networkidle',
    async run({ page, site }) {
      /** @type {string[]} */
      const seen = [];
      page.on('domcontentloaded', () => seen.push('domcontentloaded'));
      page.on('load', () => seen.push('load'));
      await page.goto(`${site.a}/scripted`, { waitUntil: 'networkidle' });
      assert.deepEqual(seen, ['domcontentloaded', 'load']);
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'goto with commit returns before the document ends',
    async run({ page, site }) {
      const response = await page.goto(`${site.a}/`, { waitUntil: 'commit' });
      assert.equal(response?.ok(), true);
      await page.waitForLoadState('load');
    },
  },
  {
    name: 'a new page is announced, listed, and gone when closed',
    async run({ context, page, newPage }) {
      const announced = context.waitForEvent('page');
      const other = await newPage();
      assert.equal(await announced, other);
      assert.ok(context.pages().includes(other) && context.pages().includes(page));
      const closed = other.waitForEvent('close');
      await other.close();
      await closed;
      assert.equal(other.isClosed(), true);
      assert.equal(context.pages().includes(other), false);
      assert.equal(await page.evaluate(() => 1 + 1), 2);
    },
  },
  {
    name: 'ten pages opened at once all work',
    async run({ newPage, site }) {
      const pages = await Promise.all(Array.from({ length: 10 }, newPage));
      const titles = pages.map(async (page, i) => {
        await page.goto(`${i % 2 ? site.a : site.b}/second`);
        return page.title();
      });
      assert.deepEqual(await Promise.all(titles), Array(10).fill('Second'));
    },
  },
  {
    name: 'a page that closes itself',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      const opening = page.waitForEvent('popup');
      await page.evaluate(() => void window.open('/closes-itself'));
      const popup = await opening;
      const closed = popup.waitForEvent('close');
      await popup.click('button').catch(() => {});
      await closed;
    },
  },
  {
    name: 'bringToFront makes the page visible and focused',
    async run({ page, newPage, site }) {
      await page.goto(`${site.a}/`);
      await newPage();
      await page.bringToFront();
      await page.waitForFunction(() => document.visibilityState === 'visible');
      assert.equal(await page.evaluate(() => document.hasFocus()), true);
    },
  },
  {
    name: 'a navigation and a reload are as a person makes them',
    async run({ page, site }) {
      for (const go of [() => page.goto(`${site.a}/echo`), () => page.reload()]) {
        const response = await go();
        const { headers } = await response?.json();
        assert.equal(headers['sec-fetch-site'], 'none');
        assert.equal(headers['sec-fetch-mode'], 'navigate');
      }
    },
  },
  {
    name: 'an address without a scheme is refused in the words of Chrome',
    async run({ page }) {
      await assert.rejects(page.goto('asdfasdf'), /Cannot navigate to invalid URL/);
    },
  },
]);
