// The way into a page through Chrome: always its main frame, always our one content script.
import { browser } from 'wxt/browser';
import type { PageDoor } from './messenger';

export const chromeDoor: PageDoor = {
  send: (tab, request) => browser.tabs.sendMessage(tab, request, { frameId: 0 }),

  async inject(tab) {
    await browser.scripting.executeScript({
      target: { tabId: tab, frameIds: [0] },
      files: ['/page.js'],
      // Else it would wait for a page that may never finish loading.
      injectImmediately: true,
    });
  },

  async exists(tab) {
    return browser.tabs.get(tab).then(
      () => true,
      () => false,
    );
  },

  async address(tab) {
    const { url } = await browser.tabs.get(tab);
    return url;
  },
};
