import { expect, test, vi } from 'vitest';
import type { RunState } from '../wire';
import type { TaskChat, TaskChatState } from './task-chat';
import { createTaskTaker } from './task-taker';
import { applyEvents, EMPTY } from './transcript';

const LIMITS = { steps: 40, minutes: 30, tokens: 400_000, cents: 0 };

/** A chat whose last task is in this state. */
function takerOf(state: RunState | undefined, isBusy = false) {
  const times = { createdMs: 1, updatedMs: 1 };
  const spent = { steps: 0, ms: 0, tokens: 0 };
  const run = { id: 'RUN', session: 'CHAT', task: 'buy milk', data: null, limits: LIMITS, spent };
  const started = (last: RunState) =>
    applyEvents(EMPTY, [
      {
        id: 1,
        session: 'CHAT',
        run: 'RUN',
        timeMs: 1,
        event: { type: 'run.started', run: { ...run, ...times, state: last } },
      },
    ]);
  const transcript = state === undefined ? EMPTY : started(state);
  const chat = {
    get: () => ({ transcript, isBusy }) as TaskChatState,
    answer: vi.fn(() => Promise.resolve(true)),
    add: vi.fn(() => Promise.resolve(true)),
  };
  return { chat, taker: createTaskTaker(chat as unknown as TaskChat) };
}

test('where a task asks, what is typed is the answer', () => {
  const { chat, taker } = takerOf('waiting');
  expect(taker.reply('the first')).toEqual({ isTaken: expect.any(Promise) as unknown });
  expect(chat.answer).toHaveBeenCalledExactlyOnceWith('the first');
  expect(chat.add).not.toHaveBeenCalled();
});

test.each<RunState>(['running', 'paused'])('while a task is %s, words are added to it', (state) => {
  const { chat, taker } = takerOf(state, true);
  expect(taker.isUnderWay()).toBe(true);
  expect(taker.reply('go back')).toEqual({ isTaken: expect.any(Promise) as unknown });
  expect(chat.add).toHaveBeenCalledExactlyOnceWith('go back');
  expect(chat.answer).not.toHaveBeenCalled();
});

test.each<RunState | undefined>([undefined, 'finished', 'failed', 'stopped'])(
  'where none is under way (%s) it is a line of its own, or waits for the task that begins',
  (state) => {
    const { chat, taker } = takerOf(state);
    expect(taker.isUnderWay()).toBe(false);
    expect(taker.reply('go back')).toBe('idle');
    expect(takerOf(state, true).taker.reply('go back')).toBe('busy');
    expect(chat.add).not.toHaveBeenCalled();
  },
);
