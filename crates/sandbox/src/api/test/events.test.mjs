import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asked, describe, HostError, logged, REPORT, run, TABS, told } from './bed/bed.mjs';

const withChanges = (changes) => ({ ...REPORT, changes });
const CONFIRM = { kind: 'confirm', message: 'Delete?' };
const open = new HostError('dialog-open', 'tab 7 shows a dialog: prompt "Your "name"?"');
const requests = (...list) => ({ tab: 7, requests: list, justBegun: false });
const request = (number, more = {}) => ({
  number,
  method: 'GET',
  url: `https://example.org/${number}`,
  kind: 'fetch',
  ...more,
});
const ended = (number, more = {}) =>
  request(number, { status: 200, mimeType: 'application/json', tookMs: 3, ...more });

test('a dialog that nobody listens for stays open, and the script hears of it', async () => {
  const { page } = run({ click: withChanges({ dialog: CONFIRM }), dialog: REPORT });
  await page.click('#a');
  assert.equal(told('dialog').length, 0);
  assert.match(logged[0].text, /A dialog is open: confirm "Delete\?".*page\.answerDialog/);
  await page.answerDialog({ accept: false });
  assert.deepEqual(told('dialog'), [{ tab: 7, accept: false }]);
});

test('a listener answers, even one that does not wait for its answer', async () => {
  for (const handler of [
    (dialog) => dialog.accept('yes'),
    async (dialog) => {
      await dialog.accept('yes');
    },
    (dialog) => {
      void dialog.accept('yes');
    },
  ]) {
    const { page } = run({ click: withChanges({ dialog: CONFIRM }), dialog: REPORT });
    page.on('dialog', handler);
    await page.click('#a');
    assert.deepEqual(
      asked.map(({ verb }) => verb),
      ['click', 'dialog'],
    );
    assert.deepEqual(told('dialog'), [{ tab: 7, accept: true, text: 'yes' }]);
    assert.equal(logged.length, 0);
  }
});

test('a dialog tells of itself, and is answered once', async () => {
  const { page } = run({
    click: withChanges({ dialog: { ...CONFIRM, defaultText: 'd' } }),
    dialog: REPORT,
  });
  let seen;
  page.once('dialog', async (dialog) => {
    seen = [dialog.type(), dialog.message(), dialog.defaultValue(), describe(dialog)];
    await dialog.dismiss();
    await assert.rejects(dialog.accept(), /answered already/);
  });
  await page.click('#a');
  assert.deepEqual(seen, ['confirm', 'Delete?', 'd', { dialog: 'confirm', message: 'Delete?' }]);
  await page.click('#a');
  assert.equal(told('dialog').length, 1);
});

test('a dialog in the way of a call is answered, and the call made again', async () => {
  const { page } = run({
    snapshot: (_, times) => (times === 0 ? Promise.reject(open) : { text: 'there' }),
    eval: (_, times) => (times === 0 ? Promise.reject(open) : { value: 1 }),
    dialog: REPORT,
  });
  await assert.rejects(page.snapshot(), { code: 'dialog-open' });
  run({
    snapshot: (_, times) => (times === 0 ? Promise.reject(open) : { text: 'there' }),
    eval: () => Promise.reject(open),
    dialog: REPORT,
  });
  const messages = [];
  page.on('dialog', (dialog) => {
    messages.push(dialog.message());
    return dialog.accept();
  });
  assert.equal(await page.snapshot(), 'there');
  assert.deepEqual(messages, ['Your "name"?']);
  await assert.rejects(
    page.evaluate(() => prompt('x')),
    /It was answered, but what the function returned is lost/,
  );
  assert.equal(told('eval').length, 1);
});

test('one can wait for a dialog, whoever opens it', async () => {
  const { page } = run({
    click: withChanges({ dialog: CONFIRM }),
    dialog: REPORT,
    query: { total: 1, elements: [] },
  });
  const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.click('#a')]);
  assert.equal(dialog.message(), 'Delete?');
  run({ query: (_, times) => (times < 2 ? { total: 1, elements: [] } : Promise.reject(open)) });
  assert.equal((await page.waitForEvent('dialog')).type(), 'prompt');
});

test('a popup comes with the report of the click, or is found among the tabs', async () => {
  const popup = { id: 30, url: 'https://example.org/pop', title: 'Pop', opener: 7 };
  const first = run({ click: withChanges({ newTabs: [popup] }), wait: { waitedMs: 1 } });
  const seen = [];
  first.context.on('page', (page) => seen.push(page));
  const [page] = await Promise.all([first.page.waitForEvent('popup'), first.page.click('a')]);
  assert.equal(page.url(), 'https://example.org/pop');
  assert.deepEqual(seen, [page]);
  await page.waitForLoadState();
  assert.equal(asked.at(-1).params.tab, 30);
  const later = run({ 'own-tabs': (_, times) => ({ tabs: times < 2 ? TABS : [...TABS, popup] }) });
  assert.equal((await later.page.waitForEvent('popup')).url(), popup.url);
  const other = run({ 'own-tabs': (_, times) => ({ tabs: times < 2 ? TABS : [...TABS, popup] }) });
  assert.equal((await other.context.waitForEvent('page')).url(), popup.url);
});

test('a download comes with the report', async () => {
  const notice = {
    id: 1,
    url: 'https://x/a.zip',
    state: 'finished',
    path: '/home/me/a.zip',
    bytes: 4,
  };
  const { page } = run({
    click: withChanges({ downloads: [notice] }),
    download: { download: notice, path: '/tmp/b' },
  });
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('a')]);
  assert.deepEqual(
    [download.url(), download.suggestedFilename(), await download.path(), await download.failure()],
    [notice.url, 'a.zip', notice.path, null],
  );
  await download.saveAs('/tmp/b');
  assert.deepEqual(told('download'), [{ tab: 7, url: notice.url, to: '/tmp/b' }]);
});

test('waiting ends with a timeout that says what was waited for', async () => {
  const { page } = run({ network: requests() });
  await assert.rejects(page.waitForEvent('popup', { timeout: 300 }), {
    name: 'TimeoutError',
    message: "page.waitForEvent('popup'): nothing came within 300 ms",
  });
  await assert.rejects(
    page.waitForResponse('**/api', { timeout: 300 }),
    /page\.waitForResponse: nothing came/,
  );
});

test('a response is caught that the click after the wait brings', async () => {
  let clicked = false;
  const { page } = run({
    click: () => {
      clicked = true;
      return REPORT;
    },
    network: ({ after, id }) => {
      if (id !== undefined) {
        const details = {
          requestHeaders: {},
          responseHeaders: { 'Content-Type': 'application/json' },
          responseBody: '{"a":1}',
          base64: false,
        };
        return requests(ended(id, { method: 'POST', details }));
      }
      if (after === undefined) return requests(ended(4));
      return requests(
        ...[ended(4), ended(5), ended(6, { method: 'POST' })].filter(
          ({ number }) => clicked && number > after,
        ),
      );
    },
  });
  const waiting = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.click('#go');
  const response = await waiting;
  assert.deepEqual(asked[0], { verb: 'network', params: { tab: 7 } });
  assert.deepEqual(
    [response.url(), response.status(), response.ok()],
    ['https://example.org/6', 200, true],
  );
  assert.deepEqual(response.headers(), { 'Content-Type': 'application/json' });
  assert.equal(await response.headerValue('content-type'), 'application/json');
  assert.deepEqual(await response.json(), { a: 1 });
  assert.deepEqual([...(await response.body())], [...Buffer.from('{"a":1}')]);
  assert.deepEqual(describe(response), {
    response: 6,
    status: 200,
    method: 'POST',
    url: 'https://example.org/6',
    mimeType: 'application/json',
  });
});

test('a request that was under way when the wait began counts when it is answered', async () => {
  let looks = 0;
  const { page } = run({
    network: ({ after, id }) => {
      if (id !== undefined) return requests(ended(id));
      if (after === undefined) return requests(request(8));
      assert.equal(after, 7);
      looks += 1;
      return requests(looks < 3 ? request(8) : ended(8));
    },
  });
  assert.equal((await page.waitForResponse('https://example.org/8')).status(), 200);
});

test('a test may ask for what must be fetched first', async () => {
  const { page } = run({
    network: ({ after, id }) => {
      if (id !== undefined) {
        return requests(
          ended(id, {
            details: {
              requestHeaders: {},
              responseHeaders: {},
              requestBody: `{"op":${id}}`,
              base64: false,
            },
          }),
        );
      }
      return requests(
        ...[ended(1), ended(2)].filter(({ number }) => after !== undefined && number > after),
      );
    },
  });
  const found = await page.waitForRequest((one) => one.postDataJSON().op === 2);
  assert.equal(found.url(), 'https://example.org/2');
  assert.equal(found.postData(), '{"op":2}');
});

test('listeners hear each request once, from its beginning to its end', async () => {
  const looks = [
    [request(2)],
    [request(2, { status: 200 }), request(3)],
    [ended(2), request(3, { error: 'ERR_FAILED', tookMs: 1 })],
    [],
  ];
  const { page } = run({
    snapshot: { text: '' },
    network: ({ after }) =>
      after === undefined
        ? requests(ended(1))
        : requests(...(looks.shift() ?? []).filter(({ number }) => number > after)),
  });
  const heard = [];
  for (const name of ['request', 'response', 'requestfinished', 'requestfailed']) {
    page.on(name, (what) => heard.push(`${name} ${what.url().at(-1)}`));
  }
  for (let call = 0; call < 4; call += 1) await page.snapshot();
  assert.deepEqual(heard, [
    'request 2',
    'response 2',
    'request 3',
    'requestfinished 2',
    'requestfailed 3',
  ]);
  page.off('request').off('response').off('requestfinished').off('requestfailed');
  const before = told('network').length;
  await page.snapshot();
  assert.equal(told('network').length, before);
});

test('a failed request tells why, and headers that are not there say how to get them', async () => {
  const failed = request(1, { error: 'ERR_BLOCKED', tookMs: 1 });
  const { page } = run({ network: requests(failed) });
  const [one] = await page.requests();
  assert.deepEqual(one.failure(), { errorText: 'ERR_BLOCKED' });
  assert.equal(await one.response(), null);
  assert.throws(() => one.headers(), /await request\.allHeaders\(\) first/);
});

test('the console and uncaught errors are told apart', async () => {
  const said = [
    { number: 5, level: 'warning', text: 'careful' },
    { number: 6, level: 'error', text: 'Uncaught (in promise) Error: broken' },
  ];
  const { page } = run({
    snapshot: { text: '' },
    console: ({ after }) => ({
      messages:
        after === undefined
          ? [{ number: 4, level: 'info', text: 'old' }]
          : said.filter(({ number }) => number > after),
    }),
  });
  const heard = [];
  page.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => heard.push(error.message));
  await page.snapshot();
  await page.snapshot();
  assert.deepEqual(heard, ['warning: careful', 'Error: broken']);
});

test('a listener that fails, or cannot be served, does not fail the call', async () => {
  const { page } = run({
    click: withChanges({ dialog: CONFIRM }),
    snapshot: { text: 'x' },
    network: () => Promise.reject(new HostError('unsupported', 'no debugger')),
  });
  page.on('dialog', () => {
    throw new Error('mine');
  });
  await page.click('#a');
  assert.match(logged[0].text, /listener for 'dialog' failed: mine/);
  page.on('response', () => undefined);
  assert.equal(await page.snapshot(), 'x');
  assert.ok(
    logged.some(({ text }) => /Nothing can be heard of 'response': no debugger/.test(text)),
  );
  await assert.rejects(page.waitForResponse('x'), { code: 'unsupported' });
});

test('events that are not told of here say what to use', async () => {
  const { page, context } = run();
  assert.throws(
    () => page.on('dialoge', () => 1),
    /no event 'dialoge' here\. Nearest: 'dialog'\. There are close/,
  );
  assert.throws(() => page.on('load', () => 1), /Use page\.waitForLoadState/);
  assert.throws(() => page.on('dialog'), /takes a function, not undefined/);
  await assert.rejects(page.waitForEvent('filechooser'), /setInputFiles/);
  assert.throws(() => context.on('request', () => 1), /no event 'request' here/);
  for (let one = 0; one < 100; one += 1) page.on('popup', () => 1);
  assert.throws(() => page.on('popup', () => 1), /100 listeners already/);
});

test('listeners end with the run', async () => {
  const { page } = run({ click: withChanges({ dialog: CONFIRM }), dialog: REPORT });
  page.on('dialog', (dialog) => dialog.accept());
  run({ click: withChanges({ dialog: CONFIRM }), dialog: REPORT });
  await page.click('#a');
  assert.equal(told('dialog').length, 0);
});
