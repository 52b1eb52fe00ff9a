// The line from the recorder of a frame to the worker, which may be stopped at any moment.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SeenGesture, SendGesture } from '../pagekit/record/recording';
import type { RecorderReply } from './messages';
import { createPageRecorder } from './page-recorder';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const gesture = (id: string): SeenGesture => ({
  id,
  at: 1,
  url: 'https://a.example/',
  what: { kind: 'press', keys: 'Enter' },
});

interface Frame {
  see(id: string): void;
  sent: string[][];
  worker: {
    came: () => Promise<RecorderReply | undefined>;
    send: () => Promise<RecorderReply | undefined>;
    isHeard: () => boolean;
  };
  recorder: ReturnType<typeof createPageRecorder>;
  events: string[];
}

function createFrame(worker: Partial<Frame['worker']> = {}): Frame {
  const sent: string[][] = [];
  const events: string[] = [];
  let send: SendGesture = () => undefined;
  const line: Frame['worker'] = {
    came: () => Promise.resolve({ isWanted: true }),
    send: () => Promise.resolve({ isWanted: true }),
    isHeard: () => true,
    ...worker,
  };
  const recorder = createPageRecorder(
    (told) => {
      send = told;
      return { flush: () => events.push('flush'), stop: () => events.push('stop') };
    },
    {
      came: () => line.came(),
      send(gestures) {
        sent.push(gestures.map(({ id }) => id));
        return line.send();
      },
      isHeard: () => line.isHeard(),
      onEnded: () => events.push('ended'),
    },
  );
  const see = (id: string) => {
    send(gesture(id));
  };
  return { see, sent, worker: line, recorder, events };
}

test('what was seen before it was known whether it is wanted goes along', async () => {
  const frame = createFrame();
  frame.see('a');
  expect(frame.sent).toEqual([]);
  await vi.runAllTimersAsync();
  expect(frame.sent).toEqual([['a']]);
  frame.see('b');
  expect(frame.sent).toEqual([['a'], ['b']]);
});

test('in a tab that is not recorded it is forgotten, and nothing more is watched', async () => {
  const frame = createFrame({ came: () => Promise.resolve({ isWanted: false }) });
  frame.see('a');
  await vi.runAllTimersAsync();
  frame.see('b');
  expect([frame.sent, frame.events]).toEqual([[], ['stop', 'ended']]);
});

test.each<[string, () => Promise<RecorderReply | undefined>]>([
  ['is stopped', () => Promise.reject(new Error('the message port closed'))],
  ['could not keep it', () => Promise.resolve(undefined)],
])('where the worker %s, it hears of the same again', async (_, send) => {
  const frame = createFrame({ send });
  await vi.runAllTimersAsync();
  frame.see('a');
  await vi.advanceTimersByTimeAsync(100);
  frame.worker.send = () => Promise.resolve({ isWanted: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect(frame.sent).toEqual([['a'], ['a']]);
  frame.see('b');
  await vi.runAllTimersAsync();
  expect(frame.sent.at(-1)).toEqual(['b']);
});

test('at the end what was typed is told first', async () => {
  const frame = createFrame();
  await vi.runAllTimersAsync();
  await frame.recorder.end();
  expect(frame.events).toEqual(['flush', 'stop', 'ended']);
});

test('a page that nobody answers does not keep everything', async () => {
  let answer: (reply: RecorderReply) => void = () => undefined;
  const answered = new Promise<RecorderReply>((resolve) => {
    answer = resolve;
  });
  const frame = createFrame({ came: () => answered });
  for (let at = 0; at < 1000; at += 1) frame.see(String(at));
  answer({ isWanted: true });
  await vi.runAllTimersAsync();
  expect(frame.sent.flat()).toHaveLength(200);
});

test('a worker that is just being started is asked again', async () => {
  const frame = createFrame({ came: () => Promise.reject(new Error('the message port closed')) });
  frame.see('a');
  await vi.advanceTimersByTimeAsync(100);
  frame.worker.came = () => Promise.resolve({ isWanted: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect([frame.sent, frame.events]).toEqual([[['a']], []]);
});

test.each([
  ['the extension was reloaded', { isHeard: () => false }],
  ['nobody ever answers', {}],
])('where %s, the recorder ends', async (_, worker) => {
  const frame = createFrame({ came: () => Promise.resolve(undefined), ...worker });
  frame.see('a');
  await vi.runAllTimersAsync();
  expect([frame.sent, frame.events]).toEqual([[], ['stop', 'ended']]);
});
