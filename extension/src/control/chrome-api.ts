// The way into a page through Chrome: one frame of it, and our one content script.
import { browser } from 'wxt/browser';
import type { TabId } from '../wire';
import type { PageApi } from './messenger';
import { explain, type LookAt } from './refusal';

export const lookAt: LookAt = (tab) => browser.tabs.get(tab).catch(() => undefined);

export const pageApi: PageApi = {
  send: ({ tab, frame }, request) => browser.tabs.sendMessage(tab, request, { frameId: frame }),

  async inject({ tab, frame }) {
    await browser.scripting.executeScript({
      target: { tabId: tab, frameIds: [frame] },
      files: ['/page.js'],
      // Else it would wait for a page that may never finish loading.
      injectImmediately: true,
    });
  },

  lookAt,
};

/** What Chrome says about a tab, its refusals in our codes. */
export async function about<T>(tab: TabId, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw await explain(tab, error, lookAt);
  }
}
