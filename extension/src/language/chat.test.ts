// Submitting the draft: what is sent, what is stored, what is left in the line.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPromise } from '../rpc/test-pair';
import { UNDERSTAND_DEBOUNCE_MS } from './draft';
import { HISTORY_MAX } from './history';
import type { ShownUtterance, ShownStep } from './sanitize-utterance';
import { createChat, type ChatBackend, type TaskReply, type TaskTaker } from './chat';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const STEP: ShownStep = { index: 0, words: 'go', does: 'go', state: 'waiting', message: '' };
const UNDERSTOOD: ShownUtterance = { steps: [STEP], parts: [], nearest: [] };

async function createPanel(stored?: readonly string[], tasks?: TaskTaker) {
  const storage = { lines: stored };
  const runUtterance = vi.fn<ChatBackend['runUtterance']>(() => Promise.resolve(UNDERSTOOD));
  const complete = vi.fn<ChatBackend['complete']>(() => Promise.resolve([]));
  const chat = createChat(
    {
      understand: (text) =>
        Promise.resolve(text.startsWith('go') ? UNDERSTOOD : { ...UNDERSTOOD, steps: [] }),
      complete,
      runUtterance,
      stopUtterance: () => Promise.resolve(),
      rememberPhrasing: () => Promise.reject(new Error('not asked')),
    },
    {
      load: () => Promise.resolve(storage.lines),
      save(lines) {
        storage.lines = lines;
        return Promise.resolve();
      },
    },
    tasks,
  );
  const rest = () => vi.advanceTimersByTimeAsync(UNDERSTAND_DEBOUNCE_MS);
  await rest();
  return {
    chat,
    runUtterance,
    complete,
    storage,
    rest,
    submits: async (text: string, as?: 'command') => {
      chat.draft.type(text, true);
      const isSubmitted = chat.submit(as);
      await rest();
      return isSubmitted;
    },
  };
}

test('a submitted line is trimmed, sent and stored, and the field is empty', async () => {
  const { chat, submits, runUtterance, storage } = await createPanel();
  expect(await submits('  go back ')).toBe(true);
  expect(runUtterance.mock.calls.map(([, text]) => text)).toEqual(['go back']);
  expect(chat.draft.get().text).toBe('');
  expect(storage.lines).toEqual(['go back']);
});

test('an empty line is not sent', async () => {
  const { submits, runUtterance, storage } = await createPanel();
  expect(await submits('   ')).toBe(true);
  expect(runUtterance).not.toHaveBeenCalled();
  expect(storage.lines).toBeUndefined();
});

test('a line that cannot run yet stays in the field', async () => {
  const { chat, submits, runUtterance, storage } = await createPanel();
  runUtterance.mockReturnValueOnce(new Promise(() => undefined));
  await submits('scroll down');
  expect(await submits('go back')).toBe(false);
  expect(chat.draft.get().text).toBe('go back');
  expect(storage.lines).toEqual(['scroll down']);
});

test('steps of the parse show at once, those of another text do not', async () => {
  const { chat, runUtterance, rest } = await createPanel();
  runUtterance.mockReturnValue(new Promise(() => undefined));
  chat.draft.type('go', true);
  await rest();
  chat.draft.type('go back', true);
  chat.submit();
  expect(chat.runs.get()[0]?.steps).toEqual([]);

  const other = await createPanel();
  other.runUtterance.mockReturnValue(new Promise(() => undefined));
  other.chat.draft.type('go', true);
  await other.rest();
  other.chat.submit();
  expect(other.chat.runs.get()[0]?.steps).toEqual([STEP]);
});

test('the history is there again, the most recent first, without doubles in a row', async () => {
  const { chat, submits } = await createPanel(['two', 'one']);
  expect(chat.history.get()).toEqual(['two', 'one']);
  await submits('two');
  await submits('three');
  await submits('two');
  expect(chat.history.get()).toEqual(['two', 'three', 'two', 'one']);
  chat.draft.recallEarlier();
  expect(chat.draft.get().text).toBe('two');
});

test('the history has an end', async () => {
  const full = Array.from({ length: HISTORY_MAX }, (_, index) => `line ${index}`);
  const { submits, storage } = await createPanel(full);
  await submits('one more');
  expect(storage.lines).toEqual(['one more', ...full.slice(0, -1)]);
});

test('what a panel in another window has added is kept', async () => {
  const { submits, storage } = await createPanel(['one']);
  storage.lines = ['from another window', 'one'];
  await submits('two');
  expect(storage.lines).toEqual(['two', 'from another window', 'one']);
});

test('clearing the chat clears the stored history, too', async () => {
  const { chat, submits, storage } = await createPanel();
  await submits('my secret plan');
  chat.clear();
  expect(chat.runs.get()).toEqual([]);
  expect(chat.history.get()).toEqual([]);
  expect(storage.lines).toEqual([]);
});

function taker(reply: TaskReply, canStart = true) {
  return {
    isUnderWay: () => reply !== 'idle',
    canStart: () => canStart,
    reply: vi.fn(() => reply),
    start: vi.fn(() => Promise.resolve()),
  } satisfies TaskTaker;
}

test('what is no command is a task for a model', async () => {
  const tasks = taker('idle');
  const { submits, runUtterance } = await createPanel([], tasks);
  await submits('buy milk');
  expect(tasks.start).toHaveBeenCalledExactlyOnceWith('buy milk');
  expect(runUtterance).not.toHaveBeenCalled();
});

test('a command is done at once, and no model is asked', async () => {
  const tasks = taker('idle');
  const { submits, runUtterance } = await createPanel([], tasks);
  await submits('go back');
  expect(tasks.start).not.toHaveBeenCalled();
  expect(runUtterance).toHaveBeenCalledOnce();
});

test('without a model the line is tried as a command', async () => {
  const tasks = taker('idle', false);
  const { submits, runUtterance } = await createPanel([], tasks);
  await submits('buy milk');
  expect(tasks.start).not.toHaveBeenCalled();
  expect(runUtterance).toHaveBeenCalledOnce();
});

test('on demand, what is no command is done as one all the same', async () => {
  const tasks = taker('idle');
  const { submits, runUtterance } = await createPanel([], tasks);
  expect(await submits('buy milk', 'command')).toBe(true);
  expect(runUtterance.mock.calls.map(([, text]) => text)).toEqual(['buy milk']);
  expect(tasks.start).not.toHaveBeenCalled();
});

test.each([[undefined], ['command'] as const])(
  'what is typed while a task is under way is for the task, even a command (%s)',
  async (as) => {
    const tasks = taker({ isTaken: Promise.resolve(true) });
    const { chat, submits, runUtterance, storage } = await createPanel([], tasks);
    expect(await submits('go back', as)).toBe(true);
    expect(tasks.reply).toHaveBeenCalledExactlyOnceWith('go back');
    expect(tasks.start).not.toHaveBeenCalled();
    expect(runUtterance).not.toHaveBeenCalled();
    expect(chat.draft.get().text).toBe('');
    expect(storage.lines).toEqual(['go back']);
  },
);

test('a task takes words even while a command runs', async () => {
  const replies: TaskReply[] = ['idle', { isTaken: Promise.resolve(true) }];
  const tasks = { ...taker('idle'), reply: () => replies.shift() ?? 'busy' };
  const { submits, runUtterance } = await createPanel([], tasks);
  runUtterance.mockReturnValueOnce(new Promise(() => undefined));
  await submits('go back');
  expect(await submits('the cheap one')).toBe(true);
  expect(runUtterance).toHaveBeenCalledOnce();
});

test('what a task does not take comes back, unless something else is typed by then', async () => {
  const refused = await createPanel([], taker({ isTaken: Promise.resolve(false) }));
  await refused.submits('the cheap one');
  expect(refused.chat.draft.get().text).toBe('the cheap one');

  const late = createPromise<boolean>();
  const typedOn = await createPanel([], taker({ isTaken: late.promise }));
  await typedOn.submits('the cheap one');
  typedOn.chat.draft.type('no', true);
  late.resolve(false);
  await typedOn.rest();
  expect(typedOn.chat.draft.get().text).toBe('no');
});

test('a task gets no suggestions of commands', async () => {
  const idle = await createPanel([], taker('idle'));
  idle.chat.draft.type('go', true);
  await idle.rest();
  expect(idle.complete).toHaveBeenCalledOnce();

  const underWay = await createPanel([], taker('busy'));
  underWay.chat.draft.type('go', true);
  await underWay.rest();
  expect(underWay.complete).not.toHaveBeenCalled();
});

test('a line that a task cannot take yet has to wait', async () => {
  const { chat, submits } = await createPanel([], taker('busy'));
  expect(await submits('go back')).toBe(false);
  expect(chat.draft.get().text).toBe('go back');
});
