// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '../case.mjs';

/**
 * The text the page gets when it fetches.
 * @param {import('playwright-core').Page | import('playwright-core').Frame} page
 * @param {string} url
 * @param {RequestInit} [init]
 */
const fetchText = (page, url, init) =>
  page.evaluate(
    ([url, init]) =>
      fetch(url, init).then(
        (response) => response.text(),
        (error) => `failed: ${error.name}`,
      ),
    /** @type {[string, RequestInit | undefined]} */ ([url, init]),
  );

export default playwright([
  {
    name: 'response bodies: text, JSON, bytes and large',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      const responseTo = async (/** @type {string} */ path) => {
        const [response] = await Promise.all([
          page.waitForResponse(`**${path}`),
          fetchText(page, path),
        ]);
        return response;
      };
      assert.equal((await (await responseTo('/json')).json()).word, 'žluťoučký 🐎');
      const bytes = await (await responseTo('/bytes')).body();
      assert.deepEqual(
        [...bytes],
        Array.from({ length: 256 }, (_, i) => i),
      );
      assert.equal((await (await responseTo('/large')).body()).length, 3 * 1024 * 1024);
    },
  },
  {
    name: 'the body of the document itself',
    async run({ page, site }) {
      const response = await page.goto(`${site.a}/second`);
      assert.match((await response?.text()) ?? '', /<h1>Second<\/h1>/);
      assert.equal((await response?.serverAddr())?.ipAddress, '127.0.0.1');
      assert.equal(await response?.finished(), null);
    },
  },
  {
    name: 'request method, headers and post data',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      const init = { method: 'POST', headers: { 'x-word': 'yes' }, body: 'given=1' };
      const [request] = await Promise.all([
        page.waitForRequest('**/echo'),
        fetchText(page, '/echo', init),
      ]);
      assert.equal(request.method(), 'POST');
      assert.equal(request.postData(), 'given=1');
      assert.equal(request.resourceType(), 'fetch');
      assert.equal((await request.allHeaders())['x-word'], 'yes');
      assert.equal(request.frame(), page.mainFrame());
      const sizes = await request.sizes();
      assert.equal(sizes.requestBodySize, 7);
      assert.ok(request.timing().responseEnd >= 0);
    },
  },
  {
    name: 'response headers, repeated ones too',
    async run({ context, page, site }) {
      const response = await page.goto(`${site.a}/set-cookie`);
      const values = await response?.headerValues('set-cookie');
      assert.equal(values?.length, 2);
      await context.clearCookies();
    },
  },
  {
    name: 'request, response and finished come in order',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      /** @type {string[]} */
      const seen = [];
      page.on('request', () => seen.push('request'));
      page.on('response', () => seen.push('response'));
      const finished = page.waitForEvent('requestfinished', () => seen.push('finished') > 0);
      await fetchText(page, '/json');
      await finished;
      assert.deepEqual(seen, ['request', 'response', 'finished']);
    },
  },
  {
    name: 'a request that fails is reported',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      const [request] = await Promise.all([
        page.waitForEvent('requestfailed'),
        fetchText(page, `${site.nowhere}/x`),
      ]);
      assert.match(request.failure()?.errorText ?? '', /ERR_CONNECTION_REFUSED/);
    },
  },
  {
    name: 'route fulfils',
    async run({ page, site }) {
      await page.route('**/made-up', (route) =>
        route.fulfill({ status: 201, headers: { 'x-made': 'up' }, body: 'made up' }),
      );
      await page.goto(`${site.a}/`);
      assert.equal(await fetchText(page, '/made-up'), 'made up');
      const response = await page.goto(`${site.a}/made-up`);
      assert.equal(response?.status(), 201);
      assert.equal(response?.headers()['x-made'], 'up');
    },
  },
  {
    name: 'route aborts',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.route('**/counted?*', (route) => route.abort('blockedbyclient'));
      assert.equal(await fetchText(page, '/counted?aborted'), 'failed: TypeError');
      assert.equal(site.hits('aborted'), 0);
    },
  },
  {
    name: 'route continues with another method, header and body',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.route('**/echo', (route) =>
        route.continue({
          method: 'PUT',
          headers: { ...route.request().headers(), 'x-added': 'yes' },
          postData: 'changed',
        }),
      );
      const said = JSON.parse(await fetchText(page, '/echo', { method: 'POST', body: 'sent' }));
      assert.deepEqual(
        [said.method, said.headers['x-added'], said.body],
        ['PUT', 'yes', 'changed'],
      );
    },
  },
  {
    name: 'route fetches, then changes the answer',
    async run({ page, site }) {
      await page.route('**/second', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('Second', 'Changed');
        await route.fulfill({ response, body });
      });
      await page.goto(`${site.a}/second`);
      assert.equal(await page.title(), 'Changed');
    },
  },
  {
    name: 'routes fall back, and end when taken off',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.route('**/json', (route) => route.fulfill({ body: 'first' }));
      const second = (/** @type {import('playwright-core').Route} */ route) => route.fallback();
      await page.route('**/json', second);
      assert.equal(await fetchText(page, '/json'), 'first');
      await page.unrouteAll();
      assert.match(await fetchText(page, '/json'), /"answer":42/);
    },
  },
  {
    name: 'routes meet a cross-origin frame and its requests',
    async run({ page, site }) {
      /** @type {string[]} */
      const routed = [];
      await page.route('**/framed', (route) => {
        routed.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: '<p>routed frame</p>' });
      });
      await page.route('**/json', (route) => route.fulfill({ body: 'routed fetch' }));
      await page.route('**/bytes', (route) => route.abort());
      await page.goto(`${site.a}/one-frame`);
      const frame = page.frame({ name: 'only' });
      if (!frame) throw new Error('no frame');
      assert.deepEqual(routed, [`${site.b}/framed`]);
      assert.equal(await frame.textContent('p'), 'routed frame');
      assert.equal(await fetchText(frame, `${site.b}/json`), 'routed fetch');
      assert.equal(await fetchText(frame, `${site.b}/bytes`), 'failed: TypeError');
      await page.unroute('**/json');
      assert.match(await fetchText(frame, `${site.b}/json`), /"answer":42/);
    },
  },
  {
    name: 'bodies of requests inside a cross-origin frame',
    async run({ page, site }) {
      await page.goto(`${site.a}/one-frame`);
      const frame = page.frame({ name: 'only' });
      if (!frame) throw new Error('no frame');
      await frame.waitForLoadState();
      const [response] = await Promise.all([
        page.waitForResponse('**/json'),
        fetchText(frame, `${site.b}/json`),
      ]);
      assert.equal((await response.json()).answer, 42);
      assert.equal(response.frame(), frame);
    },
  },
  {
    name: 'context routes serve every page',
    ownClient: true,
    async run({ context, page, newPage, site }) {
      await context.route('**/json', (route) => route.fulfill({ body: 'for all' }));
      const other = await newPage();
      await Promise.all([page.goto(`${site.a}/`), other.goto(`${site.b}/`)]);
      assert.equal(await fetchText(page, '/json'), 'for all');
      assert.equal(await fetchText(other, '/json'), 'for all');
    },
  },
  {
    name: 'a route in one tab leaves another alone',
    async run({ page, newPage, site }) {
      const other = await newPage();
      await Promise.all([page.goto(`${site.a}/`), other.goto(`${site.a}/`)]);
      await page.route('**/json', (route) => route.fulfill({ body: 'only here' }));
      assert.equal(await fetchText(page, '/json'), 'only here');
      assert.match(await fetchText(other, '/json'), /"answer":42/);
    },
  },
  {
    name: 'a routed redirect and a routed post',
    async run({ page, site }) {
      /** @type {string[]} */
      const seen = [];
      await page.route('**/*', (route) => {
        seen.push(new URL(route.request().url()).pathname);
        return route.continue();
      });
      await page.goto(`${site.a}/redirect`);
      assert.equal(await page.title(), 'Second');
      assert.equal(seen[0], '/redirect');
      const said = JSON.parse(await fetchText(page, '/echo', { method: 'POST', body: 'b' }));
      assert.equal(said.body, 'b');
    },
  },
  {
    name: 'websockets and their frames are seen',
    async run({ page, site }) {
      await page.goto(`${site.a}/socket-page`);
      const [socket] = await Promise.all([
        page.waitForEvent('websocket'),
        page.evaluate('window.connect()'),
      ]);
      assert.equal(socket.url(), `${site.a.replace('http', 'ws')}/socket`);
      const [sent, received] = await Promise.all([
        socket.waitForEvent('framesent'),
        socket.waitForEvent('framereceived'),
        page.evaluate("socket.send('hello')"),
      ]);
      assert.deepEqual([sent.payload, received.payload], ['hello', 'echo hello']);
      await Promise.all([socket.waitForEvent('close'), page.evaluate("socket.send('close')")]);
      assert.equal(socket.isClosed(), true);
    },
  },
  {
    name: 'binary frames of a websocket',
    async run({ page, site }) {
      await page.goto(`${site.a}/socket-page`);
      const [socket] = await Promise.all([
        page.waitForEvent('websocket'),
        page.evaluate('window.connect()'),
      ]);
      const [received] = await Promise.all([
        socket.waitForEvent('framereceived'),
        page.evaluate('socket.send(new Uint8Array([0, 255, 7]))'),
      ]);
      assert.deepEqual([...Buffer.from(received.payload)], [0, 255, 7]);
    },
  },
  {
    name: 'a routed websocket is answered by the client',
    async run({ page, site }) {
      await page.routeWebSocket('**/socket', (socket) => {
        socket.onMessage((message) => socket.send(`client heard ${message}`));
      });
      await page.goto(`${site.a}/socket-page`);
      await page.evaluate('window.connect()');
      await page.evaluate("socket.send('hello')");
      await page.waitForFunction("window.heard[0] === 'client heard hello'");
    },
  },
  {
    name: 'a HAR is recorded with bodies',
    ownClient: true,
    async run({ context, page, site, folder }) {
      const path = join(folder, 'session.har');
      await context.tracing.startHar(path, { content: 'embed' });
      await page.goto(`${site.a}/`);
      await fetchText(page, '/json');
      await context.tracing.stopHar();
      const { log } = JSON.parse(readFileSync(path, 'utf8'));
      const entry = log.entries.find((/** @type {any} */ e) => e.request.url.endsWith('/json'));
      assert.equal(entry.response.status, 200);
      assert.match(entry.response.content.text, /"answer":42/);
    },
  },
  {
    name: 'a HAR is played back',
    ownClient: true,
    async run({ context, page, newPage, site, folder }) {
      const path = join(folder, 'counted.har');
      await context.tracing.startHar(path, { content: 'embed' });
      await page.goto(`${site.a}/counted?har`);
      await context.tracing.stopHar();
      const hits = site.hits('har');
      const replay = await newPage();
      await replay.routeFromHAR(path, { notFound: 'abort' });
      await replay.goto(`${site.a}/counted?har`);
      assert.equal(await replay.textContent('body'), 'counted har');
      assert.equal(site.hits('har'), hits);
    },
  },
  {
    name: 'extra headers go with every request',
    async run({ page, site }) {
      await page.setExtraHTTPHeaders({ 'x-extra': 'everywhere' });
      await page.goto(`${site.a}/`);
      const said = JSON.parse(await fetchText(page, '/echo'));
      assert.equal(said.headers['x-extra'], 'everywhere');
    },
  },
  {
    name: 'offline and online again',
    ownClient: true,
    async run({ context, page, site }) {
      await page.goto(`${site.a}/`);
      await context.setOffline(true);
      assert.equal(await page.evaluate(() => navigator.onLine), false);
      assert.equal(await fetchText(page, '/json'), 'failed: TypeError');
      await context.setOffline(false);
      assert.equal(await page.evaluate(() => navigator.onLine), true);
      assert.match(await fetchText(page, '/json'), /42/);
    },
  },
  {
    name: 'requests of the client itself share the cookies',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/`);
      await context.addCookies([{ name: 'shared', value: 'yes', url: site.a }]);
      const said = await (await page.request.get(`${site.a}/echo`)).json();
      assert.match(said.headers.cookie, /shared=yes/);
      await page.request.get(`${site.a}/set-cookie`);
      assert.match(await page.evaluate(() => document.cookie), /seen=1/);
      await context.clearCookies();
    },
  },
  {
    name: 'five hundred requests are all reported',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      let finished = 0;
      const all = new Promise((resolve) => {
        page.on('requestfinished', () => ++finished === 500 && resolve(null));
      });
      await page.evaluate(async () => {
        for (let i = 0; i < 500; i += 50) {
          const batch = Array.from({ length: 50 }, (_, n) => fetch(`/json?${i + n}`));
          await Promise.all(batch.map(async (r) => (await r).text()));
        }
      });
      await all;
      assert.equal(finished, 500);
    },
  },
]);
