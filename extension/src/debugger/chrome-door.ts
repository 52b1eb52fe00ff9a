// Attaching and detaching through Chrome.
import { browser } from 'wxt/browser';
import type { DebuggerDoor } from './attachments';

const CDP_VERSION = '1.3';

export const chromeDoor: DebuggerDoor = {
  attach: (tab) => browser.debugger.attach({ tabId: tab }, CDP_VERSION),

  detach: (tab) => browser.debugger.detach({ tabId: tab }),

  async touch(tab) {
    // Answered by the browser itself, so a page that hangs does not matter.
    await browser.debugger.sendCommand({ tabId: tab }, 'Target.getTargetInfo');
  },

  async wake(tab) {
    const { status } = await browser.tabs.get(tab);
    if (status === 'unloaded') await browser.tabs.reload(tab);
  },

  async attachedTabs() {
    const targets = await browser.debugger.getTargets();
    return targets.flatMap(({ attached, tabId }) =>
      attached && tabId !== undefined ? [tabId] : [],
    );
  },

  async addressOf(tab) {
    const { url } = await browser.tabs.get(tab);
    return url;
  },
};
