import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asked, found, HostError, last, run, steps, told } from './bed/bed.mjs';

const target = steps({ by: 'css', selector: '#a' });
const waited = { tab: 7, waitedMs: 5, url: 'https://example.org/' };

test('each reading asks for what it tells', async () => {
  for (const [method, args, facts, element, value] of [
    ['textContent', [], ['textContent'], { textContent: ' a ' }, ' a '],
    ['innerText', [], ['innerText'], { innerText: 'a' }, 'a'],
    ['innerHTML', [], ['innerHtml'], { innerHtml: '<b>' }, '<b>'],
    ['inputValue', [], ['inputValue'], { inputValue: '' }, ''],
    ['isEnabled', [], ['state'], { enabled: false }, false],
    ['isDisabled', [], ['state'], { enabled: false }, true],
    ['isEditable', [], ['state'], { editable: true }, true],
    ['isChecked', [], ['state'], { checked: false }, false],
    ['isVisible', [], ['state'], { visible: true }, true],
    ['isHidden', [], ['state'], { visible: true }, false],
    [
      'boundingBox',
      [],
      ['rect', 'state'],
      { rect: { x: 1, y: 2, width: 3, height: 4 } },
      { x: 1, y: 2, width: 3, height: 4 },
    ],
  ]) {
    const { page } = run({ query: found({ number: 1, ...element }) });
    assert.deepEqual(await page.locator('#a')[method](...args), value, method);
    assert.deepEqual(last(), { verb: 'query', target, facts, max: 1 });
  }
});

test('an attribute is told, or null', async () => {
  const { page } = run({ query: found({ number: 1, attribute: 'x' }) });
  assert.equal(await page.locator('#a').getAttribute('href'), 'x');
  assert.equal(last().attribute, 'href');
  run({ query: found({ number: 1 }) });
  assert.equal(await page.getAttribute('#a', 'href'), null);
});

test('an element that is not there yet is waited for', async () => {
  const { page } = run({
    query: (_, times) => (times === 0 ? found() : found({ number: 1, textContent: 'x' })),
    wait: waited,
  });
  assert.equal(await page.locator('#a').textContent(), 'x');
  assert.deepEqual(
    asked.map(({ verb }) => verb),
    ['query', 'wait', 'query'],
  );
  assert.deepEqual(told('wait')[0].for, { type: 'element', target, state: 'attached' });
  assert.equal(told('wait')[0].timeoutMs, 10_000);
});

test('one that never comes is a timeout', async () => {
  const late = new HostError('wait-timeout', 'it did not come');
  const { page } = run({ query: found(), wait: () => Promise.reject(late) });
  await assert.rejects(page.locator('#a').innerText({ timeout: 50 }), {
    name: 'TimeoutError',
    message: "locator.innerText: it did not come\nLocator: locator('#a')",
  });
});

test('visibility does not wait, and nothing is hidden', async () => {
  const { page } = run({ query: found() });
  assert.equal(await page.locator('#a').isVisible(), false);
  assert.equal(await page.isHidden('#a'), true);
  assert.deepEqual(new Set(asked.map(({ verb }) => verb)), new Set(['query']));
});

test('several elements are too many for one answer, and are named', async () => {
  const { page } = run({
    query: ({ facts }) => ({
      tab: 7,
      total: 3,
      elements: facts.includes('name')
        ? [
            { number: 4, role: 'link', name: 'One' },
            { number: 5, role: 'link', name: 'Two' },
          ]
        : [{ number: 4 }],
    }),
  });
  await assert.rejects(page.locator('#a').textContent(), {
    code: 'element-ambiguous',
    message: `locator.textContent: strict mode violation: 3 elements match: [4] link "One", [5] link "Two", …\nLocator: locator('#a')`,
  });
});

test('all that fit are counted and listed', async () => {
  const all = found(
    { number: 1, textContent: 'a', innerText: 'A' },
    { number: 2, textContent: 'b', innerText: 'B' },
  );
  const { page } = run({ query: all });
  const locator = page.locator('#a');
  assert.equal(await locator.count(), 2);
  assert.equal(last().max, 0);
  assert.deepEqual(await locator.allTextContents(), ['a', 'b']);
  assert.deepEqual(await locator.allInnerTexts(), ['A', 'B']);
  assert.deepEqual((await locator.all()).map(String), [
    "locator('#a').nth(0)",
    "locator('#a').nth(1)",
  ]);
  run({ query: { tab: 7, total: 9_000, elements: [{ number: 1 }] } });
  await assert.rejects(locator.allTextContents(), /9000 elements match, and only 1 can be listed/);
});

test('what cannot be read of this element says so', async () => {
  const { page } = run({ query: found({ number: 1 }) });
  await assert.rejects(page.locator('#a').inputValue(), /it is no field/);
  await assert.rejects(page.locator('#a').isChecked(), /it cannot be ticked/);
});

test('an element handle keeps the element by its number', async () => {
  const { page } = run({ query: found({ number: 31, innerText: 'x' }), wait: waited });
  const handle = await page.$('#a');
  assert.equal(await handle.innerText(), 'x');
  assert.equal(last().target, 31);
  await handle.$$('b');
  assert.deepEqual(
    last().target,
    steps({ by: 'number', number: 31 }, { by: 'css', selector: 'b' }),
  );
  assert.equal(String(await page.waitForSelector('#a')), 'number(31)');
  assert.equal(await page.waitForSelector('#a', { state: 'hidden' }), null);
  run({ query: found() });
  assert.equal(await page.$('#a'), null);
  assert.deepEqual(await page.$$('#a'), []);
});

test('the snapshot of a part is asked for by its number', async () => {
  const { page } = run({
    query: found({ number: 9 }),
    snapshot: { tab: 7, text: '[10] link', url: 'frame' },
  });
  assert.equal(await page.locator('#a').ariaSnapshot(), '[10] link');
  assert.deepEqual(last(), { verb: 'snapshot', within: 9 });
  assert.equal(page.url(), 'https://example.org/');
});
