import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asked, describe, found, HostError, last, run, steps, TABS, told } from './bed/bed.mjs';

const visit = (url, loaded = true) => ({ tab: 7, url, title: 'There', loaded });
const waited = { tab: 7, waitedMs: 5, url: 'https://example.org/there' };
const requests = (...list) => ({ tab: 7, requests: list, justBegun: false });
const request = (number, more = {}) => ({
  number,
  method: 'GET',
  url: 'https://example.org/there',
  kind: 'document',
  status: 200,
  tookMs: 5,
  ...more,
});
/** First what was there before, then what the navigation brought. */
const network =
  (...brought) =>
  ({ after }) =>
    after === undefined ? requests(request(3)) : requests(...brought);

test('goto opens the address in this tab, and tells the response', async () => {
  const { page } = run({
    open: visit('https://example.org/there'),
    network: network(request(4, { status: 404 })),
  });
  const response = await page.goto('https://example.org/there');
  assert.deepEqual(told('open'), [
    { tab: 7, url: 'https://example.org/there', in: 'current', timeoutMs: 30_000 },
  ]);
  assert.equal(told('network').at(-1).after, 3);
  assert.deepEqual(
    [response.status(), response.ok(), response.url()],
    [404, false, 'https://example.org/there'],
  );
  assert.equal(page.url(), 'https://example.org/there');
  assert.deepEqual(describe(page), { tab: 7, url: 'https://example.org/there', title: 'There' });
});

test('of several documents the response is that of the page, not of its frames', async () => {
  const frame = request(6, { url: 'https://ads.example/' });
  const redirect = request(4, { url: 'https://example.org/', status: 302 });
  const { page } = run({
    open: visit('https://example.org/there#x'),
    network: network(redirect, request(5), frame),
  });
  assert.equal((await page.goto('example.org')).status(), 200);
});

test('where requests cannot be seen the response is null', async () => {
  const no = () => Promise.reject(new HostError('unsupported', 'no debugger'));
  const { page } = run({
    open: visit('https://example.org/there'),
    reload: visit('https://example.org/there'),
    network: no,
  });
  assert.equal(await page.goto('https://example.org/there'), null);
  assert.equal(await page.reload(), null);
});

test('a page that does not load in time is a timeout, unless less was asked for', async () => {
  const answers = {
    open: visit('https://example.org/there', false),
    network: network(),
    wait: waited,
  };
  const { page } = run(answers);
  await assert.rejects(page.goto('https://example.org/there', { timeout: 100 }), {
    name: 'TimeoutError',
    message: /did not load within 100 ms/,
  });
  run(answers);
  await page.goto('https://example.org/there', { waitUntil: 'domcontentloaded' });
  assert.equal(told('open')[0].timeoutMs, 5_000);
  assert.deepEqual(
    told('wait').map((one) => one.for),
    [{ type: 'interaction' }],
  );
  run(answers);
  await page.goto('https://example.org/there', { waitUntil: 'commit' });
  assert.equal(told('wait').length, 0);
  run({ ...answers, open: visit('https://example.org/there') });
  await page.goto('https://example.org/there', { waitUntil: 'networkidle' });
  assert.deepEqual(
    told('wait').map((one) => one.for),
    [{ type: 'idle' }],
  );
  await assert.rejects(
    page.goto('https://x.y/', { waitUntil: 'never' }),
    /no state never; there are load/,
  );
});

test('a slow server is waited for until the tab has left its old page', async () => {
  const moved = [{ ...TABS[0], url: 'https://slow.example/' }];
  const { page } = run({
    open: visit('https://example.org/', false),
    network: network(),
    wait: waited,
    'own-tabs': (_, times) => ({ tabs: times < 2 ? TABS : moved }),
  });
  await page.goto('https://slow.example', { waitUntil: 'domcontentloaded' });
  assert.equal(told('own-tabs').length, 3);
});

test('a navigation that fails says where it was going', async () => {
  const failed = new HostError(
    'navigation-failed',
    'https://no.example/ could not be opened: ERR_NAME',
  );
  const { page } = run({ open: () => Promise.reject(failed), network: network() });
  await assert.rejects(page.goto('https://no.example/'), {
    code: 'navigation-failed',
    message: /^page\.goto: https:\/\/no/,
  });
  await assert.rejects(page.goto(5), /takes an address, not a number/);
});

test('a session without a tab gets one by going somewhere', async () => {
  const { page } = run(
    {
      open: { tab: 21, url: 'https://example.org/', title: '', loaded: true },
      snapshot: { text: 'x' },
    },
    { tab: null, tabs: [] },
  );
  await page.goto('https://example.org/');
  assert.deepEqual(
    asked.map(({ verb, params }) => [verb, params.tab, params.in]),
    [
      ['open', undefined, 'new'],
      ['use-tab', 21, undefined],
    ],
  );
  await page.snapshot();
  assert.equal(asked.at(-1).params.tab, 21);
});

test('an address is waited for by glob, pattern or function', async () => {
  const there = [{ ...TABS[0], url: 'https://example.org/done?id=5' }];
  for (const [wanted, fits] of [
    ['**/done*', true],
    ['**/done', false],
    ['https://example.org/done?id=5', true],
    ['https://example.org/*', true],
    ['https://example.org', false],
    ['/done?id=5', true],
    ['**/{done,ready}?id=*', true],
    [/id=\d/g, true],
    [/id=x/, false],
    [(url) => url.searchParams.get('id') === '5', true],
    [(url) => url.pathname === '/', false],
  ]) {
    const { page } = run({ 'own-tabs': { tabs: there }, wait: waited });
    const waiting = page.waitForURL(wanted, { timeout: 200 });
    if (fits) await waiting;
    else
      await assert.rejects(waiting, {
        name: 'TimeoutError',
        message: /the address is https:\/\/example\.org\/done/,
      });
  }
});

test('states of loading are waited for by their verbs', async () => {
  const { page } = run({ wait: waited });
  for (const [state, type] of [
    [undefined, 'load'],
    ['domcontentloaded', 'interaction'],
    ['networkidle', 'idle'],
  ]) {
    await page.waitForLoadState(state);
    assert.deepEqual(last(), { verb: 'wait', for: { type }, timeoutMs: 30_000 });
  }
  assert.equal(page.url(), 'https://example.org/there');
});

test('scripts and their arguments reach the page as text and JSON', async () => {
  const { page } = run({ eval: { value: 4 }, wait: waited });
  const object = {
    method(a) {
      return a;
    },
    async later(a) {
      return a;
    },
  };
  for (const [call, expected] of [
    [() => page.evaluate('1 + 3'), { script: '1 + 3' }],
    [() => page.evaluate('() => 4'), { script: '() => 4', args: [] }],
    [() => page.evaluate(() => 4), { script: '() => 4', args: [] }],
    [
      () => page.evaluate(async (a) => a, [1, null]),
      { script: 'async (a) => a', args: [[1, null]] },
    ],
    [
      () => page.evaluate((el) => el.id, page.number(3)),
      { script: '(el) => el.id', target: 3, args: [] },
    ],
  ]) {
    assert.equal(await call(), 4);
    assert.deepEqual(last(), { verb: 'eval', ...expected });
  }
  await page.evaluate(object.method, 1);
  assert.match(last().script, /^function method\(a\)/);
  await page.evaluate(object.later, 1);
  assert.match(last().script, /^async function later\(a\)/);
  const handle = await page.waitForFunction((n) => window.ready > n, 2, { timeout: 5 });
  assert.deepEqual(last(), {
    verb: 'wait',
    for: { type: 'function', script: '((n) => window.ready > n)(2)' },
    timeoutMs: 5,
  });
  assert.equal(await handle.jsonValue(), 4);
  await page.waitForFunction('window.ready');
  assert.equal(last().for.script, 'window.ready');
});

test('reading a page gives what the verbs tell', async () => {
  const { page, snapshot } = run({
    snapshot: {
      text: '[1] link',
      url: 'https://example.org/',
      scroll: { viewWidth: 800.4, viewHeight: 600 },
    },
    markdown: { text: '# M' },
    text: { text: 'T' },
    tables: { tables: [{ rows: [] }] },
    links: { links: [{ text: 'a' }], total: 1 },
    html: { fragments: [{ html: '<p>' }, { html: '<frame>' }] },
    network: requests(request(1)),
    console: { messages: [{ number: 1, level: 'info', text: 'hi', source: 'https://x/a.js:3' }] },
    pdf: { base64: 'AAAAAA==' },
    screenshot: { base64: 'AAA=', width: 3, height: 2 },
  });
  assert.equal(page.viewportSize(), null);
  assert.equal(await snapshot({ mode: 'interactive' }), '[1] link');
  assert.equal(last().mode, 'interactive');
  assert.deepEqual(page.viewportSize(), { width: 800, height: 600 });
  assert.equal(await page.markdown({ main: true }), '# M');
  assert.equal(await page.text(), 'T');
  assert.deepEqual(await page.tables(), [{ rows: [] }]);
  assert.deepEqual(await page.links({ words: 'a' }), [{ text: 'a' }]);
  assert.equal(await page.content(), '<p>');
  assert.equal((await page.requests())[0].method(), 'GET');
  const [message] = await page.consoleMessages({ level: 'info' });
  assert.deepEqual(
    [message.type(), message.text(), message.location()],
    ['log', 'hi', { url: 'https://x/a.js', lineNumber: 3, columnNumber: 0 }],
  );
  assert.deepEqual(describe(await page.pdf()), { type: 'pdf', bytes: 4, base64Length: 8 });
  const picture = await page.screenshot({ fullPage: true });
  assert.deepEqual(last(), { verb: 'screenshot', full: true, maxBytes: 700_000 });
  assert.deepEqual([picture.scale, picture.format], [1, 'png']);
  await assert.rejects(page.screenshot({ scale: 'huge' }), /scale is 'css' or 'device'/);
  const told = { type: 'image', base64: 'AAA=', width: 3, height: 2, scale: 1, format: 'png' };
  assert.deepEqual(describe(picture), told);
  assert.deepEqual(
    [picture.length, picture.toString('base64'), `${picture}`],
    [2, 'AAA=', '[picture 3×2]'],
  );
  assert.equal(await page.title(), 'Home');
});

test('frames are found as elements, and scripts run inside them', async () => {
  const { page } = run({
    query: found({ number: 4 }, { number: 5 }),
    eval: ({ all }) => ({
      value: all
        ? [
            { name: 'a', url: 'https://a/' },
            { name: '', url: '' },
          ]
        : 'inside',
    }),
    html: { fragments: [{ html: '<i>' }] },
  });
  const [frame] = await page.childFrames();
  assert.deepEqual([frame.name(), frame.url(), frame.page()], ['a', 'https://a/', page]);
  run({
    query: found({ number: 4 }),
    eval: { value: 'inside' },
    html: { fragments: [{ html: '<i>' }] },
  });
  assert.equal(await frame.evaluate(() => 1), 'inside');
  assert.deepEqual(last(), { verb: 'eval', script: '() => 1', frame: 4, args: [] });
  assert.equal(await frame.content(), '<i>');
  assert.equal(last().frame, 4);
  run({ click: {} });
  await frame.click('b');
  assert.deepEqual(
    last().target,
    steps(
      { by: 'number', number: 4 },
      { by: 'frame' },
      { by: 'css', selector: 'b' },
      { by: 'nth', index: 0 },
    ),
  );
  assert.equal(page.mainFrame().url(), page.url());
  await assert.rejects(page.mainFrame().frameElement(), /held by no element/);
});

test('a page that is closed says so', async () => {
  const { page } = run({ close: { tabs: [7] } });
  await page.close();
  assert.deepEqual(last(), { verb: 'close' });
  assert.equal(page.isClosed(), true);
  await page.close();
  await assert.rejects(page.title(), { code: 'no-such-tab' });
  await assert.rejects(page.snapshot(), {
    code: 'no-such-tab',
    message: 'page.snapshot: the page is closed',
  });
});

test('a tab that went away closes its page', async () => {
  const { page } = run({
    snapshot: () => Promise.reject(new HostError('no-such-tab', 'there is no tab 7')),
  });
  let closed = false;
  page.on('close', () => {
    closed = true;
  });
  await assert.rejects(page.snapshot(), { code: 'no-such-tab' });
  assert.deepEqual([closed, page.isClosed()], [true, true]);
});

test('downloads are asked for by address or by element', async () => {
  const { page } = run({
    download: { download: { url: 'https://x/a.zip', bytes: 9 }, path: '/tmp/a.zip' },
  });
  assert.deepEqual(await page.download('https://x/a.zip', { to: '/tmp/' }), {
    url: 'https://x/a.zip',
    path: '/tmp/a.zip',
    bytes: 9,
  });
  assert.deepEqual(last(), {
    verb: 'download',
    url: 'https://x/a.zip',
    to: '/tmp/',
    timeoutMs: 30_000,
  });
  await page.download(page.number(3));
  assert.equal(last().target, 3);
});
