import { describe, expect, test, vi } from 'vitest';
import type { ChatEvent, ChatEventList, ChatRun, ChatSession } from '../wire';
import { canTranslate, createTaskChat, type TaskBackend } from './task-chat';
import { openRun } from './transcript';

const RUN: ChatRun = {
  id: 'RUN',
  session: 'CHAT',
  task: 'buy milk',
  state: 'running',
  createdMs: 1,
  updatedMs: 1,
  limits: { steps: 40, minutes: 30, tokens: 400_000, cents: 0 },
  spent: { steps: 0, ms: 0, tokens: 0 },
  data: null,
};
const SESSION: ChatSession = {
  id: 'CHAT',
  title: '',
  createdMs: 1,
  updatedMs: 1,
  providerState: null,
};
const MODEL = {
  name: 'big',
  isDefault: true,
  provider: 'openai',
  model: 'big-1',
  baseUrl: 'https://models.example',
  key: 'none',
  vision: false,
} as const;
const CODEX = { name: 'codex', title: 'Codex', isInstalled: true };
const LIST = { models: [MODEL], providers: [], agents: [CODEX] };

/** A daemon with one chat, which tells what it is given. */
function daemon(more: Partial<TaskBackend> = {}) {
  let waiting: ((list: ChatEventList) => void) | undefined;
  let last = 0;
  const tell = async (event: ChatEvent['event']) => {
    await vi.waitUntil(() => waiting !== undefined);
    const hear = waiting;
    waiting = undefined;
    last += 1;
    hear?.({ events: [{ id: last, session: 'CHAT', run: 'RUN', timeMs: last, event }], last });
  };
  const backend = {
    listModels: vi.fn(() => Promise.resolve(LIST)),
    listSessions: vi.fn(() => Promise.resolve([] as ChatSession[])),
    createSession: vi.fn(() => Promise.resolve(SESSION)),
    renameSession: vi.fn((_: string, title: string) => Promise.resolve({ ...SESSION, title })),
    deleteSession: vi.fn(() => Promise.resolve(null)),
    exportSession: vi.fn((_: string, format: string) =>
      Promise.resolve({ fileName: `chat.${format}`, text: 'said' }),
    ),
    startRun: vi.fn(() => Promise.resolve(null)),
    stopRun: vi.fn(() => Promise.resolve(null)),
    pauseRun: vi.fn(() => Promise.resolve(null)),
    resumeRun: vi.fn(() => Promise.resolve(null)),
    answerRun: vi.fn(() => Promise.resolve(null)),
    addToRun: vi.fn(() => Promise.resolve(null)),
    readPicture: vi.fn(() => Promise.reject(new Error('no picture'))),
    readRunEvents: vi.fn(
      () =>
        new Promise<ChatEventList>((resolve) => {
          waiting = resolve;
        }),
    ),
    tabInFront: () => Promise.resolve(7),
    ...more,
  } satisfies TaskBackend;
  return { backend, tell, chat: createTaskChat(backend) };
}

describe('a chat of tasks', () => {
  test('begins with the first task, in the tab in front', async () => {
    const { backend, chat, tell } = daemon();
    await chat.load();
    expect(chat.canStart()).toBe(true);
    chat.chooseModel('big');
    await chat.start('buy milk');
    expect(backend.startRun).toHaveBeenCalledExactlyOnceWith({
      session: 'CHAT',
      task: 'buy milk',
      model: 'big',
      tab: 7,
    });
    await tell({ type: 'run.started', run: RUN });
    await vi.waitFor(() => {
      expect(openRun(chat.get().transcript)?.task).toBe('buy milk');
    });
    chat.close();
  });

  test('without a model takes no task', async () => {
    const { chat } = daemon({ listModels: () => Promise.resolve({ ...LIST, models: [] }) });
    await chat.load();
    expect(chat.canStart()).toBe(false);
  });

  test('asks a command-line agent only when the person chooses it', async () => {
    const { backend, chat } = daemon({
      listModels: () => Promise.resolve({ ...LIST, models: [] }),
    });
    await chat.load();
    chat.chooseModel('codex');
    expect(chat.canStart()).toBe(true);
    // It does tasks, but does not say what a command means.
    expect(canTranslate(chat.get())).toBe(false);
    await chat.start('buy milk');
    expect(backend.startRun).toHaveBeenCalledWith(expect.objectContaining({ model: 'codex' }));
    chat.close();
  });

  test('is written to a file', async () => {
    const { backend, chat } = daemon();
    expect(await chat.exportAs('json')).toBeUndefined();
    chat.open(SESSION);
    expect(await chat.exportAs('json')).toEqual({ fileName: 'chat.json', text: 'said' });
    expect(backend.exportSession).toHaveBeenCalledWith(SESSION.id, 'json');
    chat.close();
  });

  test('opens again where a task is under way', async () => {
    const underWay = { ...SESSION, run: RUN };
    const { chat, tell } = daemon({ listSessions: () => Promise.resolve([SESSION, underWay]) });
    await chat.load();
    expect(chat.get().session).toBe(underWay);
    await tell({ type: 'run.started', run: RUN });
    await tell({ type: 'run.ask', ask: { id: 'q', question: 'Which?', choices: [] } });
    await vi.waitFor(() => {
      expect(openRun(chat.get().transcript)?.state).toBe('waiting');
    });
    chat.close();
  });

  test('answers the question that is asked', async () => {
    const { backend, chat, tell } = daemon();
    chat.open(SESSION);
    expect(await chat.answer('too early')).toBe(false);
    expect(backend.answerRun).not.toHaveBeenCalled();
    await tell({ type: 'run.started', run: RUN });
    await tell({ type: 'run.ask', ask: { id: 'q', question: 'Which?', choices: [] } });
    await vi.waitFor(() => {
      expect(openRun(chat.get().transcript)?.ask?.id).toBe('q');
    });
    expect(await chat.answer('the first')).toBe(true);
    expect(backend.answerRun).toHaveBeenCalledExactlyOnceWith({
      session: 'CHAT',
      ask: 'q',
      answer: 'the first',
    });
    chat.close();
  });

  test('adds words to the task, and says why it could not', async () => {
    const addToRun = vi.fn(() => Promise.resolve(null));
    const { chat } = daemon({ addToRun });
    expect(await chat.add('before there is a chat')).toBe(false);
    chat.open(SESSION);
    expect(await chat.add('only direct ones')).toBe(true);
    expect(addToRun).toHaveBeenCalledExactlyOnceWith({
      session: 'CHAT',
      text: 'only direct ones',
    });
    addToRun.mockRejectedValueOnce(new Error('Codex takes no more words.'));
    expect(await chat.add('and cheap')).toBe(false);
    expect(chat.get()).toMatchObject({ fault: 'Codex takes no more words.', isBusy: false });
    chat.close();
  });

  test('shows a picture of a step, if it is one', async () => {
    const picture = { base64: 'AAAA', mime: 'image/png' };
    const readPicture = vi.fn(() => Promise.resolve(picture));
    const { chat } = daemon({ readPicture });
    await expect(chat.readPicture(3)).rejects.toThrow('closed');
    chat.open(SESSION);
    expect(await chat.readPicture(3)).toBe('data:image/png;base64,AAAA');
    expect(readPicture).toHaveBeenCalledExactlyOnceWith('CHAT', 3);
    readPicture.mockResolvedValueOnce({ base64: 'AAAA', mime: 'text/html' });
    await expect(chat.readPicture(4)).rejects.toThrow('can’t be shown');
    chat.close();
  });

  test('says why something could not be done', async () => {
    const { chat } = daemon({ stopRun: () => Promise.reject(new Error('Nothing runs.')) });
    chat.open(SESSION);
    await chat.stop();
    expect(chat.get()).toMatchObject({ fault: 'Nothing runs.', isBusy: false });
    chat.close();
  });

  test('is empty again in a new chat, whatever the old one tells', async () => {
    const { chat, tell } = daemon();
    chat.open(SESSION);
    const late = tell({ type: 'run.started', run: RUN });
    chat.begin();
    await late;
    expect(chat.get().session).toBeUndefined();
    expect(chat.get().transcript.runs).toEqual([]);
  });

  test('is left when it is deleted', async () => {
    const { backend, chat } = daemon();
    chat.open(SESSION);
    await chat.remove('OTHER');
    expect(chat.get().session).toBe(SESSION);
    await chat.remove('CHAT');
    expect(chat.get().session).toBeUndefined();
    expect(backend.deleteSession).toHaveBeenCalledTimes(2);
  });
});
