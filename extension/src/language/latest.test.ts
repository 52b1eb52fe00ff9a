// When is asked, and which answer counts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLatest } from './latest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Questions that wait until they are answered by hand. */
function createAsked() {
  const asked = new Map<string, { answer: (text: string) => void; fail: () => void }>();
  const told: string[] = [];
  const latest = createLatest<string, string>({
    pauseMs: 100,
    ask: (question) =>
      new Promise((resolve, reject) => {
        const fail = () => {
          reject(new Error('no answer'));
        };
        asked.set(question, { answer: resolve, fail });
      }),
    tell: (answer, question) => told.push(`${question}: ${answer}`),
  });
  const answer = async (question: string) => {
    asked.get(question)?.answer('yes');
    await vi.advanceTimersByTimeAsync(0);
  };
  return { latest, asked, told, answer };
}

test('nothing is asked before the pause, and then the last question only', async () => {
  const { latest, asked, told, answer } = createAsked();
  latest.ask('o');
  vi.advanceTimersByTime(99);
  latest.ask('op');
  vi.advanceTimersByTime(99);
  expect(asked.size).toBe(0);
  vi.advanceTimersByTime(1);
  expect([...asked.keys()]).toEqual(['op']);
  await answer('op');
  expect(told).toEqual(['op: yes']);
});

test('an answer that comes after the next question is dropped', async () => {
  const { latest, told, answer } = createAsked();
  latest.ask('op');
  vi.advanceTimersByTime(100);
  latest.ask('ope');
  await answer('op');
  vi.advanceTimersByTime(100);
  await answer('ope');
  await answer('op');
  expect(told).toEqual(['ope: yes']);
});

test('what is dropped is not asked, and not told', async () => {
  const { latest, asked, told, answer } = createAsked();
  latest.ask('op');
  vi.advanceTimersByTime(100);
  latest.drop();
  await answer('op');
  latest.ask('ope');
  latest.drop();
  vi.advanceTimersByTime(1_000);
  expect([...asked.keys()]).toEqual(['op']);
  expect(told).toEqual([]);
});

test('a question that fails tells nothing, and the next one is asked', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { latest, asked, told, answer } = createAsked();
  latest.ask('op');
  vi.advanceTimersByTime(100);
  asked.get('op')?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(warn).toHaveBeenCalledOnce();
  latest.ask('ope');
  vi.advanceTimersByTime(100);
  await answer('ope');
  expect(told).toEqual(['ope: yes']);
  warn.mockRestore();
});
