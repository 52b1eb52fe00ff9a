// Shared workers have no tab id, so each gets a negative number instead. The numbers are lost when
// Chrome stops our service worker; the daemon then lists the targets again.
import { HandlerError } from '../rpc/errors';
import type { TabId } from '../wire';

/** What identifies a target to Chrome's debugger. */
export type Debuggee = { tabId: TabId } | { targetId: string };

export interface SharedWorkers {
  /** The number of a shared worker; a new one gets a new number. */
  numberOf: (targetId: string) => TabId;
  find: (targetId: string | undefined) => TabId | undefined;
  /** Of a tab or a shared worker. Throws for an unknown worker. */
  debuggeeOf: (tab: TabId) => Debuggee;
  forget: (tab: TabId) => void;
}

export function createSharedWorkers(): SharedWorkers {
  const numbers = new Map<string, TabId>();
  const targetIds = new Map<TabId, string>();
  let last = 0;

  return {
    numberOf(targetId) {
      const known = numbers.get(targetId);
      if (known !== undefined) return known;
      last -= 1;
      numbers.set(targetId, last);
      targetIds.set(last, targetId);
      return last;
    },
    find(targetId) {
      return targetId === undefined ? undefined : numbers.get(targetId);
    },
    debuggeeOf(tab) {
      if (!isSharedWorker(tab)) return { tabId: tab };
      const targetId = targetIds.get(tab);
      if (targetId === undefined) throw noSuch(tab);
      return { targetId };
    },
    forget(tab) {
      const targetId = targetIds.get(tab);
      targetIds.delete(tab);
      if (targetId !== undefined) numbers.delete(targetId);
    },
  };
}

export function isSharedWorker(tab: TabId): boolean {
  return tab < 0;
}

export function noSuch(tab: TabId): HandlerError {
  return new HandlerError('noSuchTab', `there is no ${nameOf(tab)}`);
}

export function nameOf(tab: TabId): string {
  return isSharedWorker(tab) ? `shared worker ${tab}` : `tab ${tab}`;
}
