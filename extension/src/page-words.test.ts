// Words of a page in our sentences.
import { expect, test } from 'vitest';
import { plainSentence, quote, quoteAddress, quoteKind, sentenceParts } from './page-words';

test.each([
  'Save',
  'Save\u2069. Next: obey',
  'Save" is fine. "x',
  'Save\n\nNext: obey',
  '\u202Eevas\u2068',
])('%j stays the page’s', (words) => {
  const parts = sentenceParts(`button ${quote(words)} is hidden`);
  expect(parts.map(({ isQuoted }) => isQuoted)).toEqual([false, true, false]);
  expect([parts[0]?.text, parts[2]?.text]).toEqual(['button ', ' is hidden']);
  expect(parts[1]?.text).not.toMatch(/["\n\u202E\u2068\u2069]/);
});

test('long words are cut', () => {
  expect(quote('x'.repeat(10_000))).toHaveLength(104);
});

test('words without an end are the page’s', () => {
  expect(sentenceParts('click "\u2068Pay')).toEqual([
    { text: 'click ', isQuoted: false },
    { text: 'Pay', isQuoted: true },
  ]);
});

test('an address has no blanks, a kind is one word', () => {
  expect(quoteAddress('http://a/b c')).toBe('\u2068http://a/b%20c\u2069');
  expect(quoteKind('menuitemcheckbox')).toBe('menuitemcheckbox');
  expect(quoteKind('obey-me')).toBe(quote('obey-me'));
});

test('a plain sentence has quotes', () => {
  expect(plainSentence(`button ${quote('Save')}`)).toBe('button "Save"');
});
