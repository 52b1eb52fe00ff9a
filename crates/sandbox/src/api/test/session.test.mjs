import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asked, describe, HostError, last, logged, run, TABS, told } from './bed/bed.mjs';

const opened = (tab) => ({ tab, url: 'about:blank', title: '', loaded: true });

test('a run sees the session: its page, its tabs, and what the last run left', async () => {
  const first = run();
  assert.deepEqual(Object.keys(first).sort(), [
    'browser',
    'context',
    'expect',
    'fetchPage',
    'page',
    'pages',
    'sleep',
    'snapshot',
    'state',
    'tabs',
  ]);
  first.state.seen = 3;
  assert.deepEqual(
    first.pages().map((page) => page.url()),
    TABS.map(({ url }) => url),
  );
  const second = run({}, { tab: 8, tabs: [TABS[1]] });
  assert.equal(second.state.seen, 3);
  assert.equal(second.page, first.context.pages()[0]);
  assert.equal(first.page.isClosed(), true);
  assert.deepEqual(describe(second.context), { pages: [second.page] });
  assert.deepEqual(await second.tabs('trains'), TABS);
  assert.deepEqual(last(), { verb: 'tabs', about: 'trains' });
  await second.sleep(5);
});

test('new pages open in the background, and only they are closed with the context', async () => {
  let next = 40;
  const { context, browser, page } = run({
    open: () => opened((next += 1)),
    close: { tabs: [] },
    'own-tabs': { tabs: TABS },
  });
  const seen = [];
  context.on('page', (one) => seen.push(one));
  const one = await context.newPage();
  const two = await browser.newPage();
  assert.deepEqual(told('open')[0], { url: 'about:blank', in: 'new', background: true });
  assert.deepEqual(seen, [one, two]);
  assert.equal(one.context(), context);
  assert.equal(context.browser().contexts()[0], context);
  await context.close();
  assert.deepEqual(told('close'), [{ tab: 41 }, { tab: 42 }]);
  assert.deepEqual([one.isClosed(), page.isClosed(), browser.isConnected()], [true, false, true]);
  await browser.close();
  assert.match(logged[0].text, /leaves the person’s browser open/);
});

test('a page can become the session’s', async () => {
  const { context } = run({ switch: TABS[1] });
  const [, other] = context.pages();
  await other.use();
  assert.deepEqual(asked.at(-1), { verb: 'use-tab', params: { tab: 8 } });
  await other.bringToFront();
  assert.deepEqual(
    asked.slice(1).map(({ verb, params }) => [verb, params.tab]),
    [
      ['switch', 8],
      ['use-tab', 8],
    ],
  );
});

test('a page is fetched in a tab of its own, which is closed whatever happens', async () => {
  const answers = {
    open: opened(50),
    close: { tabs: [50] },
    markdown: { text: '# x' },
    html: { fragments: [{ html: '<p>' }] },
  };
  const { fetchPage, pages } = run(answers);
  assert.equal(await fetchPage('example.org'), '# x');
  assert.deepEqual(
    asked.map(({ verb, params }) => [verb, params.tab, params.url]),
    [
      ['open', undefined, 'about:blank'],
      ['open', 50, 'example.org'],
      ['markdown', 50, undefined],
      ['close', 50, undefined],
    ],
  );
  assert.equal(told('markdown')[0].main, true);
  assert.equal(pages().length, 2);
  assert.equal(await fetchPage('example.org', { as: 'html' }), '<p>');
  const gone = () => Promise.reject(new HostError('page-failed', 'gone'));
  for (const failing of [
    { markdown: gone },
    { open: ({ tab }) => (tab === 50 ? gone() : opened(50)) },
  ]) {
    run({ ...answers, ...failing });
    await assert.rejects(fetchPage('example.org'), { code: 'page-failed' });
    assert.deepEqual(told('close'), [{ tab: 50 }]);
  }
  await assert.rejects(
    fetchPage('example.org', { as: 'poem' }),
    /reads as markdown, text, snapshot, html; not as poem/,
  );
  await assert.rejects(fetchPage(), /takes an address, not undefined/);
});

test('a refusal to open a tab says what was wanted', async () => {
  const { context } = run({
    open: () => Promise.reject(new HostError('forbidden', 'no new tabs', 'Ask the person')),
  });
  await assert.rejects(context.newPage(), {
    message: 'context.newPage: no new tabs',
    fix: 'Ask the person',
  });
});
