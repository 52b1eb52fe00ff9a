// Quick retries: patient, never in step with each other, never slower than promised.
import { expect, test } from 'vitest';
import { RECONNECT_MS_MAX, RECONNECT_MS_MIN } from '../wire';
import { reconnectDelayMs } from './backoff';

const MIDDLE = 0.5;

test('grows by half from the least to the most', () => {
  const delays = [1, 2, 3, 4, 5, 6].map((failures) => reconnectDelayMs(failures, MIDDLE));
  expect(delays).toEqual([RECONNECT_MS_MIN, 1500, 2250, 3375, RECONNECT_MS_MAX, RECONNECT_MS_MAX]);
});

test.each([
  [1, 0, 800],
  [1, 1, 1200],
  [4, 0, 2700],
  [4, 1, 4050],
])('after %i failures jitters by a fifth', (failures, random, delay) => {
  expect(reconnectDelayMs(failures, random)).toBe(delay);
});

test('never waits longer than the most, however many failures', () => {
  expect(reconnectDelayMs(5, 1)).toBe(RECONNECT_MS_MAX);
  expect(reconnectDelayMs(10_000, 1)).toBe(RECONNECT_MS_MAX);
  expect(reconnectDelayMs(10_000, 0)).toBe(RECONNECT_MS_MAX * 0.8);
});
