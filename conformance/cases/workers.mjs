// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url
 */
async function workerOf(page, url) {
  const [worker] = await Promise.all([page.waitForEvent('worker'), page.goto(url)]);
  return worker;
}

export default playwright([
  {
    name: 'a dedicated worker evaluates',
    async run({ page, site }) {
      const worker = await workerOf(page, `${site.a}/worker`);
      assert.equal(worker.url(), `${site.a}/worker.js`);
      assert.equal(await worker.evaluate('self.secret'), 7);
      await worker.evaluate('self.secret = 8');
      assert.deepEqual(page.workers(), [worker]);
      await page.evaluate('worker.postMessage(10)');
      await page.waitForFunction(() => document.title === 'Heard 18');
    },
  },
  {
    name: 'a worker that ends is gone',
    async run({ page, site }) {
      const worker = await workerOf(page, `${site.a}/worker`);
      const closed = worker.waitForEvent('close');
      await page.evaluate('worker.terminate()');
      await closed;
      assert.deepEqual(page.workers(), []);
    },
  },
  {
    name: 'workers end with their document',
    async run({ page, site }) {
      const worker = await workerOf(page, `${site.a}/worker`);
      const closed = worker.waitForEvent('close');
      await page.goto(`${site.b}/`);
      await closed;
    },
  },
  {
    name: 'a reload gives a new worker that answers',
    async run({ page, site }) {
      await workerOf(page, `${site.a}/worker`);
      const [worker] = await Promise.all([page.waitForEvent('worker'), page.reload()]);
      assert.equal(await worker.evaluate('self.secret'), 7);
    },
  },
  {
    name: 'the console of a worker',
    async run({ page, site }) {
      const [message] = await Promise.all([
        page.waitForEvent('console'),
        page.goto(`${site.a}/worker`),
      ]);
      assert.equal(message.text(), 'worker says hello');
    },
  },
  {
    name: 'requests of a worker are seen and routed',
    async run({ page, site }) {
      await page.route('**/json', (route) => route.fulfill({ body: 'routed' }));
      const [request] = await Promise.all([
        page.waitForRequest('**/json'),
        page.goto(`${site.a}/worker`),
      ]);
      assert.equal(await (await request.response())?.text(), 'routed');
    },
  },
  {
    name: 'a worker of a cross-origin frame',
    async run({ page, site }) {
      const src = encodeURIComponent(`${site.b}/worker`);
      const worker = await workerOf(page, `${site.a}/one-frame?src=${src}`);
      assert.equal(await worker.evaluate('location.origin'), site.b);
    },
  },
  {
    name: 'three workers keep apart',
    async run({ page, site }) {
      await workerOf(page, `${site.a}/worker`);
      for (const n of [1, 2]) {
        const start = `new Worker('/worker.js?${n}'); 0`;
        await Promise.all([page.waitForEvent('worker'), page.evaluate(start)]);
      }
      const searches = page.workers().map((worker) => worker.evaluate('location.search'));
      assert.deepEqual((await Promise.all(searches)).sort(), ['', '?1', '?2']);
    },
  },
  {
    name: 'a shared worker serves the page and is a target',
    async run({ browser, page, site }) {
      await page.goto(`${site.a}/shared`);
      await page.evaluate("shared.port.postMessage('hello')");
      await page.waitForFunction(() => document.title === 'Heard shared hello');
      const session = await browser.newBrowserCDPSession();
      const { targetInfos } = await session.send('Target.getTargets');
      const urls = targetInfos.filter(({ type }) => type === 'shared_worker').map(({ url }) => url);
      assert.deepEqual(urls, [`${site.a}/shared.js`]);
    },
  },
  {
    name: 'a service worker evaluates and answers requests',
    async run({ context, page, site }) {
      const [worker] = await Promise.all([
        context.waitForEvent('serviceworker'),
        page.goto(`${site.a}/service/`),
      ]);
      await page.evaluate('window.ready');
      assert.equal(worker.url(), `${site.a}/service/worker.js`);
      assert.equal(await worker.evaluate('self.secret'), 11);
      assert.ok(context.serviceWorkers().includes(worker));
      const text = await page.evaluate("fetch('/service/made-up').then((r) => r.text())");
      assert.equal(text, 'from the service worker');
      await page.evaluate('window.leave()');
    },
  },
  {
    name: 'a response made by a service worker says so',
    async run({ page, site }) {
      await page.goto(`${site.a}/service/`);
      await page.evaluate('window.ready');
      const [response] = await Promise.all([
        page.waitForResponse('**/service/made-up'),
        page.evaluate("fetch('/service/made-up').then((r) => r.text())"),
      ]);
      assert.equal(response.fromServiceWorker(), true);
      assert.equal(await response.text(), 'from the service worker');
      await page.evaluate('window.leave()');
    },
  },
]);
