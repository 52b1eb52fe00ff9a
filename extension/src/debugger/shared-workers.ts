// Shared workers have no tab, so each gets a number below zero to be called by in its place. Lost
// with our own worker, which is no harm: the daemon lists its targets again when we are back.
import { HandlerError } from '../rpc/errors';
import type { TabId } from '../wire';

/** What Chrome's debugger is told to work on. */
export type Debuggee = { tabId: TabId } | { targetId: string };

export interface SharedWorkers {
  /** Made up when the worker is new. */
  numberOf: (targetId: string) => TabId;
  find: (targetId: string | undefined) => TabId | undefined;
  /** Of a tab or a worker. Fails for a worker that is not known. */
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
