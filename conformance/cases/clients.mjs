// @ts-check
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { playwright } from '../case.mjs';

/**
 * The page another client has at that address.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
async function pageAt(browser, url) {
  const context = browser.contexts()[0];
  const here = context.pages().find((page) => page.url() === url);
  return here ?? context.waitForEvent('page', (page) => page.url() === url);
}

export default playwright([
  {
    name: 'connecting by the http address',
    needs: ['http'],
    async run({ endpoint, page, site }) {
      await page.goto(`${site.a}/second`);
      const browser = await chromium.connectOverCDP(endpoint.httpUrl ?? '');
      try {
        const same = await pageAt(browser, `${site.a}/second`);
        assert.equal(await same.title(), 'Second');
      } finally {
        await browser.close();
      }
    },
  },
  {
    name: 'connecting without defaults, as one does to a browser in use',
    async run({ endpoint, page, site }) {
      await page.goto(`${site.a}/second`);
      const browser = await chromium.connectOverCDP(endpoint.wsUrl, { noDefaults: true });
      try {
        const same = await pageAt(browser, `${site.a}/second`);
        assert.equal(await same.title(), 'Second');
      } finally {
        await browser.close();
      }
    },
  },
  {
    name: 'three clients on different tabs',
    async run({ browser, client, site }) {
      const browsers = [browser, await client(), await client()];
      const pages = await Promise.all(browsers.map((each) => each.contexts()[0].newPage()));
      const work = pages.map(async (page, i) => {
        for (let turn = 0; turn < 5; turn++) {
          await page.goto(`${turn % 2 ? site.a : site.b}/form?${i}`);
          await page.fill('#name', `client ${i}`);
          assert.equal(await page.inputValue('#name'), `client ${i}`);
          assert.equal(await page.evaluate(() => location.search), `?${i}`);
        }
      });
      await Promise.all(work);
      await Promise.all(pages.map((page) => page.close()));
    },
  },
  {
    name: 'three clients on the same tab',
    async run({ page, client, site }) {
      const url = `${site.a}/second?same`;
      await page.goto(url);
      const others = [await client(), await client()];
      const pages = [page, ...(await Promise.all(others.map((other) => pageAt(other, url))))];
      const asked = pages.flatMap((each, i) =>
        Array.from({ length: 20 }, (_, n) => each.evaluate((x) => x * 2, i * 100 + n)),
      );
      const answers = await Promise.all(asked);
      assert.deepEqual(
        answers,
        pages.flatMap((_, i) => Array.from({ length: 20 }, (_, n) => (i * 100 + n) * 2)),
      );
      const heard = pages.map((each) => each.waitForEvent('console'));
      await page.evaluate(() => console.log('to all', { n: 1 }));
      for (const message of await Promise.all(heard)) {
        assert.equal(message.text(), 'to all {n: 1}');
        assert.deepEqual(await message.args()[1].jsonValue(), { n: 1 });
      }
    },
  },
  {
    name: 'a navigation by one client is followed by the others',
    async run({ page, client, site }) {
      const url = `${site.a}/second?followed`;
      await page.goto(url);
      const same = await pageAt(await client(), url);
      const followed = same.waitForURL(`${site.b}/frames`);
      await page.goto(`${site.b}/frames`);
      await followed;
      assert.equal(await same.title(), 'Frames');
      const inner = same.frameLocator('[name=same]').locator('#text');
      assert.equal(await inner.innerText(), 'framed');
      assert.equal(await page.frameLocator('[name=same]').locator('#text').innerText(), 'framed');
    },
  },
  {
    name: 'a second client that disables its domains does not silence the first',
    async run({ page, client, site }) {
      const url = `${site.a}/second?silence`;
      await page.goto(url);
      const other = await client();
      const same = await pageAt(other, url);
      const session = await other.contexts()[0].newCDPSession(same);
      for (const domain of ['Runtime', 'Network', 'Page', 'Log', 'DOM']) {
        const send = /** @type {(method: string) => Promise<any>} */ (session.send.bind(session));
        await send(`${domain}.enable`);
        await send(`${domain}.disable`);
      }
      const [message, response] = await Promise.all([
        page.waitForEvent('console'),
        page.waitForResponse('**/json'),
        page.evaluate(async () => {
          console.log('still heard');
          await (await fetch('/json')).text();
        }),
      ]);
      assert.equal(message.text(), 'still heard');
      assert.equal((await response.json()).answer, 42);
      await page.goto(`${site.a}/`);
      assert.equal(await page.title(), 'Home');
    },
  },
  {
    name: 'a client that leaves takes nothing of the others with it',
    async run({ page, client, site }) {
      const url = `${site.a}/second?leaves`;
      await page.goto(url);
      const other = await client();
      const same = await pageAt(other, url);
      await same.route('**/json', (route) => route.continue());
      await same.evaluate(() => 1);
      await other.close();
      const [message, response] = await Promise.all([
        page.waitForEvent('console'),
        page.waitForResponse('**/json'),
        page.evaluate(async () => {
          console.log('after');
          await (await fetch('/json')).text();
        }),
      ]);
      assert.equal(message.text(), 'after');
      assert.equal(response.status(), 200);
      await page.reload();
      assert.equal(await page.title(), 'Second');
    },
  },
  {
    name: 'a client that leaves with a request paused lets it go',
    async run({ page, client, site }) {
      const url = `${site.a}/second?paused`;
      await page.goto(url);
      const other = await client();
      const same = await pageAt(other, url);
      const paused = new Promise((resolve) => void same.route('**/json', () => resolve(null)));
      await same.evaluate(() => 1);
      const fetched = page.evaluate(() => fetch('/json').then((response) => response.status));
      await paused;
      await other.close();
      assert.equal(await fetched, 200);
    },
  },
  {
    name: 'the routes of one client do not bind another',
    async run({ page, client, newPage, site }) {
      const elsewhere = await newPage();
      await elsewhere.goto(`${site.a}/`);
      const url = `${site.a}/second?routes`;
      await page.goto(url);
      await page.route('**/json', (route) => route.fulfill({ body: 'of the first' }));
      const same = await pageAt(await client(), url);
      const text = () => fetch('/json').then((response) => response.text());
      assert.equal(await same.evaluate(text), 'of the first');
      assert.match(await elsewhere.evaluate(text), /42/);
    },
  },
  {
    name: 'a tab opened or closed by one client is seen by another',
    async run({ browser, newPage, client, site }) {
      const other = await client();
      const seen = other.contexts()[0].waitForEvent('page');
      const page = await newPage();
      await page.goto(`${site.a}/second?opened`);
      const same = await seen;
      await same.waitForURL('**/second?opened');
      const closed = same.waitForEvent('close');
      await page.close();
      await closed;
      assert.equal(browser.isConnected(), true);
    },
  },
  {
    name: 'a client that comes back finds twenty tabs that answer',
    async run({ client, newPage, site }) {
      const pages = await Promise.all(Array.from({ length: 20 }, newPage));
      await Promise.all(pages.map((page, i) => page.goto(`${site.a}/second?tab=${i}`)));
      const first = await client();
      for (const page of first.contexts()[0].pages()) await page.title();
      await first.close();
      const again = await client();
      const found = again
        .contexts()[0]
        .pages()
        .filter((page) => page.url().includes('?tab='));
      assert.equal(found.length, 20);
      const work = found.map(async (page) => {
        await page.evaluate(() => (document.title = location.search));
        return page.title();
      });
      const titles = await Promise.all(work);
      assert.equal(new Set(titles).size, 20);
      assert.ok(titles.every((title) => title.startsWith('?tab=')));
    },
  },
  {
    name: 'the only client leaves, comes back, and finds its tabs',
    ownClient: true,
    async run({ browser, endpoint, page, newPage, site }) {
      const pages = [page, ...(await Promise.all(Array.from({ length: 19 }, newPage)))];
      await Promise.all(pages.map((each, i) => each.goto(`${site.b}/second?alone=${i}`)));
      await browser.close();
      const again = await chromium.connectOverCDP(endpoint.wsUrl);
      try {
        const found = again
          .contexts()[0]
          .pages()
          .filter((each) => each.url().includes('?alone='));
        assert.equal(found.length, 20);
        const titles = await Promise.all(found.map((each) => each.title()));
        assert.deepEqual(titles, Array(20).fill('Second'));
        await Promise.all(found.map((each) => each.close()));
      } finally {
        await again.close();
      }
    },
  },
  {
    name: 'a client that leaves in the middle of a navigation',
    async run({ client, page, site }) {
      const url = `${site.a}/second?middle`;
      await page.goto(url);
      const other = await client();
      const same = await pageAt(other, url);
      const going = same.goto(`${site.b}/held?middle`).catch(() => {});
      const held = await site.held('middle');
      await other.close();
      await going;
      const arrived = page.waitForURL(`${site.b}/held?middle`);
      held.release();
      await arrived;
      assert.equal(await page.textContent('h1'), 'Held middle');
      const again = await pageAt(await client(), `${site.b}/held?middle`);
      assert.equal(await again.textContent('h1'), 'Held middle');
      await again.goto(`${site.a}/`);
      assert.equal(await again.title(), 'Home');
    },
  },
  {
    name: 'a client that connects in the middle of a navigation',
    async run({ client, page, site }) {
      await page.goto(`${site.a}/second?joins`);
      const going = page.goto(`${site.b}/held?joins`);
      const held = await site.held('joins');
      // Chromium keeps commands to a tab back while it changes process, so this ends after release.
      const connecting = client();
      held.release();
      const [other] = await Promise.all([connecting, going]);
      const same = await pageAt(other, `${site.b}/held?joins`);
      assert.equal(await same.textContent('h1'), 'Held joins');
    },
  },
  {
    name: 'connecting and leaving ten times',
    async run({ client, page, site }) {
      const url = `${site.a}/frames?again`;
      await page.goto(url);
      for (let i = 0; i < 10; i++) {
        const other = await client();
        const same = await pageAt(other, url);
        const cross = same.frameLocator('[name=cross]').getByRole('heading');
        assert.equal(await cross.innerText(), 'Nest');
        await other.close();
      }
      assert.equal(await page.title(), 'Frames');
    },
  },
  {
    name: 'a context of one client is closed with it',
    async run({ browser, client, site }) {
      const session = await browser.newBrowserCDPSession();
      const closed = new Promise((resolve) => {
        /** @type {string | undefined} */
        let own;
        session.on('Target.targetInfoChanged', ({ targetInfo }) => {
          if (targetInfo.url.endsWith('?apart')) own = targetInfo.targetId;
        });
        session.on('Target.targetDestroyed', ({ targetId }) => targetId === own && resolve(own));
      });
      await session.send('Target.setDiscoverTargets', { discover: true });
      const other = await client();
      const apart = await other.newContext();
      await (await apart.newPage()).goto(`${site.a}/second?apart`);
      await other.close();
      await closed;
      await session.detach();
    },
  },
]);
