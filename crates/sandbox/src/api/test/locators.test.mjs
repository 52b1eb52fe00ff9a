import assert from 'node:assert/strict';
import { test } from 'node:test';

import { describe, last, REPORT, run, steps } from './bed/bed.mjs';

const { page } = run();
const role = (name, more = {}) => ({ by: 'role', role: name, ...more });
const text = (words) => ({ by: 'text', words });

/** A locator, what it sends, and how it is written. */
const MEANT = [
  [
    page.getByRole('button', { name: 'Save' }),
    [role('button', { name: { text: 'Save' } })],
    "getByRole('button', { name: 'Save' })",
  ],
  [
    page.getByRole('checkbox', { name: /a'b/i, checked: false }),
    [role('checkbox', { name: { text: "a'b", flags: 'i' }, state: { checked: false } })],
    "getByRole('checkbox', { name: /a'b/i, checked: false })",
  ],
  [
    page.getByRole('link', { name: 'x', exact: true, includeHidden: true }),
    [role('link', { name: { text: 'x', exact: true }, state: { includeHidden: true } })],
    "getByRole('link', { name: 'x', exact: true, includeHidden: true })",
  ],
  [page.getByText('a\nb'), [text({ text: 'a\nb' })], "getByText('a\\nb')"],
  [
    page.getByText('x', { exact: true }),
    [text({ text: 'x', exact: true })],
    "getByText('x', { exact: true })",
  ],
  [page.getByText(/x/g), [text({ text: 'x', flags: '' })], 'getByText(/x/g)'],
  [page.getByLabel('Email'), [{ by: 'label', words: { text: 'Email' } }], "getByLabel('Email')"],
  [
    page.getByPlaceholder('q'),
    [{ by: 'placeholder', words: { text: 'q' } }],
    "getByPlaceholder('q')",
  ],
  [page.getByAltText('Cat'), [{ by: 'altText', words: { text: 'Cat' } }], "getByAltText('Cat')"],
  [page.getByTitle('T'), [{ by: 'title', words: { text: 'T' } }], "getByTitle('T')"],
  [
    page.getByTestId('row'),
    [{ by: 'testId', words: { text: 'row', exact: true } }],
    "getByTestId('row')",
  ],
  [
    page.locator('form').getByRole('button').first(),
    [{ by: 'css', selector: 'form' }, role('button'), { by: 'nth', index: 0 }],
    "locator('form').getByRole('button').first()",
  ],
  [
    page.locator('a').last(),
    [
      { by: 'css', selector: 'a' },
      { by: 'nth', index: -1 },
    ],
    "locator('a').last()",
  ],
  [
    page.locator('a').nth(2),
    [
      { by: 'css', selector: 'a' },
      { by: 'nth', index: 2 },
    ],
    "locator('a').nth(2)",
  ],
  [
    page.locator('li', { hasText: 'x' }),
    [
      { by: 'css', selector: 'li' },
      { by: 'filter', hasText: { text: 'x' } },
    ],
    "locator('li', { hasText: 'x' })",
  ],
  [
    page.locator('li').filter({ has: page.getByText('y'), hasNotText: /z/, visible: true }),
    [
      { by: 'css', selector: 'li' },
      {
        by: 'filter',
        has: { steps: [text({ text: 'y' })] },
        hasNotText: { text: 'z', flags: '' },
        visible: true,
      },
    ],
    "locator('li').filter({ has: getByText('y'), hasNotText: /z/, visible: true })",
  ],
  [
    page.locator('li').filter({ hasNot: page.locator('b') }),
    [
      { by: 'css', selector: 'li' },
      { by: 'filter', hasNot: { steps: [{ by: 'css', selector: 'b' }] } },
    ],
    "locator('li').filter({ hasNot: locator('b') })",
  ],
  [
    page.locator('a').and(page.getByTitle('t')),
    [
      { by: 'css', selector: 'a' },
      { by: 'and', locator: { steps: [{ by: 'title', words: { text: 't' } }] } },
    ],
    "locator('a').and(getByTitle('t'))",
  ],
  [
    page.locator('a').or(page.locator('b')),
    [
      { by: 'css', selector: 'a' },
      { by: 'or', locator: { steps: [{ by: 'css', selector: 'b' }] } },
    ],
    "locator('a').or(locator('b'))",
  ],
  [
    page.locator('form').locator(page.getByText('x')),
    [{ by: 'css', selector: 'form' }, text({ text: 'x' })],
    "locator('form').locator(getByText('x'))",
  ],
  [
    page.frameLocator('iframe.pay').getByLabel('Card'),
    [
      { by: 'css', selector: 'iframe.pay' },
      { by: 'frame' },
      { by: 'label', words: { text: 'Card' } },
    ],
    "frameLocator('iframe.pay').getByLabel('Card')",
  ],
  [
    page.locator('iframe').first().contentFrame().locator('a'),
    [
      { by: 'css', selector: 'iframe' },
      { by: 'nth', index: 0 },
      { by: 'frame' },
      { by: 'css', selector: 'a' },
    ],
    "locator('iframe').first().contentFrame().locator('a')",
  ],
  [
    page.frameLocator('#a').frameLocator('#b').nth(1).owner(),
    [
      { by: 'css', selector: '#a' },
      { by: 'frame' },
      { by: 'css', selector: '#b' },
      { by: 'nth', index: 1 },
    ],
    "frameLocator('#a').frameLocator('#b').owner().nth(1).contentFrame().owner()",
  ],
  [
    page.frame('pay').locator('a'),
    [
      { by: 'css', selector: 'iframe[name="pay"], iframe[id="pay"], frame[name="pay"]' },
      { by: 'frame' },
      { by: 'css', selector: 'a' },
    ],
    `locator('iframe[name="pay"], iframe[id="pay"], frame[name="pay"]').contentFrame().locator('a')`,
  ],
];

test('a locator sends its steps, and is written as in a script', async () => {
  run({ click: REPORT });
  for (const [locator, list, written] of MEANT) {
    await locator.click();
    assert.deepEqual(last(), { verb: 'click', target: steps(...list) }, written);
    assert.equal(String(locator), written);
    assert.equal(describe(locator), written);
  }
});

test('a number from a snapshot is sent as such, and looked inside as a step', async () => {
  run({ click: REPORT });
  await page.number(12).click();
  assert.deepEqual(last(), { verb: 'click', target: 12 });
  await page.number(12).locator('a').click();
  assert.deepEqual(
    last().target,
    steps({ by: 'number', number: 12 }, { by: 'css', selector: 'a' }),
  );
});

test('what is no locator, no text or no number is refused with a word', () => {
  const { context } = run();
  const [, other] = context.pages();
  for (const [make, word] of [
    [() => page.getByText(undefined), /getByText\(\) takes a string or a RegExp, not undefined/],
    [() => page.getByRole(5), /A role is a string, not a number/],
    [() => page.getByRole('button', { Name: 'x' }), /no option Name; it has name, exact/],
    [() => page.locator('a').filter({ has: 'b' }), /has takes a locator, not a string/],
    [() => page.locator('a').and(null), /locator\.and takes a locator, not null/],
    [() => page.locator('a').nth('1'), /whole number/],
    [() => page.locator('a').or(other.locator('b')), /of the same page/],
    [() => page.locator('a').or(page.frameLocator('i').locator('b')), /cannot look into a frame/],
    [() => page.number(-1), /a number from a snapshot/],
    [() => page.frame({ url: /x/ }), /frameLocator/],
  ]) {
    assert.throws(make, { message: word, code: 'bad-request' });
  }
});

test('awaiting a locator, printing and comparing it are harmless', async () => {
  const locator = page.locator('a');
  assert.equal(await locator, locator);
  assert.equal(JSON.stringify({ locator }), `{"locator":"locator('a')"}`);
  assert.equal(`${page}`, '[page https://example.org/]');
  assert.equal(locator.page(), page);
  assert.throws(() => {
    locator.click = 1;
  }, TypeError);
});
