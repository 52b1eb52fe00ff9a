// How a question reaches a page, with Chrome played by a few lines.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONTENT_SCRIPT_MS_MAX } from '../wire';
import { createMessenger, type PageDoor } from './messenger';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const TAB = 7;
const NO_RECEIVER = 'Could not establish connection. Receiving end does not exist.';
const never = new AbortController().signal;

type Step = 'answers' | 'hangs' | { fails: string };

/** A Chrome that does these things, one after the other, and notes what it was asked. */
function createChrome(chrome: { send: Step[]; inject?: Step; tabUrl?: string | null }) {
  const log: string[] = [];
  const play = (step: Step | undefined): Promise<unknown> => {
    if (step === 'hangs') return new Promise(() => undefined);
    if (step === 'answers') return Promise.resolve({ text: 'hello' });
    return Promise.reject(new Error(step?.fails ?? 'asked once too often'));
  };
  const door: PageDoor = {
    send() {
      log.push('send');
      return play(chrome.send.shift());
    },
    async inject() {
      log.push('inject');
      await play(chrome.inject);
    },
    exists: () => Promise.resolve(chrome.tabUrl !== null),
    address: () => Promise.resolve(chrome.tabUrl ?? undefined),
  };
  const askPage = createMessenger(door);
  return {
    log,
    ask: (signal = never) => askPage(TAB, { type: 'echo', text: 'hello' }, signal),
  };
}

test('a page with the kit answers at once', async () => {
  const { ask, log } = createChrome({ send: ['answers'] });
  await expect(ask()).resolves.toEqual({ text: 'hello' });
  expect(log).toEqual(['send']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a page without the kit gets it, and is asked once more', async () => {
  const { ask, log } = createChrome({
    send: [{ fails: NO_RECEIVER }, 'answers'],
    inject: 'answers',
  });
  await expect(ask()).resolves.toEqual({ text: 'hello' });
  expect(log).toEqual(['send', 'inject', 'send']);
});

test('a page that still does not listen is not asked a third time', async () => {
  const { ask, log } = createChrome({
    send: [{ fails: NO_RECEIVER }, { fails: NO_RECEIVER }],
    inject: 'answers',
  });
  await expect(ask()).rejects.toMatchObject({ code: 'failed' });
  expect(log).toEqual(['send', 'inject', 'send']);
});

test('a page that went away while answering is not asked again', async () => {
  const { ask, log } = createChrome({
    send: [{ fails: 'The message port closed before a response was received.' }],
  });
  await expect(ask()).rejects.toMatchObject({
    code: 'failed',
    message: 'tab 7 left its page before the page answered',
  });
  expect(log).toEqual(['send']);
});

test('a tab that is not there', async () => {
  const { ask } = createChrome({
    send: [{ fails: NO_RECEIVER }],
    inject: { fails: 'No tab with id: 7.' },
    tabUrl: null,
  });
  await expect(ask()).rejects.toMatchObject({ code: 'noSuchTab', message: 'there is no tab 7' });
});

test.each([
  'Cannot access a chrome:// URL',
  'Cannot access contents of url "chrome://version/".',
  'The extensions gallery cannot be scripted.',
  'Frame with ID 0 is showing error page',
  'This page cannot be scripted due to an ExtensionsSettings policy.',
])('a page Chrome forbids: %s', async (fails) => {
  const { ask } = createChrome({
    send: [{ fails: NO_RECEIVER }],
    inject: { fails },
    tabUrl: 'https://forbidden.example/',
  });
  await expect(ask()).rejects.toMatchObject({
    code: 'forbiddenPage',
    message: `tab 7 shows https://forbidden.example/, where Chrome allows no extension: ${fails}`,
  });
});

test.each([
  ['asking', { send: ['hangs' as const] }],
  ['injecting', { send: [{ fails: NO_RECEIVER }], inject: 'hangs' as const }],
])('%s a page that hangs ends at the limit', async (_what, chrome) => {
  const { ask } = createChrome(chrome);
  const outcome = expect(ask()).rejects.toMatchObject({ code: 'timeout' });
  await vi.advanceTimersByTimeAsync(CONTENT_SCRIPT_MS_MAX);
  await outcome;
});

test('a caller that gives up is not kept waiting, and nothing more is done', async () => {
  const caller = new AbortController();
  const { ask, log } = createChrome({ send: [{ fails: NO_RECEIVER }], inject: 'hangs' });
  const outcome = expect(ask(caller.signal)).rejects.toThrow('given up');
  await vi.advanceTimersByTimeAsync(1);
  caller.abort(new Error('given up'));
  await outcome;
  expect(log).toEqual(['send', 'inject']);
  expect(vi.getTimerCount()).toBe(0);
});
