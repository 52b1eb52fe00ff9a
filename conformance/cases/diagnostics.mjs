// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '../case.mjs';

export default playwright([
  {
    name: 'browser.version is that of Chromium',
    async run({ browser, page }) {
      assert.match(browser.version(), /^\d+\.\d+\.\d+\.\d+$/);
      const agent = await page.evaluate(() => navigator.userAgent);
      assert.ok(agent.includes(`Chrome/${browser.version().split('.')[0]}.`));
      assert.equal(browser.isConnected(), true);
    },
  },
  {
    name: 'a trace with snapshots',
    ownClient: true,
    async run({ context, page, site, folder }) {
      await context.tracing.start({ screenshots: true, snapshots: true });
      await page.goto(`${site.a}/mouse`);
      await page.click('#target');
      const path = join(folder, 'trace.zip');
      await context.tracing.stop({ path });
      const zip = readFileSync(path);
      assert.equal(zip.toString('latin1', 0, 2), 'PK');
      // The names of its members stand in the clear.
      const members = zip.toString('latin1');
      assert.ok(members.includes('trace.trace') && members.includes('trace.network'));
      assert.ok(members.includes('resources/'));
    },
  },
  {
    name: 'a trace of Chromium over one page',
    async run({ browser, page, site }) {
      await browser.startTracing(page);
      await page.goto(`${site.a}/scripted`);
      const trace = JSON.parse((await browser.stopTracing()).toString());
      assert.ok(trace.traceEvents.length > 10);
    },
  },
  {
    name: 'a trace of the whole browser',
    async run({ browser, page, site }) {
      await browser.startTracing();
      await page.goto(`${site.a}/scripted`);
      const trace = JSON.parse((await browser.stopTracing()).toString());
      assert.ok(trace.traceEvents.length > 10);
    },
  },
  {
    name: 'JavaScript coverage',
    async run({ page, site }) {
      await page.coverage.startJSCoverage();
      await page.goto(`${site.a}/scripted`);
      const entries = await page.coverage.stopJSCoverage();
      const entry = entries.find(({ url }) => url.endsWith('/script.js'));
      assert.match(entry?.source ?? '', /function used/);
      const counts = Object.fromEntries(
        (entry?.functions ?? []).map((each) => [each.functionName, each.ranges[0].count]),
      );
      assert.deepEqual([counts.used, counts.unused], [1, 0]);
    },
  },
  {
    name: 'CSS coverage',
    async run({ page, site }) {
      await page.coverage.startCSSCoverage();
      await page.goto(`${site.a}/scripted`);
      const entries = await page.coverage.stopCSSCoverage();
      const entry = entries.find(({ url }) => url.endsWith('/style.css'));
      const used = entry?.ranges.map(({ start, end }) => entry.text?.slice(start, end)).join('');
      assert.match(used ?? '', /rgb\(4, 4, 4\)/);
      assert.equal(used?.includes('unused'), false);
    },
  },
  {
    name: 'a screencast shows the page as it changes',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/`);
      await page.bringToFront();
      const session = await context.newCDPSession(page);
      let frames = 0;
      const moving = new Promise((resolve) =>
        session.on('Page.screencastFrame', async ({ data, sessionId }) => {
          if (data.length > 100 && ++frames === 3) resolve(null);
          await session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
        }),
      );
      await session.send('Page.startScreencast', { format: 'jpeg', everyNthFrame: 1 });
      await page.evaluate(() => {
        const blink = (/** @type {number} */ n) => {
          document.body.style.background = n % 2 ? 'red' : 'blue';
          requestAnimationFrame(() => blink(n + 1));
        };
        blink(0);
      });
      await moving;
      await session.send('Page.stopScreencast');
    },
  },
  {
    name: 'a CDP session of the page',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/`);
      const session = await context.newCDPSession(page);
      const { result } = await session.send('Runtime.evaluate', { expression: '6 * 7' });
      assert.equal(result.value, 42);
      const { root } = await session.send('DOM.getDocument', { depth: -1 });
      assert.equal(root.nodeName, '#document');
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      assert.ok(nodes.some(({ name }) => name?.value === 'Home'));
      const { metrics } = await session
        .send('Performance.enable')
        .then(() => session.send('Performance.getMetrics'));
      assert.ok(metrics.some(({ name }) => name === 'JSHeapUsedSize'));
    },
  },
  {
    name: 'events come to the session that asked for them, until it is detached',
    async run({ context, page, site }) {
      const loud = await context.newCDPSession(page);
      const quiet = await context.newCDPSession(page);
      /** @type {string[]} */
      const heard = [];
      quiet.on('Network.requestWillBeSent', ({ request }) => heard.push(request.url));
      await loud.send('Network.enable');
      const seen = new Promise((resolve) => loud.once('Network.requestWillBeSent', resolve));
      await page.goto(`${site.a}/`);
      await seen;
      assert.deepEqual(heard, []);
      await loud.detach();
      await assert.rejects(loud.send('Network.enable'), /closed|detached/i);
      assert.equal(await page.title(), 'Home');
    },
  },
  {
    name: 'domains of one session are not those of another',
    async run({ context, page, site }) {
      const [one, two] = await Promise.all([
        context.newCDPSession(page),
        context.newCDPSession(page),
      ]);
      await Promise.all([one.send('Network.enable'), two.send('Network.enable')]);
      await two.send('Network.disable');
      const seen = new Promise((resolve) => one.once('Network.responseReceived', resolve));
      await page.goto(`${site.a}/`);
      await seen;
    },
  },
  {
    name: 'a late Runtime.enable is told of the contexts there are',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/`);
      const session = await context.newCDPSession(page);
      const told = new Promise((resolve) =>
        session.on('Runtime.executionContextCreated', ({ context: made }) => {
          if (made.auxData?.isDefault) resolve(made.origin);
        }),
      );
      await session.send('Runtime.enable');
      assert.equal(await told, site.a);
    },
  },
  {
    name: 'the session of the browser',
    async run({ browser, page, site }) {
      await page.goto(`${site.a}/second`);
      const session = await browser.newBrowserCDPSession();
      const version = await session.send('Browser.getVersion');
      assert.ok(version.product.endsWith(browser.version()));
      assert.equal(version.protocolVersion, '1.3');
      const { targetInfos } = await session.send('Target.getTargets');
      const own = targetInfos.find(({ url }) => url === `${site.a}/second`);
      assert.equal(own?.type, 'page');
      await session.detach();
    },
  },
  {
    name: 'the session of the browser hears of targets',
    async run({ browser, newPage, site }) {
      const session = await browser.newBrowserCDPSession();
      /** @type {Map<string, string>} */
      const urls = new Map();
      const arrived = new Promise((resolve) =>
        session.on('Target.targetInfoChanged', ({ targetInfo }) => {
          urls.set(targetInfo.targetId, targetInfo.url);
          if (targetInfo.url === `${site.a}/second`) resolve(targetInfo.targetId);
        }),
      );
      const gone = new Promise((resolve) =>
        session.on('Target.targetDestroyed', ({ targetId }) => resolve(targetId)),
      );
      await session.send('Target.setDiscoverTargets', { discover: true });
      const page = await newPage();
      await page.goto(`${site.a}/second`);
      const id = await arrived;
      await page.close();
      assert.equal(await gone, id);
      await session.detach();
    },
  },
  {
    name: 'window bounds are told',
    async run({ context, browser, page }) {
      const own = await context.newCDPSession(page);
      const { targetInfo } = await own.send('Target.getTargetInfo');
      const session = await browser.newBrowserCDPSession();
      const { targetId } = targetInfo;
      const { windowId, bounds } = await session.send('Browser.getWindowForTarget', { targetId });
      assert.ok(windowId > 0);
      assert.ok((bounds.width ?? 0) > 100);
      await session.detach();
    },
  },
  {
    name: 'an unknown command is refused, and the session lives on',
    async run({ context, page }) {
      const session = await context.newCDPSession(page);
      const send = /** @type {(method: string) => Promise<any>} */ (session.send.bind(session));
      await assert.rejects(send('Nothing.likeThis'), /wasn't found/);
      const said = await session.send('Runtime.evaluate', { expression: '1' });
      assert.equal(said.result.value, 1);
    },
  },
]);
