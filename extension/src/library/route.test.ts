// Where an address leads in the library.
import { expect, test } from 'vitest';
import { pagePath, placeOf } from './route';
import { NO_SEARCH } from './search-state';

test.each([
  ['', { kind: 'section', section: 'search' }],
  ['#names', { kind: 'section', section: 'names' }],
  ['#nonsense', { kind: 'section', section: 'search' }],
  ['#__proto__', { kind: 'section', section: 'search' }],
  ['#page/12', { kind: 'page', page: 12 }],
  [pagePath(12, 3), { kind: 'page', page: 12, version: 3 }],
  ['#page/x', { kind: 'section', section: 'search' }],
  ['#page/99999999999', { kind: 'section', section: 'search' }],
])('%s', (hash, place) => {
  expect(placeOf(hash, null)).toEqual({ ...place, state: {} });
});

test('what an older version left out has its default', () => {
  const { state } = placeOf('#search', { search: { words: 'tea' }, more: 1 });
  expect(state).toEqual({ search: { ...NO_SEARCH, words: 'tea' } });
});
