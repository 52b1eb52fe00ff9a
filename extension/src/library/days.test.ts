// Days as they are shown and as the daemon is asked for them.
import { expect, test } from 'vitest';
import {
  dayHeading,
  daysAgo,
  monthName,
  monthRange,
  publishedDay,
  shortDay,
  startOfDay,
} from './days';

const NOW = new Date(2026, 0, 1, 0, 30);
const at = (...day: [number, number, number, number?]) => new Date(...day).getTime();

test.each([
  [at(2026, 0, 1), 'Today'],
  [at(2025, 11, 31, 23), 'Yesterday'],
  [at(2025, 11, 30), '30 Dec 2025'],
])('the heading of %i is %s', (ms, heading) => {
  expect(dayHeading(ms, NOW)).toBe(heading);
});

test('a day of this year has no year', () => {
  expect(shortDay(at(2026, 0, 1), NOW)).toBe('1 Jan');
  expect(shortDay(at(2025, 9, 4), NOW)).toBe('4 Oct 2025');
  expect(shortDay(Number.MAX_SAFE_INTEGER, NOW)).toBe('an unknown day');
});

test.each([
  ['2025', '2025'],
  ['2025-03', 'March 2025'],
  ['2025-03-12', '12 Mar 2025'],
  ['2026-01-01T23:59:00Z', '1 Jan'],
  ['yesterday', undefined],
])('published %s', (said, shown) => {
  expect(publishedDay(said, NOW)).toBe(shown);
});

test('a month goes to the first day of the next', () => {
  expect(monthRange('2025-12')).toEqual({ from: '2025-12-01', until: '2026-01-01' });
  expect(monthRange('December')).toBeUndefined();
  expect(monthName('2025-12')).toBe('December 2025');
});

test('days are counted on the calendar', () => {
  expect(daysAgo(1, NOW)).toBe('2025-12-31');
  expect(startOfDay('2026-01-01')).toBe(at(2026, 0, 1));
  expect(startOfDay('2025-12-31', 1)).toBe(at(2026, 0, 1));
  expect(startOfDay('')).toBeUndefined();
});
