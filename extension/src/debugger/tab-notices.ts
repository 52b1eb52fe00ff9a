// Tells the daemon of targets that come, change and go. A tab's target has to be looked up, so one
// look serves every event of a burst, and what is told is the tab as it is at that look. For each tab
// the notices keep their order, and once it is gone nothing but its removal is told.
//
// Chrome has no event for shared workers: they are noticed at every look.
import type { TabId, TabTarget } from '../wire';
import { isSharedWorker, type SharedWorkers } from './shared-workers';
import type { LookUpTargets } from './targets';
import type { Notifier } from './notifier';

export interface TabNotices {
  /** It came, or something about it is new. */
  changed: (tab: TabId) => void;
  removed: (tab: TabId) => void;
  /** Shared workers may have come or gone. */
  lookForWorkers: () => void;
  /** The workers of a page that has just loaded take a moment to start. */
  lookForWorkersSoon: () => void;
  /** The daemon has been given this list. */
  listed: (targets: readonly TabTarget[]) => void;
}

export const WORKER_START_MS = 500;

export function createTabNotices(
  lookUp: LookUpTargets,
  { notify, isConnected }: Notifier,
  workers: Pick<SharedWorkers, 'forget'>,
): TabNotices {
  /** Targets that the daemon has heard of. */
  const known = new Set<TabId>();
  /** Came too late for the look that is under way. */
  let waiting = new Set<TabId>();
  let underWay = new Set<TabId>();
  let isLookDue = false;
  let isRunning = false;
  let soon: ReturnType<typeof setTimeout> | undefined;

  async function run() {
    isRunning = true;
    while (isLookDue) {
      await burstOver();
      isLookDue = false;
      underWay = waiting;
      waiting = new Set();
      await look();
    }
    isRunning = false;
  }

  async function look() {
    const knownBefore = [...known];
    try {
      const targets = await lookUp();
      for (const target of targets) {
        const isNewWorker = isSharedWorker(target.tab) && !known.has(target.tab);
        if (isNewWorker || underWay.has(target.tab)) tellOf(target);
      }
      const seen = new Set(targets.map(({ tab }) => tab));
      for (const tab of knownBefore) {
        const isLookedFor = isSharedWorker(tab) || underWay.has(tab);
        if (isLookedFor && !seen.has(tab)) remove(tab);
      }
    } catch (error) {
      console.warn('Tabs have changed, and Chrome would not say how:', error);
    }
  }

  function tellOf(target: TabTarget) {
    notify(known.has(target.tab) ? 'tabChanged' : 'tabCreated', target);
    known.add(target.tab);
  }

  function remove(tab: TabId) {
    known.delete(tab);
    workers.forget(tab);
    notify('tabRemoved', { tab });
  }

  function askForLook() {
    if (!isConnected()) return;
    isLookDue = true;
    if (!isRunning) void run();
  }

  return {
    changed(tab) {
      if (!isConnected()) return;
      waiting.add(tab);
      askForLook();
    },
    removed(tab) {
      waiting.delete(tab);
      underWay.delete(tab);
      remove(tab);
      // It may have been the last page of a worker.
      if ([...known].some(isSharedWorker)) askForLook();
    },
    lookForWorkers: askForLook,
    lookForWorkersSoon() {
      clearTimeout(soon);
      soon = setTimeout(askForLook, WORKER_START_MS);
    },
    listed(targets) {
      for (const { tab } of targets) known.add(tab);
    },
  };
}

/** Chrome delivers each event as a task of its own; a timer comes after those already queued. */
function burstOver(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
