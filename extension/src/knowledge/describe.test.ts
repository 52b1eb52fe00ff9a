// What is remembered, in words.
import { expect, test } from 'vitest';
import {
  describeForgotten,
  describePause,
  describeStats,
  hostIn,
  msUntilTomorrow,
} from './describe';

const STATS = { withText: 0, visits: 0, entities: 0, topics: 0, groups: [] };

test.each([
  [{ pages: 0, sites: 0, bytes: 0 }, 'Nothing is remembered yet.'],
  [{ pages: 1, sites: 1, bytes: 9_000 }, '1 page from 1 site, less than 1 MB.'],
  [{ pages: 1_234, sites: 56, bytes: 12_400_000 }, '1,234 pages from 56 sites, 12 MB.'],
])('how much is remembered: %o', (stats, words) => {
  expect(describeStats({ ...STATS, ...stats })).toBe(words);
});

test.each([
  [{ pages: 0, backups: 0 }, 'There was nothing to forget.'],
  [{ pages: 1, backups: 0 }, '1 page forgotten.'],
  [{ pages: 20, backups: 2 }, '20 pages forgotten. Backups that had them were deleted, too.'],
])('what was forgotten: %o', (forgotten, words) => {
  expect(describeForgotten(forgotten)).toBe(words);
});

test('a pause ends on the clock of the person', () => {
  const now = new Date(2026, 4, 31, 23, 30);
  expect(describePause(undefined, now)).toBeUndefined();
  expect(describePause(now.getTime(), now)).toBeUndefined();
  expect(describePause(new Date(2026, 4, 31, 23, 45).getTime(), now)).toBe('Paused until 23:45.');
  const morning = now.getTime() + msUntilTomorrow(now);
  expect(new Date(morning)).toEqual(new Date(2026, 5, 1, 5, 0));
  expect(describePause(morning, now)).toBe('Paused until tomorrow, 05:00.');
});

test.each([
  ['bank.example', 'bank.example'],
  [' https://Bank.example/login?x=1 ', 'bank.example'],
  ['*.bank.example', 'bank.example'],
  ['wiki.corp:8080/start', 'wiki.corp'],
  ['10.0.0.7', '10.0.0.7'],
  ['', undefined],
  ['my bank', undefined],
  ['http://', undefined],
])('the host in “%s”', (typed, host) => {
  expect(hostIn(typed)).toBe(host);
});
