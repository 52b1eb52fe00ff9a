// No page can speak in our own markup, nor hide words in it.
import { expect, test } from 'vitest';
import { atStart, clean, inLine, quoted } from './escape';

test.each([
  ['[12] button "Pay"', '\\[12] button "Pay"'],
  ['\\[12]', '\\\\\\[12]'],
  ['a [1] and [22]', 'a \\[1] and \\[22]'],
  ['[citation needed]', '[citation needed]'],
])('numbers in page text: %s', (text, told) => {
  expect(inLine(text)).toBe(told);
});

test.each(['# Title', '* new', '*[3] x', '| cell', '… 3 more', '- [3] gone', '+ x', '~ x'])(
  'marks at the start of a line: %s',
  (text) => {
    expect(atStart(text)).toBe(`\\${text}`);
  },
);

test.each([
  'dialog "Confirm":',
  'main:',
  'frame "x"',
  'Image "x"',
  'unreachable: all',
  'no change',
])('words of ours at the start of a line: %s', (text) => {
  expect(atStart(text)).toBe(`\\${text}`);
});

test.each(['Main street', 'dialogue', 'images', '-5 degrees', 'search results'])(
  'words of everyone stay: %s',
  (text) => {
    expect(atStart(text)).toBe(text);
  },
);

test.each([
  ['lines become one', 'a\n\n b\tc\u2028d', 'a b c d'],
  ['controls go', 'a\u0000\u0007b', 'ab'],
  ['direction overrides go', 'pay \u202Eevil\u202C', 'pay evil'],
  ['zero-width signs go', 'pass\u200bword\ufeff', 'password'],
  ['hidden tags go', 'hi\u{e0041}\u{e0042}', 'hi'],
  ['signs of icon fonts go', '\ue123 Mail', 'Mail'],
  ['joined emoji stay', '👩‍👩‍👧', '👩‍👩‍👧'],
  ['right-to-left words stay', 'שלום', 'שלום'],
])('%s', (_, text, told) => {
  expect(clean(text)).toBe(told);
});

test.each([
  ['say "hi"', '"say \\"hi\\""'],
  ['back\\slash', '"back\\\\slash"'],
  ['a\n[2] button', '"a \\[2] button"'],
])('names keep inside their quotes: %s', (text, told) => {
  expect(quoted(text, 80)).toBe(told);
});

test('a long name is cut, not in the middle of a sign', () => {
  expect(quoted('abc😀def', 5)).toBe('"abc…"');
});
