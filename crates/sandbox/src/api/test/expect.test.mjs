import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asked, found, HostError, run, TABS } from './bed/bed.mjs';

/** Matcher, arguments, the element for which it holds, and one for which it does not. */
const ELEMENTS = [
  ['toBeVisible', [], { visible: true }, { visible: false }],
  ['toBeVisible', [{ visible: false }], { visible: false }, { visible: true }],
  ['toBeHidden', [], { visible: false }, { visible: true }],
  ['toBeInViewport', [], { inView: true }, { inView: false }],
  ['toBeEnabled', [], { enabled: true }, { enabled: false }],
  ['toBeEnabled', [{ enabled: false }], { enabled: false }, { enabled: true }],
  ['toBeDisabled', [], { enabled: false }, { enabled: true }],
  ['toBeEditable', [], { editable: true }, { editable: false }],
  ['toBeChecked', [], { checked: true }, { checked: false }],
  ['toBeChecked', [{ checked: false }], { checked: false }, { checked: true }],
  ['toBeFocused', [], { focused: true }, { focused: false }],
  ['toBeEmpty', [], { textContent: ' \n' }, { textContent: 'x' }],
  ['toBeEmpty', [], { textContent: 'x', inputValue: '' }, { textContent: '', inputValue: 'x' }],
  ['toHaveText', ['a b'], { textContent: ' a\n  b ' }, { textContent: 'a b c' }],
  ['toHaveText', [/^a/], { textContent: 'ab' }, { textContent: ' ab' }],
  ['toHaveText', ['A', { ignoreCase: true }], { textContent: 'a' }, { textContent: 'b' }],
  [
    'toHaveText',
    ['x', { useInnerText: true }],
    { textContent: 'y', innerText: 'x' },
    { textContent: 'x', innerText: 'y' },
  ],
  ['toContainText', ['b  c'], { textContent: 'a b c d' }, { textContent: 'a b' }],
  ['toHaveValue', ['x'], { inputValue: 'x' }, { inputValue: 'x ' }],
  ['toHaveValue', [/^\d+$/], { inputValue: '12' }, { inputValue: 'a' }],
  ['toHaveAttribute', ['href'], { attribute: '' }, {}],
  ['toHaveAttribute', ['href', '/a'], { attribute: '/a' }, { attribute: '/ab' }],
  ['toHaveAttribute', ['href', /a/], { attribute: '/a' }, {}],
  ['toHaveAttribute', ['href', { timeout: 10 }], { attribute: '' }, {}],
  ['toHaveClass', ['a b'], { attribute: 'a b' }, { attribute: 'b a' }],
  ['toHaveClass', [/(^|\s)b/], { attribute: 'a b' }, { attribute: 'a' }],
  ['toContainClass', ['b'], { attribute: 'a b' }, { attribute: 'ab' }],
  ['toHaveId', ['x'], { attribute: 'x' }, { attribute: 'y' }],
  ['toHaveRole', ['button'], { role: 'button' }, { role: 'link' }],
  ['toHaveAccessibleName', ['Save'], { name: 'Save' }, { name: 'Save all' }],
];

test('an element meets what is expected of it, or does not', async () => {
  for (const [matcher, args, good, bad] of ELEMENTS) {
    const { page, expect } = run({ query: found({ number: 1, ...good }) });
    const locator = page.locator('#a');
    await expect(locator)[matcher](...args);
    await assert.rejects(expect(locator).not[matcher](...args), { name: 'ExpectError' }, matcher);
    run({ query: found({ number: 1, ...bad }) });
    await expect(locator).not[matcher](...args);
    await assert.rejects(expect(locator)[matcher](...args), { name: 'ExpectError' }, matcher);
  }
});

test('where nothing matches, only what may be missing is met', async () => {
  const { page, expect } = run({ query: found() });
  const locator = page.locator('#a');
  await expect(locator).toBeHidden();
  await expect(locator).not.toBeVisible();
  await expect(locator).not.toBeAttached();
  await expect(locator).not.toBeInViewport();
  await expect(locator).toHaveCount(0);
  for (const [matcher, args] of [
    ['toHaveText', ['x']],
    ['toBeChecked', []],
    ['toBeEnabled', []],
    ['toHaveAttribute', ['x']],
  ]) {
    await assert.rejects(expect(locator)[matcher](...args), /nothing matches/);
    await assert.rejects(expect(locator).not[matcher](...args), /nothing matches/);
  }
});

test('it is looked at again until it is met', async () => {
  const texts = ['', 'Working', 'Done'];
  const { page, expect } = run({
    query: (_, times) => found({ number: 1, textContent: texts[times] }),
  });
  await expect(page.locator('#a')).toHaveText('Done');
  assert.equal(asked.length, 3);
});

test('a failure tells expected, received, locator and time', async () => {
  const { page, expect } = run({ query: found({ number: 1, textContent: 'Working' }) });
  const locator = page.getByTestId('status');
  await assert.rejects(expect(locator, 'the status').toHaveText('Done', { timeout: 200 }), {
    message: [
      'the status',
      'expect(locator).toHaveText() was not met within 200 ms',
      "Locator:  getByTestId('status')",
      'Expected: "Done"',
      'Received: "Working"',
    ].join('\n'),
  });
  await assert.rejects(
    expect(locator).not.toContainText('Work'),
    /Expected: not containing "Work"/,
  );
});

test('lists are compared in order, and parts of them may be', async () => {
  const { page, expect } = run({
    query: found(...['a 1', 'b 2', 'c 3'].map((textContent, at) => ({ number: at, textContent }))),
  });
  const locator = page.locator('li');
  await expect(locator).toHaveText(['a 1', /b/, 'c 3']);
  await expect(locator).not.toHaveText(['a 1', 'b 2']);
  await expect(locator).toContainText(['a', 'c']);
  await expect(locator).not.toContainText(['c', 'a']);
  await expect(locator).toHaveCount(3);
  await assert.rejects(expect(locator).toHaveText('a 1'), { code: 'element-ambiguous' });
});

test('what only the page can tell is asked there', async () => {
  const { page, expect } = run({
    query: found({ number: 1 }),
    eval: ({ args }) => ({
      value: { 'background-color': 'red', open: { a: 1 } }[args[0]] ?? ['x', 'y'],
    }),
  });
  const locator = page.locator('#a');
  await expect(locator).toHaveCSS('backgroundColor', 'red');
  await expect(locator).toHaveJSProperty('open', { a: 1 });
  await expect(locator).toHaveValues(['x', /y/]);
  await expect(locator).not.toHaveValues(['x']);
});

test('between two pages it is asked again; other failures end it', async () => {
  const passing = new HostError('page-failed', 'the page went away');
  const { page, expect } = run({
    query: (_, times) =>
      times === 0 ? Promise.reject(passing) : found({ number: 1, visible: true }),
  });
  await expect(page.locator('#a')).toBeVisible();
  run({ query: () => Promise.reject(new HostError('stopped-by-person', 'stopped')) });
  await assert.rejects(expect(page.locator('#a')).toBeVisible(), { code: 'stopped-by-person' });
});

test('a page has an address and a title', async () => {
  const { page, expect } = run({
    'own-tabs': (_, times) => ({
      tabs: times === 0 ? TABS : [{ ...TABS[0], url: 'https://example.org/in', title: 'In  box' }],
    }),
  });
  await expect(page).toHaveURL('https://example.org/in');
  await expect(page).toHaveURL(/\/in$/);
  await expect(page).toHaveURL('**/IN', { ignoreCase: true });
  await expect(page).toHaveURL((url) => url.pathname === '/in');
  await expect(page).not.toHaveURL('https://example.org');
  await expect(page).toHaveTitle('In box');
  await assert.rejects(expect(page).toHaveTitle(/out/), /Received: "In {2}box"/);
});

test('a response is fine or not', async () => {
  const { page, expect } = run({
    network: {
      requests: [{ number: 1, method: 'GET', url: 'u', kind: 'fetch', status: 500, tookMs: 1 }],
    },
  });
  const response = await (await page.requests())[0].response();
  await expect(response).not.toBeOK();
  await assert.rejects(expect(response).toBeOK(), /Received: 500 of u/);
});
