// Text of strangers, as a person gets to see it.
import { expect, test } from 'vitest';
import { sanitize } from './sanitize';

test.each([
  ['click button "Pay now"', 'click button "Pay now"'],
  ['  two\n\nlines\tand a tab ', 'two lines and a tab'],
  ['turned \u202Eround\u202C', 'turned round'],
  ['isolated \u2067text\u2069', 'isolated text'],
  ['hid\u200Bden\u00AD', 'hidden'],
  ['bell\u0007', 'bell'],
  ['fill\u3164er\u2800', 'filler'],
  [`Z${'\u030D'.repeat(500)}algo`, 'Z\u030D\u030D\u030Dalgo'],
  ['line\u2028break', 'line break'],
  ['zażółć 日本語 עברית 😀', 'zażółć 日本語 עברית 😀'],
])('%j', (text, shown) => {
  expect(sanitize(text, 100)).toBe(shown);
});

test('what is too long is cut, and says so', () => {
  expect(sanitize('abcdefgh', 8)).toBe('abcdefgh');
  expect(sanitize('abcdefghi', 8)).toBe('abcdefg…');
  expect(sanitize('abcdef hi', 8)).toBe('abcdef…');
});

test('no character is cut in two', () => {
  expect(sanitize('😀😀😀😀', 3)).toBe('😀😀…');
});

test('what is hidden does not make room for less', () => {
  expect(sanitize('\u200B'.repeat(500) + 'Pay', 3)).toBe('Pay');
});
