import { expect, test } from 'vitest';
import { contextOf, costOf, minutesOf, stepOf } from './describe-limits';

const LIMITS = { steps: 40, minutes: 30, tokens: 1_000_000, cents: 200 };
const SPENT = { steps: 3, ms: 150_000, tokens: 12_300 };

test('a task says how far it is beside each limit', () => {
  const run = { spent: { ...SPENT, cents: 12 }, limits: LIMITS };
  expect(stepOf(run)).toBe('step 3 of 40');
  expect(minutesOf(run)).toBe('2 of 30 min');
  expect(costOf(run)).toBe('cost 0.12 of 2.00');
});

test('before its first answer it is at its first step', () => {
  expect(stepOf({ spent: { ...SPENT, steps: 0 }, limits: LIMITS })).toBe('step 1 of 40');
});

test('a cost is not told where it is not known or has no limit', () => {
  expect(costOf({ spent: SPENT, limits: LIMITS })).toBeUndefined();
  expect(
    costOf({ spent: { ...SPENT, cents: 12 }, limits: { ...LIMITS, cents: 0 } }),
  ).toBeUndefined();
});

test('of the context it is told what is known', () => {
  const usage = { input: 12_000, output: 300, cached: 0 };
  expect(contextOf({ ...usage, contextWindow: 123_000 })).toBe('Context 10 %');
  expect(contextOf(usage)).toBe('Context: 12.3k tokens');
  expect(contextOf({ input: 0, output: 0, cached: 0 })).toBe('Context: unavailable');
  expect(contextOf(undefined)).toBe('Context: unavailable');
});
