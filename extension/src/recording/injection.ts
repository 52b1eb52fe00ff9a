// Puts the recorder into pages. Chrome itself starts it in every document while a recording is on, before the
// page's own scripts: a script that the worker injects when it hears of a navigation comes too late for who clicks
// at once, by a third of a second where the worker has to be started first, and never comes to blank frames, of
// which no navigation is told. The price is that it also begins in other tabs, where it asks and is sent away.
import { browser } from 'wxt/browser';
import type { TabId } from '../wire';

const SCRIPT_ID = 'recorder';
const FILES = ['/page.js', '/record.js'] as const;

/** The part of Chrome's API that reaches pages; tests replace it. */
export interface RecorderInjection {
  /** In all documents that come, but for those of closed origins. */
  begin(closed: readonly string[]): Promise<void>;
  end(): Promise<void>;
  /** In the documents that are there. */
  enter(tab: TabId, isOpen: (url: string) => boolean): Promise<void>;
  /** In the page's own world, where its dialogs can be seen. */
  watchDialogs(tab: TabId, document: string): Promise<void>;
  /** Resolves when every frame of the tab has handed over what it has. */
  leave(tab: TabId): Promise<void>;
  /** What a frame's element is called. */
  nameFrame(tab: TabId, frame: number, params: object): Promise<string>;
  /** The address of a tab's page. */
  addressOf(tab: TabId): Promise<string | undefined>;
}

const ANSWER_MS_MAX = 2_000;

export const recorderInjection: RecorderInjection = {
  async begin(closed) {
    const script = {
      id: SCRIPT_ID,
      js: [...FILES],
      matches: ['<all_urls>'],
      excludeMatches: closed.flatMap(patternOf),
      allFrames: true,
      matchOriginAsFallback: true,
      runAt: 'document_start' as const,
      persistAcrossSessions: false,
    };
    const [known] = await browser.scripting.getRegisteredContentScripts({ ids: [SCRIPT_ID] });
    if (known) await browser.scripting.updateContentScripts([script]);
    else await browser.scripting.registerContentScripts([script]);
  },

  async end() {
    const [known] = await browser.scripting.getRegisteredContentScripts({ ids: [SCRIPT_ID] });
    if (known) await browser.scripting.unregisterContentScripts({ ids: [SCRIPT_ID] });
  },

  async enter(tab, isOpen) {
    const frames = (await browser.webNavigation.getAllFrames({ tabId: tab })) ?? [];
    const entered = frames
      .filter(({ url, errorOccurred }) => !errorOccurred && isOpen(url))
      .map(({ frameId }) =>
        browser.scripting.executeScript({
          target: { tabId: tab, frameIds: [frameId] },
          files: [...FILES],
          injectImmediately: true,
        }),
      );
    // A frame may go at any moment, and Chrome's own pages let nobody in.
    await Promise.allSettled(entered);
  },

  async watchDialogs(tab, document) {
    await browser.scripting.executeScript({
      target: { tabId: tab, documentIds: [document] },
      files: ['/dialogs.js'],
      world: 'MAIN',
      injectImmediately: true,
    });
  },

  async leave(tab) {
    const frames = (await browser.webNavigation.getAllFrames({ tabId: tab })) ?? [];
    const left = frames.map(({ frameId }) =>
      within(browser.tabs.sendMessage(tab, { type: 'endRecorder' }, { frameId })),
    );
    await Promise.allSettled(left);
  },

  async nameFrame(tab, frame, params) {
    const found = await browser.webNavigation.getFrame({ tabId: tab, frameId: frame });
    if (!found || found.parentFrameId < 0) return '';
    const question = { name: 'nameChild', params };
    const options = { frameId: found.parentFrameId };
    const asked = browser.tabs.sendMessage<typeof question, unknown>(tab, question, options);
    const reply = (await within(asked)) as { answer?: { text?: unknown } } | undefined;
    const text = reply?.answer?.text;
    return typeof text === 'string' ? text : '';
  },

  async addressOf(tab) {
    const frame = await browser.webNavigation.getFrame({ tabId: tab, frameId: 0 });
    return frame?.url;
  },
};

function within<T>(work: Promise<T>): Promise<T | undefined> {
  const limit = new Promise<undefined>((resolve) => {
    setTimeout(() => {
      resolve(undefined);
    }, ANSWER_MS_MAX);
  });
  return Promise.race([work, limit]);
}

/** Only what has a host can be left out by a pattern; the others are asked about when they come. */
function patternOf(origin: string): string[] {
  return /^https?:\/\/[^/]+$/.test(origin) ? [`${origin}/*`] : [];
}
