// What the keeper and the address bar need of Chrome: which tab is in front, what its page says, what is remembered,
// and where a page opens.
import { browser } from 'wxt/browser';
import { readStorage, writeStorage } from '../connection/storage';
import { pageApi } from '../control/chrome-api';
import { queryActiveTab } from '../control/focus';
import { createMessenger } from '../control/messenger';
import type { KitReply } from '../pagekit/contract';
import { CUT_NOTE } from '../pagekit/read/cut-note';
import type { Daemon } from '../policy/requests';
import type { TabId } from '../wire';
import { pathOf } from '../pages';
import type { Keeper, KeeperApi } from './keeper';
import type { Omnibox, OmniboxApi } from './omnibox';
import type { RememberSign } from './remember';

const HTML_CHARS_MAX = 3_000_000;
/** A busy page is waited for until it is idle. */
const READ_MS_MAX = 25_000;
const KEEP_MS_MAX = 30_000;
const SETTINGS_MS_MAX = 5_000;
const OMNIBOX_MS_MAX = 5_000;
/** How long the toolbar button shows that a page is remembered. */
const REMEMBER_SIGN_MS = 4_000;

/** What other modules know. */
export interface KeeperDeps {
  daemon: Daemon;
  isConnected: () => boolean;
  /** Whether the tab shows our overlay. */
  hasOverlay: (tab: TabId) => boolean;
}

export function createKeeperApi({ daemon, isConnected, hasOverlay }: KeeperDeps): KeeperApi {
  const askKit = createMessenger(pageApi);
  return {
    now: () => Date.now(),
    wait(ms, done) {
      const timer = setTimeout(done, ms);
      return () => {
        clearTimeout(timer);
      };
    },
    async front() {
      const id = await queryActiveTab();
      const tab = id === undefined ? undefined : await browser.tabs.get(id);
      if (tab?.id === undefined) return undefined;
      const { url = '', title = '', incognito, status } = tab;
      return { id: tab.id, url, title, incognito, isComplete: status === 'complete' };
    },
    async isDriven(tab) {
      if (hasOverlay(tab)) return true;
      const targets = await browser.debugger.getTargets();
      return targets.some(({ tabId, attached }) => tabId === tab && attached);
    },
    isConnected,
    // Asked anew each time: the command line and other browsers change them, too.
    async settings() {
      try {
        return await daemon().invoke('getKnowledgeSettings', {}, { deadlineMs: SETTINGS_MS_MAX });
      } catch {
        // An older daemon keeps nothing.
        return undefined;
      }
    },
    loadVisits: async () => (await readStorage('visits')) ?? {},
    saveVisits: (visits) => writeStorage('visits', visits),
    async read(tab) {
      const params = { compression: 'reading', charsMax: HTML_CHARS_MAX };
      const question = { name: 'readHtml', params };
      const signal = AbortSignal.timeout(READ_MS_MAX);
      const reply = await askKit({ tab, frame: 0 }, question, READ_MS_MAX, signal);
      const said = reply as KitReply<'readHtml'>;
      if ('refusal' in said) throw new Error(said.refusal.code);
      const html = said.answer.text;
      return { html, isTruncated: html.endsWith(CUT_NOTE) };
    },
    async keep(page) {
      await daemon().invoke('keepPage', page, { deadlineMs: KEEP_MS_MAX });
    },
  };
}

/** Registered when the worker starts: Chrome wakes it only for events that it listened to then. */
export function listenForKeeper({ look, navigated, closed }: Keeper): void {
  const { tabs, webNavigation, windows } = browser;
  tabs.onActivated.addListener(look);
  windows.onFocusChanged.addListener(look);
  tabs.onRemoved.addListener((tab) => {
    closed(tab);
  });
  const moved = ({ tabId, frameId, url }: { tabId: TabId; frameId: number; url: string }) => {
    if (frameId === 0) navigated(tabId, url);
  };
  webNavigation.onCompleted.addListener(moved);
  webNavigation.onHistoryStateUpdated.addListener(moved);
}

export function createOmniboxApi(daemon: Daemon): OmniboxApi {
  const quick = { deadlineMs: OMNIBOX_MS_MAX };
  const open: OmniboxApi['open'] = async (url, disposition) => {
    if (disposition === 'currentTab') await browser.tabs.update({ url });
    else await browser.tabs.create({ url, active: disposition === 'newForegroundTab' });
  };
  return {
    open,
    openMemory: (disposition) => open(browser.runtime.getURL(pathOf('library')), disposition),
    async suggestPages(text, limit) {
      return (await daemon().invoke('suggestPages', { text, limit }, quick)).pages;
    },
    async searchPages(query, limit) {
      const params = { query, limit, mode: 'hybrid', order: 'best', noFacets: true } as const;
      return (await daemon().invoke('searchPages', params, quick)).hits;
    },
    ask: (question) => daemon().invoke('askKnowledge', { question, withoutModel: true }, quick),
    describeEnter(description) {
      void browser.omnibox.setDefaultSuggestion({ description });
    },
  };
}

/** Registered when the worker starts, for the same reason. */
export function listenForOmnibox({ changed, entered }: Omnibox): void {
  browser.omnibox.onInputChanged.addListener((text, suggest) => void changed(text, suggest));
  browser.omnibox.onInputEntered.addListener((text, disposition) => {
    entered(text, disposition).catch(console.warn);
  });
}

export function createRememberSign(): RememberSign {
  return {
    async show(tabId, text, title) {
      await browser.action.setTitle({ tabId, title });
      await browser.action.setBadgeText({ tabId, text });
      // It covers the badge of questions that wait, so it is only there for a moment: without a text the tab shows that one again.
      // The tab may be closed by then.
      setTimeout(() => {
        browser.action.setBadgeText({ tabId }).catch(() => undefined);
      }, REMEMBER_SIGN_MS);
    },
  };
}

/** Registered when the worker starts, for the same reason. */
export function listenForRemember(
  remember: (command: string, tab: { id?: TabId | undefined } | undefined) => Promise<void>,
): void {
  browser.commands.onCommand.addListener((command, tab) => {
    remember(command, tab).catch(console.warn);
  });
}
