// How long a question still waits.
import { expect, test } from 'vitest';
import { leftInWords, secondsLeft, spokenLeft } from './countdown';

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
  [0, 'Time is up: the answer is no.'],
  [1, 'No answer within 1 s is a no.'],
  [59, 'No answer within 59 s is a no.'],
  [60, 'No answer within 1 min is a no.'],
  [125, 'No answer within 2 min 5 s is a no.'],
])('%d s in words', (seconds, words) => {
  expect(leftInWords(seconds)).toBe(words);
});

test('a minute is spoken of three times', () => {
  const spoken = Array.from({ length: 61 }, (_, passed) => spokenLeft(60 - passed));
  expect([...new Set(spoken)]).toEqual([
    '',
    'Less than 30 seconds are left to answer.',
    'Less than 10 seconds are left to answer.',
    'Time is up: the answer is no.',
  ]);
});
