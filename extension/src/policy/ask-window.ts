// The asking window. There is only ever one: it is found again after Chrome has restarted the worker.
import { browser } from 'wxt/browser';
import { pathOf } from '../pages';

/** The part of the chrome.windows API that is used here; tests replace it. */
export interface Windows {
  isOpen(window: number): Promise<boolean>;
  /** The window that shows the asking page, even if another worker opened it. */
  find(): Promise<number | undefined>;
  open(): Promise<number | undefined>;
  focus(window: number): Promise<void>;
}

/** Rejects where Chrome cannot open a window; badge and popup still show the question. */
export type ShowAskWindow = () => Promise<void>;

export function createAskWindow(windows: Windows): ShowAskWindow {
  // `find` misses a page that is still loading, and the next question may come before it has loaded.
  let opened: number | undefined;

  return async () => {
    const isStillOpen = opened !== undefined && (await windows.isOpen(opened));
    const current = isStillOpen ? opened : await windows.find();
    if (current === undefined) opened = await windows.open();
    else await windows.focus(current);
  };
}

const PAGE = pathOf('ask');
const SIZE = { width: 440, height: 620 };

export const chromeWindows: Windows = {
  // The person may have navigated that window elsewhere.
  async isOpen(window) {
    const tabs = await browser.tabs.query({ windowId: window }).catch(() => []);
    const page = browser.runtime.getURL(PAGE);
    return tabs.some(({ url, pendingUrl }) => (pendingUrl ?? url)?.startsWith(page));
  },
  async find() {
    const documentUrls = [browser.runtime.getURL(PAGE)];
    const [context] = await browser.runtime.getContexts({ contextTypes: ['TAB'], documentUrls });
    return context?.windowId;
  },
  async open() {
    const created = await browser.windows.create({
      url: PAGE,
      type: 'popup',
      focused: true,
      ...SIZE,
    });
    return created?.id;
  },
  async focus(window) {
    await browser.windows.update(window, { focused: true, drawAttention: true });
  },
};
