import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stepsOf } from '../selectors/selectors.js';

const css = (selector) => ({ by: 'css', selector });
const hasText = (text) => ({ by: 'filter', hasText: { text } });
const visible = { by: 'filter', visible: true };
const says = (words) => ({ by: 'and', locator: { steps: [{ by: 'text', words }] } });
const or = (...steps) => ({ by: 'or', locator: { steps } });

const MEANT = [
  ['button.save', [css('button.save')]],
  ['#12', [css('#12')]],
  ['css=a', [css('a')]],
  ['a[href="x>>y"]', [css('a[href="x>>y"]')]],
  ['div:has(> img)', [css('div:has(> img)')]],
  ['input[value="a=b"]', [css('input[value="a=b"]')]],
  ['a, b', [css('a, b')]],
  ['text=Sign in', [{ by: 'text', words: { text: 'Sign in' } }]],
  ['text="Sign in"', [{ by: 'text', words: { text: 'Sign in', exact: true } }]],
  ["'Sign in'", [{ by: 'text', words: { text: 'Sign in', exact: true } }]],
  ['text=/sign\\s+in/i', [{ by: 'text', words: { text: 'sign\\s+in', flags: 'i' } }]],
  ["text=Don't stop", [{ by: 'text', words: { text: "Don't stop" } }]],
  ['//div[@id="x"]', [{ by: 'xpath', xpath: '//div[@id="x"]' }]],
  ['(//a)[2]', [{ by: 'xpath', xpath: '(//a)[2]' }]],
  ['xpath=./b', [{ by: 'xpath', xpath: './b' }]],
  ['..', [{ by: 'xpath', xpath: '..' }]],
  ['id=main', [css('[id="main"]')]],
  ['data-testid=row', [{ by: 'testId', words: { text: 'row', exact: true } }]],
  ['data-test=row', [css('[data-test="row"]')]],
  ['label=Email', [{ by: 'label', words: { text: 'Email' } }]],
  ['role=button', [{ by: 'role', role: 'button' }]],
  [
    'role=button[name="Save all"][pressed][disabled=false]',
    [
      {
        by: 'role',
        role: 'button',
        name: { text: 'Save all', exact: true },
        state: { pressed: true, disabled: false },
      },
    ],
  ],
  ['role=link[name=/more/i]', [{ by: 'role', role: 'link', name: { text: 'more', flags: 'i' } }]],
  ['role=link[name="more" i]', [{ by: 'role', role: 'link', name: { text: 'more' } }]],
  ['role=heading[level=2]', [{ by: 'role', role: 'heading', state: { level: 2 } }]],
  [
    'form >> text=Go >> nth=-1',
    [css('form'), { by: 'text', words: { text: 'Go' } }, { by: 'nth', index: -1 }],
  ],
  ['li >> visible=true', [css('li'), visible]],
  ['li:has-text("a, b > c")', [css('li'), hasText('a, b > c')]],
  [":has-text('x')", [css('*'), hasText('x')]],
  ['ul li:has-text("x") a.go', [css('ul li'), hasText('x'), css('a.go')]],
  ['li:has-text("x") > a:visible', [css('li'), hasText('x'), css(':scope > a'), visible]],
  [
    'label:has-text("x") + input',
    [
      css('label'),
      hasText('x'),
      { by: 'xpath', xpath: 'following-sibling::*[1]' },
      { by: 'and', locator: { steps: [css('input')] } },
    ],
  ],
  [
    'h2:visible ~ p',
    [
      css('h2'),
      visible,
      { by: 'xpath', xpath: 'following-sibling::*' },
      { by: 'and', locator: { steps: [css('p')] } },
    ],
  ],
  ['> li', [css(':scope > li')]],
  ['button:text("Go")', [css('button'), says({ text: 'Go' })]],
  ['button:text-is("Go")', [css('button'), says({ text: 'Go', exact: true })]],
  ['button:text-matches("g.", "i")', [css('button'), says({ text: 'g.', flags: 'i' })]],
  [':nth-match(button.go, 3)', [css('button.go'), { by: 'nth', index: 2 }]],
  [':nth-match(:has-text("x"), 1)', [css('*'), hasText('x'), { by: 'nth', index: 0 }]],
  [
    'div:has(a:has-text("x"))',
    [css('div'), { by: 'filter', has: { steps: [css('a'), hasText('x')] } }],
  ],
  ['li:not(:has-text("x"))', [css('li'), { by: 'filter', hasNotText: { text: 'x' } }]],
  ['li:not(:visible)', [css('li'), { by: 'filter', visible: false }]],
  ['a:has-text("x"), b', [css('a'), hasText('x'), or(css('b'))]],
  ['form >> a:visible, b', [css('form'), css('a'), visible, or(css('form'), css('b'))]],
  ['li:nth-child(2n+1):visible', [css('li:nth-child(2n+1)'), visible]],
  ['a[title="x:visible"]:visible', [css('a[title="x:visible"]'), visible]],
  ['p::first-line', [css('p::first-line')]],
];

test('a selector is told step by step', () => {
  for (const [selector, steps] of MEANT) assert.deepEqual(stepsOf(selector), steps, selector);
});

test('inside a frame, an alternative begins at the frame', () => {
  const before = [css('iframe'), { by: 'frame' }, css('form')];
  const [, , alternative] = stepsOf('a:visible, b', before);
  assert.deepEqual(alternative, or(css('form'), css('b')));
});

test('what cannot be understood says so', () => {
  for (const [selector, word] of [
    ['', /empty/],
    ['a >> ', /missing beside >>/],
    ['foo=bar', /no foo= in selectors; there are css=/],
    ['role=', /names no role/],
    ['role=button[colour=red]', /attribute colour/],
    ['role=button!', /not understood at !/],
    ['nth=two', /whole number/],
    ['a:is(:visible, b)', /locator\.or/],
    ['a:not(b:has-text("x"))', /hasNotText/],
    ['div :nth-match(a, 1)', /must stand alone/],
    [':nth-match(a)', /a selector and a number/],
    ['x'.repeat(10_001), /longer than/],
  ]) {
    assert.throws(() => stepsOf(selector), { message: word, code: 'bad-request' }, selector);
  }
  assert.throws(() => stepsOf(undefined), /a string, not undefined/);
});

test('no text makes the reading of a selector hang or fail otherwise', () => {
  for (const text of [
    '((((',
    '[[[[',
    '"',
    "'\\",
    ':has-text(',
    ':nth-match(((,1)',
    '>>',
    ':',
    'a:not(',
    '\\',
  ]) {
    try {
      stepsOf(text);
    } catch (error) {
      assert.equal(error.code, 'bad-request', text);
    }
  }
});
