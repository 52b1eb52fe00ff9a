// How long a question still waits.
import { expect, test } from 'vitest';
import { timeLeftLabel, secondsLeft, spokenTimeLeft } from './countdown';

test.each([
  [5_000, 0, 5],
  [5_000, 1, 5],
  [5_000, 4_999, 1],
  [5_000, 5_000, 0],
  [5_000, 9_000, 0],
])('until %d, at %d: %d s', (until, now, left) => {
  expect(secondsLeft(until, now)).toBe(left);
});

test.each([
  [0, 'Time is up. The answer is no.'],
  [1, 'Counts as a no in 1 second'],
  [59, 'Counts as a no in 59 seconds'],
  [60, 'Counts as a no in 1 min'],
  [125, 'Counts as a no in 2 min 5 s'],
])('%d s in words', (seconds, words) => {
  expect(timeLeftLabel(seconds)).toBe(words);
});

test('a minute is spoken of three times', () => {
  const spoken = Array.from({ length: 61 }, (_, passed) => spokenTimeLeft(60 - passed));
  expect([...new Set(spoken)]).toEqual([
    '',
    'Less than 30 seconds left to answer.',
    'Less than 10 seconds left to answer.',
    'Time is up. The answer is no.',
  ]);
});
