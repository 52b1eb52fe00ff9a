// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

/**
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 */
async function popupOf(page, selector) {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.click(selector)]);
  return popup;
}

export default playwright([
  {
    name: 'window.open gives a page with its opener',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/popups`);
      const announced = context.waitForEvent('page');
      const popup = await popupOf(page, '#open');
      assert.equal(await announced, popup);
      assert.equal(await popup.opener(), page);
      await popup.waitForURL('**/second');
      assert.equal(await popup.title(), 'Second');
      assert.equal(await popup.evaluate(() => window.opener !== null), true);
    },
  },
  {
    name: 'a target=_blank link gives a page with its opener',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      const popup = await popupOf(page, '#link');
      assert.equal(await popup.opener(), page);
      await popup.waitForURL('**/second');
      assert.equal(await popup.textContent('h1'), 'Second');
    },
  },
  {
    name: 'a noopener link gives a page the document cannot reach',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/popups`);
      const [popup] = await Promise.all([context.waitForEvent('page'), page.click('#noopener')]);
      await popup.waitForURL('**/second');
      assert.equal(await popup.evaluate(() => window.opener), null);
    },
  },
  {
    name: 'a popup of another site',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      const popup = await popupOf(page, '#cross');
      await popup.waitForURL(`${site.b}/second`);
      assert.equal(await popup.evaluate(() => location.origin), site.b);
      assert.equal(await popup.opener(), page);
    },
  },
  {
    name: 'a blank popup its opener writes into',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      const popup = await popupOf(page, '#blank');
      assert.equal(popup.url(), 'about:blank');
      assert.equal(await popup.textContent('body'), 'written');
    },
  },
  {
    name: 'a popup window with a size',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      const popup = await popupOf(page, '#sized');
      await popup.waitForURL('**/second');
      assert.equal(await popup.textContent('h1'), 'Second');
    },
  },
  {
    name: 'a popup takes input, screenshots and navigations',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      const popup = await popupOf(page, '#open');
      await popup.goto(`${site.b}/mouse`);
      await popup.click('#target');
      assert.equal(await popup.evaluate('seen.length'), 1);
      assert.ok((await popup.screenshot()).length > 100);
      assert.equal(await page.title(), 'Popups');
    },
  },
  {
    name: 'a popup opened from a cross-origin frame',
    async run({ page, site }) {
      await page.goto(`${site.a}/one-frame`);
      const link = page.frameLocator('iframe').locator('#open');
      const [popup] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await popup.waitForURL(`${site.b}/second`);
      assert.equal(await popup.title(), 'Second');
    },
  },
  {
    name: 'a popup of a popup',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      const first = await popupOf(page, '#open');
      await first.goto(`${site.a}/popups`);
      const second = await popupOf(first, '#open');
      assert.equal(await second.opener(), first);
    },
  },
  {
    name: 'the opener can close its popup',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      const popup = await popupOf(page, '#open');
      await popup.waitForLoadState();
      const closed = popup.waitForEvent('close');
      await page.evaluate('window.popup.close()');
      await closed;
    },
  },
  {
    name: 'routes and init scripts of the context meet a popup from its first request',
    ownClient: true,
    async run({ context, page, site }) {
      await context.addInitScript(() => Object.assign(window, { mark: 'early' }));
      await context.route('**/second', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<title>Routed</title><script>document.title += " " + window.mark</script>',
        }),
      );
      await page.goto(`${site.a}/popups`);
      const popup = await popupOf(page, '#open');
      await popup.waitForLoadState();
      await popup.waitForFunction(() => document.title === 'Routed early');
    },
  },
  {
    name: 'the first request of a popup is told, to its end',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/popups`);
      /** @param {import('playwright-core').Request} request */
      const isFirst = (request) => request.url().endsWith('/second');
      const [request, finished, popup] = await Promise.all([
        context.waitForEvent('request', isFirst),
        context.waitForEvent('requestfinished', isFirst),
        page.waitForEvent('popup'),
        page.click('#open'),
      ]);
      assert.equal(finished, request);
      assert.equal(request.frame().page(), popup);
      assert.match((await (await request.response())?.text()) ?? '', /Second/);
    },
  },
  {
    name: 'routes meet a popup without an opener from its first request',
    ownClient: true,
    async run({ context, page, site }) {
      await context.route('**/second', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Routed</title>' }),
      );
      await page.goto(`${site.a}/popups`);
      const [popup] = await Promise.all([context.waitForEvent('page'), page.click('#noopener')]);
      await popup.waitForFunction(() => document.title === 'Routed');
    },
  },
  {
    name: 'a dialog that the opener shows in a popup at once is told',
    ownClient: true,
    async run({ context, page, site }) {
      await page.goto(`${site.a}/popups`);
      /** @type {Promise<import('playwright-core').Dialog>} */
      const asked = new Promise((resolve) => void context.once('dialog', resolve));
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        asked.then((dialog) => dialog.accept()),
        page.click('#alert'),
      ]);
      assert.equal((await asked).message(), 'at once');
      assert.equal((await asked).page(), popup);
    },
  },
  {
    name: 'popups of a page that two clients drive are set up by both',
    ownClient: true,
    async run({ context, page, site, client }) {
      const other = (await client()).contexts()[0];
      assert.ok(other);
      await page.goto(`${site.a}/popups`);
      for (const [place, mark] of /** @type {const} */ ([
        [context, 'one'],
        [other, 'two'],
      ])) {
        await place.addInitScript((name) => Object.assign(window, { [name]: true }), mark);
      }
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        other.waitForEvent('page'),
        page.click('#open'),
      ]);
      await popup.waitForURL('**/second');
      assert.deepEqual(await popup.evaluate('[window.one, window.two]'), [true, true]);
    },
  },
  {
    name: 'five popups, one after another, are all seen',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/popups`);
      /** @type {Set<import('playwright-core').Page>} */
      const popups = new Set();
      const all = new Promise((resolve) => {
        page.on('popup', (popup) => popups.add(popup).size === 5 && resolve(null));
      });
      for (let i = 0; i < 5; i++) await page.evaluate((n) => void open(`/second?${n}`), i);
      await all;
      await Promise.all([...popups].map((popup) => popup.waitForURL('**/second?*')));
      assert.equal(new Set([...popups].map((popup) => popup.url())).size, 5);
      assert.ok([...popups].every((popup) => context.pages().includes(popup)));
    },
  },
  {
    name: 'popups are evaluated as soon as they are announced',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/popups`);
      for (let i = 0; i < 10; i++) {
        for (const selector of ['#open', '#noopener']) {
          const [popup] = await Promise.all([context.waitForEvent('page'), page.click(selector)]);
          assert.equal(await popup.evaluate(() => 6 * 7), 42);
          await popup.close();
        }
      }
    },
  },
]);
