// @ts-check
import assert from 'node:assert/strict';
import lib from 'puppeteer-core';
import { puppeteer } from '../case.mjs';

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 */
async function pageAt(browser, url) {
  const target = await browser.waitForTarget((each) => each.url() === url);
  const page = await target.page();
  if (!page) throw new Error(`no page at ${url}`);
  return page;
}

export default puppeteer([
  {
    name: 'connect by the http address',
    needs: ['http'],
    async run({ endpoint, page, site }) {
      await page.goto(`${site.a}/second?http`);
      const browser = await lib.connect({ browserURL: endpoint.httpUrl });
      const same = await pageAt(browser, `${site.a}/second?http`);
      assert.equal(await same.title(), 'Second');
      await browser.disconnect();
    },
  },
  {
    name: 'disconnect and connect again',
    async run({ page, client, site }) {
      const url = `${site.a}/second?again`;
      await page.goto(url);
      const first = await client();
      assert.equal(await (await pageAt(first, url)).title(), 'Second');
      await first.disconnect();
      const second = await client();
      const same = await pageAt(second, url);
      await same.goto(`${site.b}/`);
      assert.equal(await page.title(), 'Home');
      await second.disconnect();
    },
  },
  {
    name: 'two clients on one tab',
    async run({ page, client, site }) {
      const url = `${site.a}/second?both`;
      await page.goto(url);
      const same = await pageAt(await client(), url);
      const heard = [page, same].map(
        (each) => new Promise((resolve) => each.once('console', (m) => resolve(m.text()))),
      );
      await same.evaluate(() => console.log('both'));
      assert.deepEqual(await Promise.all(heard), ['both', 'both']);
    },
  },
  {
    name: 'requests and responses with bodies',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      const [request, response] = await Promise.all([
        page.waitForRequest((each) => each.url().endsWith('/json')),
        page.waitForResponse((each) => each.url().endsWith('/json')),
        page.evaluate(() => fetch('/json').then((each) => each.text())),
      ]);
      assert.equal(request.method(), 'GET');
      assert.equal((await response.json()).answer, 42);
    },
  },
  {
    name: 'interception: respond, abort and continue',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname === '/json') return void request.respond({ body: 'intercepted' });
        if (pathname === '/bytes') return void request.abort();
        const headers = { ...request.headers(), 'x-added': 'yes' };
        return void request.continue({ headers });
      });
      const answers = await page.evaluate(() =>
        Promise.all(
          ['/json', '/bytes', '/echo'].map((path) =>
            fetch(path).then(
              (response) => response.text(),
              () => 'failed',
            ),
          ),
        ),
      );
      assert.deepEqual(answers.slice(0, 2), ['intercepted', 'failed']);
      assert.equal(JSON.parse(answers[2]).headers['x-added'], 'yes');
      await page.setRequestInterception(false);
      const text = await page.evaluate(() => fetch('/json').then((response) => response.text()));
      assert.match(text, /42/);
    },
  },
  {
    name: 'interception inside a cross-origin frame',
    async run({ page, site }) {
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        const body = '<p>intercepted frame</p>';
        if (!request.url().endsWith('/framed')) return void request.continue();
        return void request.respond({ contentType: 'text/html', body });
      });
      await page.goto(`${site.a}/one-frame`);
      const frame = await page.waitForFrame((each) => each.url() === `${site.b}/framed`);
      assert.equal(await frame.$eval('p', (each) => each.textContent), 'intercepted frame');
    },
  },
  {
    name: 'console and errors',
    async run({ page, site }) {
      await page.goto(`${site.a}/noisy`);
      const [message] = await Promise.all([
        /** @type {Promise<import('puppeteer-core').ConsoleMessage>} */ (
          new Promise((resolve) => page.once('console', resolve))
        ),
        page.click('#log'),
      ]);
      assert.equal(await message.args()[1].jsonValue(), 7);
      const [error] = await Promise.all([
        new Promise((resolve) => page.once('pageerror', resolve)),
        page.click('#throw'),
      ]);
      assert.match(String(/** @type {Error} */ (error).message), /broken on purpose/);
    },
  },
  {
    name: 'cookies of the context',
    async run({ context, page, site }) {
      await context.setCookie({ name: 'biscuit', value: '1', domain: '127.0.0.1' });
      await page.goto(`${site.a}/`);
      assert.match(await page.evaluate(() => document.cookie), /biscuit=1/);
      const cookies = await context.cookies();
      const own = cookies.filter(({ name }) => name === 'biscuit');
      assert.equal(own.length, 1);
      await context.deleteCookie(...cookies);
      assert.deepEqual(await context.cookies(), []);
    },
  },
  {
    name: 'permissions of the context',
    async run({ context, page, site }) {
      await context.overridePermissions(site.a, ['geolocation']);
      await page.setGeolocation({ latitude: 10, longitude: 20 });
      await page.goto(`${site.a}/`);
      const query = "navigator.permissions.query({ name: 'geolocation' }).then((p) => p.state)";
      assert.equal(await page.evaluate(query), 'granted');
      await context.clearPermissionOverrides();
    },
  },
  {
    name: 'dedicated workers evaluate',
    async run({ page, site }) {
      const created = new Promise((resolve) => page.once('workercreated', resolve));
      await page.goto(`${site.a}/worker`);
      const worker = /** @type {import('puppeteer-core').WebWorker} */ (await created);
      assert.equal(await worker.evaluate('self.secret'), 7);
      assert.deepEqual(page.workers(), [worker]);
    },
  },
  {
    name: 'service workers are targets that evaluate',
    async run({ browser, page, site }) {
      await page.goto(`${site.a}/service/`);
      await page.evaluate('window.ready');
      const target = await browser.waitForTarget(
        (each) => each.type() === 'service_worker' && each.url().startsWith(site.a),
      );
      const worker = await target.worker();
      assert.equal(await worker?.evaluate('self.secret'), 11);
      await page.evaluate('window.leave()');
    },
  },
  {
    name: 'a CDP session of the page',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      const session = await page.createCDPSession();
      const { result } = await session.send('Runtime.evaluate', { expression: 'document.title' });
      assert.equal(result.value, 'Home');
      await session.detach();
      await assert.rejects(session.send('Runtime.enable'));
    },
  },
  {
    name: 'a CDP session of the browser',
    async run({ browser }) {
      const session = await browser.target().createCDPSession();
      const { product } = await session.send('Browser.getVersion');
      assert.equal(product, await browser.version());
      await session.detach();
    },
  },
  {
    name: 'exposed functions and early scripts',
    async run({ page, site }) {
      await page.exposeFunction('twice', (/** @type {number} */ n) => n * 2);
      await page.evaluateOnNewDocument(() => Object.assign(window, { early: 1 }));
      await page.goto(`${site.a}/`);
      assert.equal(await page.evaluate('window.twice(window.early)'), 2);
    },
  },
  {
    name: 'coverage and a trace',
    async run({ page, site }) {
      await page.coverage.startJSCoverage();
      await page.tracing.start();
      await page.goto(`${site.a}/scripted`);
      const trace = await page.tracing.stop();
      const entries = await page.coverage.stopJSCoverage();
      assert.ok(entries.some(({ url }) => url.endsWith('/script.js')));
      assert.ok((trace?.length ?? 0) > 1000);
    },
  },
  {
    name: 'metrics, and objects by their prototype',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      assert.ok(((await page.metrics()).JSHeapUsedSize ?? 0) > 0);
      const prototype = await page.evaluateHandle(() => {
        class Boat {}
        Object.assign(window, { boats: [new Boat(), new Boat()] });
        return Boat.prototype;
      });
      const boats = await page.queryObjects(prototype);
      assert.equal(await page.evaluate((all) => all.length, boats), 2);
    },
  },
  {
    name: 'a tab the person opened before and during',
    needs: ['person'],
    async run({ person, browser, client, site }) {
      await person.open(`${site.a}/second?before-puppeteer`);
      const other = await client();
      const before = await pageAt(other, `${site.a}/second?before-puppeteer`);
      assert.equal(await before.title(), 'Second');
      await person.open(`${site.a}/second?during-puppeteer`);
      const during = await pageAt(browser, `${site.a}/second?during-puppeteer`);
      assert.equal(await during.title(), 'Second');
    },
  },
]);
