// The numbers that shared workers are called by.
import { expect, test } from 'vitest';
import { createSharedWorkers } from './shared-workers';

test('a worker keeps its number until it is gone, and no other gets it', () => {
  const workers = createSharedWorkers();
  expect(workers.numberOf('A')).toBe(-1);
  expect(workers.numberOf('B')).toBe(-2);
  expect(workers.numberOf('A')).toBe(-1);
  expect(workers.find('A')).toBe(-1);
  workers.forget(-1);
  expect(workers.find('A')).toBeUndefined();
  expect(workers.numberOf('A')).toBe(-3);
});

test('Chrome debugs a tab by its id and a worker by its target', () => {
  const workers = createSharedWorkers();
  const worker = workers.numberOf('A');
  expect(workers.debuggeeOf(7)).toEqual({ tabId: 7 });
  expect(workers.debuggeeOf(worker)).toEqual({ targetId: 'A' });
  workers.forget(worker);
  expect(() => workers.debuggeeOf(worker)).toThrow(
    expect.objectContaining({ code: 'noSuchTab', message: 'there is no shared worker -1' }),
  );
});

test('what is not known has no number', () => {
  const workers = createSharedWorkers();
  expect(workers.find('A')).toBeUndefined();
  expect(workers.find(undefined)).toBeUndefined();
});
