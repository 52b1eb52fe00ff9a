// Attaching and detaching through Chrome.
import { browser } from 'wxt/browser';
import { addressOfTab } from '../tab-address';
import type { DebuggerApi } from './attachments';
import type { AddressOf } from './refusal';
import { isSharedWorker, type SharedWorkers } from './shared-workers';
import { isSharedWorkerTarget } from './targets';

const CDP_VERSION = '1.3';

export function createDebuggerApi({ debuggeeOf, numberOf }: SharedWorkers): DebuggerApi {
  return {
    attach: async (tab) => browser.debugger.attach(debuggeeOf(tab), CDP_VERSION),

    detach: async (tab) => browser.debugger.detach(debuggeeOf(tab)),

    async touch(tab) {
      // The browser process answers this command, so it works while the page hangs.
      await browser.debugger.sendCommand(debuggeeOf(tab), 'Target.getTargetInfo');
    },

    async look(tab) {
      if (isSharedWorker(tab)) return { isUnloaded: false };
      const { url, status } = await browser.tabs.get(tab);
      return { address: url, isUnloaded: status === 'unloaded' };
    },

    load: (tab) => browser.tabs.reload(tab),

    async attachedTabs() {
      const targets = await browser.debugger.getTargets();
      return targets.flatMap((target) => {
        if (!target.attached) return [];
        if (isSharedWorkerTarget(target)) return [numberOf(target.id)];
        return target.tabId === undefined ? [] : [target.tabId];
      });
    },

    addressOf,
  };
}

export const addressOf: AddressOf = async (tab) => addressOfTab(await browser.tabs.get(tab));
