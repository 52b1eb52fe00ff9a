// For tests in a real page: opens one of our own pages there, with its document and its styles, and Chrome and the
// worker played by what a test says that they answer.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import type { Page } from 'playwright-core';
import { pageBundle } from '../../pagekit/test-env/bundle';
import { createTestEnv, type TestEnv } from '../../pagekit/test-env/test-env';
import type { PageRequests } from '../../messages';
import type { ChatEvent } from '../../wire';

export type OwnPage = 'popup' | 'options' | 'sidepanel' | 'ask';

/** What the worker answers, by request. The rest is never answered. */
export type Replies = { [R in keyof PageRequests]?: PageRequests[R]['reply'] };

export interface OwnPageOpening {
  page: OwnPage;
  replies: Replies;
  /** What has happened in the chat that the panel shows. */
  events?: readonly ChatEvent[];
  hash?: string;
  width: number;
  colorScheme?: 'light' | 'dark';
}

const HEIGHT = 800;
const ICON = new URL('../../../public/icon/48.png', import.meta.url).pathname;
const PAGES: readonly OwnPage[] = ['popup', 'options', 'sidepanel', 'ask'];

const placeOf = (page: OwnPage, file: string) =>
  new URL(`../../entrypoints/${page}/${file}`, import.meta.url);

/** Opens pages for the tests of one file, and closes them. */
export function ownPagesOfThisFile() {
  let env: TestEnv;
  const documents = new Map<OwnPage, { html: string; script: string }>();
  beforeAll(async () => {
    env = await createTestEnv();
    await Promise.all(
      PAGES.map(async (page) => {
        const html = await readFile(placeOf(page, 'index.html'), 'utf8');
        const script = await pageBundle(placeOf(page, 'main.tsx'));
        documents.set(page, { html: html.replace(/<script.*<\/script>/u, ''), script });
      }),
    );
  });
  afterAll(() => env.close());

  return async (
    { page, replies, events = [], hash = '', width, colorScheme = 'light' }: OwnPageOpening,
    use: (page: Page) => Promise<void>,
  ) => {
    const { html = '', script = '' } = documents.get(page) ?? {};
    const opened = await env.open(html, {
      viewport: { width, height: HEIGHT },
      media: { colorScheme, reducedMotion: 'reduce' },
    });
    try {
      await opened.page.route('**/icon/*.png', (route) => route.fulfill({ path: ICON }));
      await opened.page.evaluate(installChrome, { replies, events, hash });
      await opened.page.evaluate(script);
      await use(opened.page);
    } finally {
      await opened.close();
    }
  };
}

interface Given {
  replies: Record<string, unknown>;
  events: readonly { id: number }[];
  hash: string;
}

/** Runs in the page, before our modules: they take hold of this object. */
function installChrome({ replies, events, hash }: Given) {
  history.replaceState(null, '', hash === '' ? location.pathname : hash);
  const never = new Promise(() => undefined);
  const event = { addListener: () => undefined, removeListener: () => undefined };
  const store: Record<string, unknown> = {};
  const area = {
    get: (key: string) => Promise.resolve(key in store ? { [key]: store[key] } : {}),
    set: (values: object) => Promise.resolve(void Object.assign(store, values)),
  };
  const tab = { id: 1, windowId: 1, title: 'A shop', url: 'https://shop.example/cart' };
  const last = events.at(-1)?.id ?? 0;
  const sendMessage = ({ type, after }: { type: string; after?: number }) => {
    if (type === 'readRunEvents') {
      // All at once, and then nothing more happens.
      return after === last && last > 0 ? never : Promise.resolve({ reply: { events, last } });
    }
    return type in replies ? Promise.resolve({ reply: replies[type] }) : never;
  };
  Object.assign(globalThis, {
    chrome: {
      runtime: {
        id: 'us',
        getURL: (path: string) => `http://us${path}`,
        getManifest: () => ({ version: '0.1.0' }),
        sendMessage,
        onMessage: event,
      },
      storage: { local: area, session: area },
      tabs: {
        query: () => Promise.resolve([tab]),
        get: () => Promise.resolve(tab),
        getCurrent: () => never,
        onRemoved: event,
        onUpdated: event,
      },
      windows: { getCurrent: () => Promise.resolve({ id: 1 }) },
    },
  });
}
