// Who is listened to: our own pages, each for what is its business, and nobody else.
import { beforeEach, expect, test, vi } from 'vitest';
import type { PageHandlers, RequestType } from './messages';

interface Sender {
  id?: string;
  url?: string;
  frameId?: number;
  tab?: { id: number };
}
type Listener = (message: unknown, sender: Sender, reply: (answer: unknown) => void) => unknown;

const listeners = vi.hoisted(() => {
  const heard = new Set<Listener>();
  const runtime = {
    id: 'us',
    getURL: (path: string) => `chrome-extension://us${path}`,
    onMessage: {
      addListener: (listener: Listener) => heard.add(listener),
      removeListener: (listener: Listener) => heard.delete(listener),
    },
  };
  Object.assign(globalThis, { chrome: { runtime } });
  return heard;
});

const { answerPages, onBroadcast } = await import('./messages');

beforeEach(() => {
  listeners.clear();
});

/** The answer that a sender gets, or silence. */
async function answerTo(message: unknown, sender: Sender): Promise<unknown> {
  const handlers = new Proxy({} as PageHandlers, {
    get: (_, type) => () => Promise.resolve(type),
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
  });
  answerPages(handlers);
  return new Promise((resolve) => {
    for (const listener of listeners) {
      if (listener(message, sender, resolve) !== true) resolve('silence');
    }
  });
}

const page = (path: string): Sender => ({ id: 'us', url: `chrome-extension://us${path}` });

test.each<[RequestType, string]>([
  ['answerQuestion', '/ask.html'],
  ['answerQuestion', '/popup.html'],
  ['addRule', '/popup.html'],
  ['addRule', '/options.html#rules'],
  ['removeRule', '/options.html'],
  ['listQuestions', '/ask.html'],
  ['readLog', '/options.html'],
  ['runUtterance', '/sidepanel.html'],
  ['stopUtterance', '/sidepanel.html'],
  ['rememberPhrasing', '/sidepanel.html'],
  ['addToRun', '/sidepanel.html'],
  ['readPicture', '/sidepanel.html'],
  ['searchPages', '/library.html#search'],
  ['startImport', '/library.html'],
  ['forgetPages', '/library.html'],
])('%s from %s is heard', async (type, path) => {
  expect(await answerTo({ type }, page(path))).toEqual({ reply: type });
});

test.each<[string, RequestType, Sender]>([
  ['a web page', 'answerQuestion', { url: 'https://evil.example/' }],
  [
    'a content script of ours',
    'answerQuestion',
    { id: 'us', url: 'https://evil.example/', frameId: 0, tab: { id: 1 } },
  ],
  [
    'a content script in a page that looks like ours',
    'answerQuestion',
    { id: 'us', url: 'https://us/ask.html' },
  ],
  ['a page of ours in a frame', 'answerQuestion', { ...page('/ask.html'), frameId: 3 }],
  [
    'another extension',
    'answerQuestion',
    { id: 'other', url: 'chrome-extension://other/ask.html' },
  ],
  [
    'another extension with our address',
    'answerQuestion',
    { id: 'other', url: 'chrome-extension://us/ask.html' },
  ],
  ['a page of ours that shows no questions', 'answerQuestion', page('/options.html')],
  ['the page of the clipboard', 'answerQuestion', page('/clipboard.html')],
  ['the small window', 'addRule', page('/ask.html')],
  ['the side panel', 'answerQuestion', page('/sidepanel.html')],
  ['the popup', 'runUtterance', page('/popup.html')],
  ['the popup', 'addToRun', page('/popup.html')],
  ['the options', 'rememberPhrasing', page('/options.html')],
  ['a content script of ours', 'readPicture', { id: 'us', url: 'https://evil.example/' }],
  ['a content script of ours', 'runUtterance', { id: 'us', url: 'https://evil.example/' }],
  ['the side panel in a frame', 'runUtterance', { ...page('/sidepanel.html'), frameId: 3 }],
  ['the options', 'searchPages', page('/options.html')],
  ['the side panel', 'startImport', page('/sidepanel.html')],
  ['the library', 'addRule', page('/library.html')],
  ['the library', 'addModel', page('/library.html')],
  ['the library in a frame', 'getPage', { ...page('/library.html'), frameId: 3 }],
  ['a content script of ours', 'searchPages', { id: 'us', url: 'https://evil.example/' }],
  ['a content script of ours', 'getPage', { id: 'us', url: 'https://evil.example/library.html' }],
  ['a path within a path', 'addRule', page('/other/options.html')],
  ['a content script of ours', 'listQuestions', { id: 'us', url: 'https://evil.example/' }],
  ['a content script of ours', 'readLog', { id: 'us', url: 'https://evil.example/' }],
  ['a sender without an address', 'removeRule', { id: 'us' }],
])('from %s, %s is not heard', async (_who, type, sender) => {
  expect(await answerTo({ type }, sender)).toBe('silence');
});

test('only the worker tells pages what waits', () => {
  const told: unknown[] = [];
  const stop = onBroadcast('questionsChanged', (message) => told.push(message));
  const message = { type: 'questionsChanged', questions: [] };
  const tell = (what: unknown, sender: Sender) => {
    for (const listener of listeners) listener(what, sender, () => undefined);
  };

  tell(message, { id: 'us', url: 'https://evil.example/', tab: { id: 1 } });
  tell(message, { id: 'other', url: 'chrome-extension://other/background.js' });
  tell({ type: 'connectionChanged' }, page('/background.js'));
  tell(null, page('/background.js'));
  expect(told).toEqual([]);

  tell(message, page('/background.js'));
  expect(told).toEqual([message]);

  stop();
  expect(listeners.size).toBe(0);
});
