// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

/** @param {{ name: string }[]} cookies */
const names = (cookies) => cookies.map(({ name }) => name).sort();

export default playwright([
  {
    name: 'cookies are added, sent, read and cleared',
    async run({ context, page, site }) {
      await context.clearCookies();
      await context.addCookies([
        { name: 'plain', value: 'a', url: site.a },
        { name: 'hidden', value: 'b', url: site.a, httpOnly: true, sameSite: 'Lax' },
      ]);
      await page.goto(`${site.a}/echo`);
      const said = JSON.parse((await page.textContent('body')) ?? '');
      assert.match(said.headers.cookie, /plain=a; hidden=b/);
      assert.equal(await page.evaluate(() => document.cookie), 'plain=a');
      const cookies = await context.cookies(site.a);
      assert.deepEqual(names(cookies), ['hidden', 'plain']);
      assert.equal(cookies.find(({ name }) => name === 'hidden')?.httpOnly, true);
      await context.clearCookies();
      assert.deepEqual(await context.cookies(site.a), []);
    },
  },
  {
    name: 'cookies set by the server and by the page',
    async run({ context, page, site }) {
      await context.clearCookies();
      await page.goto(`${site.a}/set-cookie`);
      await page.evaluate(() => {
        document.cookie = 'own=3; max-age=3600';
      });
      const cookies = await context.cookies();
      assert.deepEqual(names(cookies), ['own', 'secret', 'seen']);
      assert.equal(cookies.find(({ name }) => name === 'secret')?.sameSite, 'Strict');
      const expires = cookies.find(({ name }) => name === 'own')?.expires ?? 0;
      assert.ok(Math.abs(expires - (Date.now() / 1000 + 3600)) < 120);
      await context.clearCookies();
    },
  },
  {
    name: 'cookies of one site only, and cleared by name',
    async run({ context, site }) {
      await context.clearCookies();
      await context.addCookies([
        { name: 'one', value: '1', url: site.a },
        { name: 'two', value: '2', url: site.b },
        { name: 'three', value: '3', url: site.b },
      ]);
      assert.deepEqual(names(await context.cookies(site.b)), ['three', 'two']);
      await context.clearCookies({ name: 'two' });
      assert.deepEqual(names(await context.cookies()), ['one', 'three']);
      await context.clearCookies();
    },
  },
  {
    name: 'storageState carries cookies and local storage',
    async run({ context, page, site }) {
      await context.clearCookies();
      await context.addCookies([{ name: 'kept', value: 'yes', url: site.a }]);
      await page.goto(`${site.a}/`);
      await page.evaluate(() => localStorage.setItem('colour', 'blue'));
      const state = await context.storageState();
      assert.deepEqual(names(state.cookies), ['kept']);
      const stored = state.origins.find(({ origin }) => origin === site.a);
      assert.deepEqual(stored?.localStorage, [{ name: 'colour', value: 'blue' }]);
      await page.evaluate(() => localStorage.clear());
      await context.clearCookies();
    },
  },
  {
    name: 'storage is shared by the tabs of a context',
    async run({ page, newPage, site }) {
      const other = await newPage();
      await Promise.all([page.goto(`${site.a}/`), other.goto(`${site.a}/`)]);
      await page.evaluate(() => localStorage.setItem('between', 'tabs'));
      assert.equal(await other.evaluate(() => localStorage.getItem('between')), 'tabs');
      await page.evaluate(() => localStorage.clear());
    },
  },
  {
    name: 'a new context is isolated',
    async run({ browser, context, page, site }) {
      await context.addCookies([{ name: 'outer', value: '1', url: site.a }]);
      await page.goto(`${site.a}/`);
      await page.evaluate(() => localStorage.setItem('outer', '1'));
      const apart = await browser.newContext();
      const inner = await apart.newPage();
      await inner.goto(`${site.a}/`);
      assert.deepEqual(await apart.cookies(), []);
      assert.equal(await inner.evaluate(() => localStorage.length), 0);
      await apart.addCookies([{ name: 'inner', value: '2', url: site.a }]);
      assert.equal(names(await context.cookies()).includes('inner'), false);
      assert.equal(context.pages().includes(inner), false);
      const closed = inner.waitForEvent('close');
      await apart.close();
      await closed;
      await page.evaluate(() => localStorage.clear());
      await context.clearCookies();
    },
  },
  {
    name: 'two new contexts are apart from each other',
    async run({ browser, site }) {
      const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
      const cookies = contexts.map(async (context, i) => {
        await context.addCookies([{ name: `only-${i}`, value: '1', url: site.a }]);
        const page = await context.newPage();
        await page.goto(`${site.a}/`);
        return page.evaluate(() => document.cookie);
      });
      assert.deepEqual(await Promise.all(cookies), ['only-0=1', 'only-1=1']);
      await Promise.all(contexts.map((context) => context.close()));
    },
  },
  {
    name: 'a new context takes its options',
    async run({ browser, site }) {
      const context = await browser.newContext({
        userAgent: 'Conformance/1',
        viewport: { width: 333, height: 444 },
        locale: 'de-DE',
        timezoneId: 'Asia/Tokyo',
        colorScheme: 'dark',
        extraHTTPHeaders: { 'x-context': 'yes' },
        storageState: {
          cookies: [],
          origins: [{ origin: site.a, localStorage: [{ name: 'given', value: 'state' }] }],
        },
      });
      const page = await context.newPage();
      await page.goto(`${site.a}/echo`);
      const { headers } = JSON.parse((await page.textContent('body')) ?? '');
      assert.equal(headers['user-agent'], 'Conformance/1');
      assert.equal(headers['x-context'], 'yes');
      assert.match(headers['accept-language'], /^de-DE/);
      const seen = await page.evaluate(() => ({
        agent: navigator.userAgent,
        size: [innerWidth, innerHeight],
        language: navigator.language,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        dark: matchMedia('(prefers-color-scheme: dark)').matches,
        given: localStorage.getItem('given'),
      }));
      assert.deepEqual(seen, {
        agent: 'Conformance/1',
        size: [333, 444],
        language: 'de-DE',
        zone: 'Asia/Tokyo',
        dark: true,
        given: 'state',
      });
      await context.close();
    },
  },
  {
    name: 'popups and downloads of a new context stay in it',
    async run({ browser, context, site }) {
      const apart = await browser.newContext();
      const page = await apart.newPage();
      await page.goto(`${site.a}/popups`);
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#open')]);
      assert.equal(popup.context(), apart);
      assert.equal(context.pages().includes(popup), false);
      await page.goto(`${site.a}/downloads`);
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#plain')]);
      assert.equal(await download.failure(), null);
      await apart.close();
    },
  },
  {
    name: 'pages of new contexts are evaluated before they go anywhere',
    async run({ browser }) {
      for (let i = 0; i < 8; i++) {
        const context = await browser.newContext();
        const page = await context.newPage();
        assert.equal(await page.evaluate(() => 6 * 7), 42);
        const popup = page.waitForEvent('popup');
        await page.evaluate(() => void open('about:blank'));
        assert.equal(await (await popup).evaluate(() => 6 * 7), 42);
        await context.close();
      }
    },
  },
  {
    name: 'a CDP session of its own on a page of a new context',
    async run({ browser }) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      const { result } = await session.send('Runtime.evaluate', { expression: '6 * 7' });
      assert.equal(result.value, 42);
      await session.detach();
      assert.equal(await page.evaluate(() => 6 * 7), 42);
      await context.close();
    },
  },
]);
