// What the daemon is asked for, by what the person has set.
import { expect, test } from 'vitest';
import {
  activeFilters,
  isSameSearch,
  monthFilter,
  NO_SEARCH,
  searchParams,
  withoutFilter,
} from './search-state';

test('filters of time stand before the words, where no open quote swallows them', () => {
  const state = { ...NO_SEARCH, words: ' "heat pump ', time: monthFilter('2026-09') };
  const { query } = searchParams(state, 0);
  expect(query).toBe('after:2026-09-01 before:2026-10-01 "heat pump');
});

test('the month that is now has no end', () => {
  const now = new Date(2026, 10, 18);
  expect(monthFilter('2026-11', now)).toEqual({ label: 'November 2026', from: '2026-11-01' });
  expect(monthFilter('2026-10', now)).toMatchObject({ until: '2026-11-01' });
  expect(monthFilter('2026-10', new Date(2026, 9, 31))).not.toHaveProperty('until');
});

test('without words the newest come first, unless another order is chosen', () => {
  expect(searchParams(NO_SEARCH, 0)).toMatchObject({ query: '', order: 'newest' });
  expect(searchParams({ ...NO_SEARCH, words: 'tea' }, 0).order).toBe('best');
  expect(searchParams({ ...NO_SEARCH, order: 'oldest' }, 0).order).toBe('oldest');
});

test('only the first fifty come with counts', () => {
  expect(searchParams(NO_SEARCH, 0)).toMatchObject({ limit: 50, offset: 0, noFacets: false });
  expect(searchParams(NO_SEARCH, 50)).toMatchObject({ offset: 50, noFacets: true });
});

test('filters come and go one by one', () => {
  const state = { ...NO_SEARCH, site: 'a.example', entity: 'Ada', time: { label: 'Last 7 days' } };
  expect(activeFilters(state).map(({ label }) => label)).toEqual([
    'Last 7 days',
    'a.example',
    'Ada',
  ]);
  const less = withoutFilter(state, 'site');
  expect(activeFilters(less).map(({ name }) => name)).toEqual(['time', 'entity']);
  expect('site' in searchParams(less, 0)).toBe(false);
});

test('blanks around words are no other search', () => {
  expect(isSameSearch({ ...NO_SEARCH, words: 'tea ' }, { ...NO_SEARCH, words: 'tea' })).toBe(true);
  expect(isSameSearch({ ...NO_SEARCH, site: 'a.example' }, NO_SEARCH)).toBe(false);
});
