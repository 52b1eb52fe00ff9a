// When a debounced query runs, and whose result counts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDebouncedQuery } from './debounced-query';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Queries that wait until the test answers them. */
function createQueries() {
  const asked = new Map<string, { answer: (text: string) => void; fail: () => void }>();
  const results: string[] = [];
  const debounced = createDebouncedQuery<string, string>({
    delayMs: 100,
    fetch: (query) =>
      new Promise((resolve, reject) => {
        const fail = () => {
          reject(new Error('no answer'));
        };
        asked.set(query, { answer: resolve, fail });
      }),
    onResult: (result, query) => results.push(`${query}: ${result}`),
  });
  const answer = async (text: string) => {
    asked.get(text)?.answer('yes');
    await vi.advanceTimersByTimeAsync(0);
  };
  return { query: debounced, asked, results, answer };
}

test('nothing runs before the delay, and then only the newest query', async () => {
  const { query, asked, results, answer } = createQueries();
  query.run('o');
  vi.advanceTimersByTime(99);
  query.run('op');
  vi.advanceTimersByTime(99);
  expect(asked.size).toBe(0);
  vi.advanceTimersByTime(1);
  expect([...asked.keys()]).toEqual(['op']);
  await answer('op');
  expect(results).toEqual(['op: yes']);
});

test('a result that arrives after the next query began is dropped', async () => {
  const { query, results, answer } = createQueries();
  query.run('op');
  vi.advanceTimersByTime(100);
  query.run('ope');
  await answer('op');
  vi.advanceTimersByTime(100);
  await answer('ope');
  await answer('op');
  expect(results).toEqual(['ope: yes']);
});

test('a cancelled query does not run and gives no result', async () => {
  const { query, asked, results, answer } = createQueries();
  query.run('op');
  vi.advanceTimersByTime(100);
  query.cancel();
  await answer('op');
  query.run('ope');
  query.cancel();
  vi.advanceTimersByTime(1_000);
  expect([...asked.keys()]).toEqual(['op']);
  expect(results).toEqual([]);
});

test('a query that fails gives no result, and the next one runs', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { query, asked, results, answer } = createQueries();
  query.run('op');
  vi.advanceTimersByTime(100);
  asked.get('op')?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(warn).toHaveBeenCalledOnce();
  query.run('ope');
  vi.advanceTimersByTime(100);
  await answer('ope');
  expect(results).toEqual(['ope: yes']);
  warn.mockRestore();
});
