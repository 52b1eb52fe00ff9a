// Selectors in parts.
import { expect, test } from 'vitest';
import { splitSelector } from './css';

test.each([
  ['a', [['a']]],
  ['a b', [['a', 'b']]],
  [' a  b > c ', [['a', 'b > c']]],
  ['a>b', [['a>b']]],
  ['a ~ b + c d', [['a ~ b + c', 'd']]],
  ['a, b c', [['a'], ['b', 'c']]],
  ['[title="a, b c"] d', [['[title="a, b c"]', 'd']]],
  [":is(a b, c) d[x='] ']", [[':is(a b, c)', "d[x='] ']"]]],
  ['.a\\ b c', [['.a\\ b', 'c']]],
  ['a:has(> b)', [['a:has(> b)']]],
])('%s', (selector, parts) => {
  expect(splitSelector(selector)).toEqual(parts);
});
