// How a question reaches a page, with Chrome played by a few lines.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quote, quoteAddress } from '../page-words';
import { EXTENSION_ID } from '../wire';
import { createMessenger, type PageApi } from './messenger';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const PLACE = { tab: 7, frame: 3 };
const QUESTION = { name: 'echo', params: { text: 'hello' } };
const REPLY = { answer: { text: 'hello' }, last: 0 };
const DEADLINE_MS = 2_000;
const NO_RECEIVER = 'Could not establish connection. Receiving end does not exist.';
const never = new AbortController().signal;

type Step = 'answers' | 'hangs' | 'stays silent' | { fails: string };

/** A Chrome that does these things, one after the other, and notes what it was asked. */
function createChrome(chrome: {
  send: Step[];
  inject?: Step;
  tabUrl?: string | null;
  isDiscarded?: boolean;
  isPermitted?: boolean;
}) {
  const log: string[] = [];
  const play = (step: Step | undefined): Promise<unknown> => {
    if (step === 'hangs') return new Promise(() => undefined);
    if (step === 'answers') return Promise.resolve(REPLY);
    if (step === 'stays silent') return Promise.resolve(undefined);
    return Promise.reject(new Error(step?.fails ?? 'asked once too often'));
  };
  const api: PageApi = {
    send(place, question) {
      expect([place, question]).toEqual([PLACE, QUESTION]);
      log.push('send');
      return play(chrome.send.shift());
    },
    async inject(place) {
      expect(place).toEqual(PLACE);
      log.push('inject');
      await play(chrome.inject);
    },
    lookAt: () => {
      const { tabUrl, isDiscarded = false, isPermitted = false } = chrome;
      if (tabUrl === null) return Promise.resolve(undefined);
      return Promise.resolve({ url: tabUrl, discarded: isDiscarded, isPermitted });
    },
  };
  const askKit = createMessenger(api);
  return {
    log,
    ask: (signal = never) => askKit(PLACE, QUESTION, DEADLINE_MS, signal),
  };
}

test('a page with the kit answers at once', async () => {
  const { ask, log } = createChrome({ send: ['answers'] });
  await expect(ask()).resolves.toEqual(REPLY);
  expect(log).toEqual(['send']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a page without the kit gets it, and is asked once more', async () => {
  const { ask, log } = createChrome({
    send: [{ fails: NO_RECEIVER }, 'answers'],
    inject: 'answers',
  });
  await expect(ask()).resolves.toEqual(REPLY);
  expect(log).toEqual(['send', 'inject', 'send']);
});

test('a page that still does not listen is not asked a third time', async () => {
  const { ask, log } = createChrome({
    send: [{ fails: NO_RECEIVER }, { fails: NO_RECEIVER }],
    inject: 'answers',
  });
  await expect(ask()).rejects.toMatchObject({ code: 'pageLeft' });
  expect(log).toEqual(['send', 'inject', 'send']);
});

test.each([
  'The message port closed before a response was received.',
  'The page keeping the extension port is moved into back/forward cache, so the message channel is closed.',
])('a page that went away while answering is not asked again: %s', async (fails) => {
  const { ask, log } = createChrome({ send: [{ fails }] });
  await expect(ask()).rejects.toMatchObject({
    code: 'pageLeft',
    message: 'tab 7 left its page before the page answered',
  });
  expect(log).toEqual(['send']);
});

test.each([
  { isPermitted: true, code: 'pageCrashed', message: 'the page in tab 7 has crashed' },
  { isPermitted: false, code: 'forbiddenPage' },
])('a page that Chrome lets nobody into, permitted: $isPermitted', async (wanted) => {
  const { isPermitted, ...refusal } = wanted;
  const fails =
    'Cannot access contents of the page. Extension manifest must request permission to access the respective host.';
  const { ask } = createChrome({ send: [{ fails: NO_RECEIVER }], inject: { fails }, isPermitted });
  await expect(ask()).rejects.toMatchObject(refusal);
});

test('a tab that is not there', async () => {
  const { ask } = createChrome({
    send: [{ fails: NO_RECEIVER }],
    inject: { fails: 'No tab with id: 7.' },
    tabUrl: null,
  });
  await expect(ask()).rejects.toMatchObject({ code: 'noSuchTab', message: 'there is no tab 7' });
});

test('a frame that is not there', async () => {
  const { ask } = createChrome({
    send: [{ fails: NO_RECEIVER }],
    inject: { fails: 'No frame with id 3 in tab with id 7' },
  });
  await expect(ask()).rejects.toMatchObject({
    code: 'failed',
    message: 'the frame of tab 7 is not there any more',
  });
});

test('a tab that Chrome has put to sleep', async () => {
  const { ask } = createChrome({
    send: [{ fails: NO_RECEIVER }],
    inject: { fails: 'Cannot access contents of the page.' },
    tabUrl: 'https://example.com/',
    isDiscarded: true,
  });
  await expect(ask()).rejects.toMatchObject({
    code: 'failed',
    message:
      'tab 7 is asleep: Chrome has put its page away to save memory; switch to it or reload it',
  });
});

test('a page of our own, which hears the question and says nothing', async () => {
  const { ask } = createChrome({
    send: ['stays silent'],
    tabUrl: `chrome-extension://${EXTENSION_ID}/options.html`,
  });
  await expect(ask()).rejects.toMatchObject({ code: 'forbiddenPage' });
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
    message: `tab 7 shows ${quoteAddress('https://forbidden.example/')}, where Chrome allows no extension: ${quote(fails)}`,
  });
});

test.each([
  ['asking', { send: ['hangs' as const] }],
  ['injecting', { send: [{ fails: NO_RECEIVER }], inject: 'hangs' as const }],
])('%s a page that hangs ends at the limit', async (_what, chrome) => {
  const { ask } = createChrome(chrome);
  const outcome = expect(ask()).rejects.toMatchObject({ code: 'timeout' });
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
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
