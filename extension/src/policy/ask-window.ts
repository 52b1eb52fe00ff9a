// The one small window that asks. It is found again after the worker was stopped, and never doubled.
import { browser } from 'wxt/browser';
import { pathOf } from '../pages';

/** As much of Chrome as is needed here. */
export interface Windows {
  isOpen(window: number): Promise<boolean>;
  /** The window that shows our question page, whoever opened it. */
  find(): Promise<number | undefined>;
  open(): Promise<number | undefined>;
  focus(window: number): Promise<void>;
}

/** Rejects where Chrome opens no window: then badge and popup must do. */
export type BringUp = () => Promise<void>;

export function createAskWindow(windows: Windows): BringUp {
  // Chrome does not find its page before that has arrived, and another question may come first.
  let opened: number | undefined;

  return async () => {
    const isStillOpen = opened !== undefined && (await windows.isOpen(opened));
    const current = isStillOpen ? opened : await windows.find();
    if (current === undefined) opened = await windows.open();
    else await windows.focus(current);
  };
}

const PAGE = pathOf('ask');
const SIZE = { width: 420, height: 560 };

export const chromeWindows: Windows = {
  // A window of that id may show something else by now.
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
