// Reaches pages through Chrome's API: messages to one frame, and injection of the page kit.
import { browser } from 'wxt/browser';
import type { TabId } from '../wire';
import type { PageApi } from './messenger';
import { explain, type LookAt } from './refusal';

export const lookAt: LookAt = async (tab) => {
  const found = await browser.tabs.get(tab).catch(() => undefined);
  return found && { ...found, isPermitted: await isPermitted(found.url) };
};

async function isPermitted(url: string | undefined): Promise<boolean> {
  if (url === undefined || !/^https?:/.test(url)) return false;
  const { protocol, hostname } = new URL(url);
  const origins = [`${protocol}//${hostname}/*`];
  return browser.permissions.contains({ origins }).catch(() => false);
}

export const pageApi: PageApi = {
  send: ({ tab, frame }, request) => browser.tabs.sendMessage(tab, request, { frameId: frame }),

  async inject({ tab, frame }) {
    await browser.scripting.executeScript({
      target: { tabId: tab, frameIds: [frame] },
      files: ['/page.js'],
      // Without this the call waits until the page has loaded, which may be never.
      injectImmediately: true,
    });
  },

  lookAt,
};

/** Returns what Chrome knows of a tab, and maps its errors to our codes. */
export async function about<T>(tab: TabId, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw await explain(tab, error, lookAt);
  }
}
