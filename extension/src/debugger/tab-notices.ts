// Reports to the daemon which targets appear, change and disappear. A tab's target has to be looked
// up, so one lookup serves all events of a burst (debounce), and the report is the state at that
// lookup. The notices of a tab keep their order, and after its removal nothing more is reported.
//
// Chrome has no event for shared workers, so every lookup compares them as well.
import type { TabId, TabTarget } from '../wire';
import { isSharedWorker, type SharedWorkers } from './shared-workers';
import type { LookUpTargets } from './targets';
import type { Notifier } from './notifier';

export interface TabNotices {
  /** The tab is new or has changed. */
  changed: (tab: TabId) => void;
  removed: (tab: TabId) => void;
  /** Shared workers may have started or ended. */
  lookForWorkers: () => void;
  /** The workers of a page that has just loaded take a moment to start. */
  lookForWorkersSoon: () => void;
  /** The daemon has received this list. */
  listed: (targets: readonly TabTarget[]) => void;
}

export const WORKER_START_MS = 500;

export function createTabNotices(
  lookUp: LookUpTargets,
  { notify, isConnected }: Notifier,
  workers: Pick<SharedWorkers, 'forget'>,
): TabNotices {
  /** Targets that the daemon knows. */
  const known = new Set<TabId>();
  /** Changes that came too late for the lookup under way. */
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
      // A shared worker ends with its last page.
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

/** Each event of Chrome is a task of its own, so a timer fires after those already queued. */
function burstOver(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
