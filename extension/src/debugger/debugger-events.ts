// Connects Chrome's events to the notices. The listeners are registered when the worker starts, even
// without a connection, because Chrome wakes a worker only for events it registered then.
import { browser } from 'wxt/browser';
import type { TabCreation } from './tab-created';
import type { Openers } from './openers';
import { isOwnPage } from '../own-pages';
import type { SharedWorkers } from './shared-workers';
import { createGroupTitles } from './tab-groups';
import type { TabNotices } from './tab-notices';
import type { Notifier } from './notifier';

type Noticing = Pick<TabNotices, 'lookForWorkers' | 'lookForWorkersSoon'>;

/** The hot path: an event is forwarded unchanged. */
export function listenToDebugger(
  { notify }: Notifier,
  workers: SharedWorkers,
  { lookForWorkers }: Noticing,
): void {
  const { onEvent, onDetach } = browser.debugger;

  onEvent.addListener(({ tabId, targetId, sessionId }, method, params = {}) => {
    if (tabId === undefined && targetId !== undefined && isTurningPoint(targetId, method)) return;
    const tab = tabId ?? workers.find(targetId);
    if (tab === undefined) return;
    if (sessionId === undefined) notify('event', { tab, method, params });
    else notify('event', { tab, session: sessionId, method, params });
  });
  onDetach.addListener(({ tabId, targetId }, reason) => {
    if (tabId !== undefined) notify('detached', { tab: tabId, reason });
    else if (targetId !== undefined) workerLost(targetId, reason);
  });

  /** Chrome has no other event for the end of a worker, or for its restart. */
  function isTurningPoint(targetId: string, method: string): boolean {
    const isStart = method === 'Inspector.targetReloadedAfterCrash';
    if (!isStart && method !== 'Inspector.targetCrashed') return false;
    if (isStart) letRun(targetId).catch(console.warn);
    workerLost(targetId, 'target_closed');
    return true;
  }

  function workerLost(targetId: string, reason: string) {
    const tab = workers.find(targetId);
    if (tab !== undefined) notify('detached', { tab, reason });
    lookForWorkers();
  }
}

/**
 * Our debugger cannot detach from a worker that has ended. When that worker starts again the debugger
 * is still attached, and Chrome pauses the worker until it is told to run.
 */
async function letRun(targetId: string): Promise<void> {
  await browser.debugger.sendCommand({ targetId }, 'Runtime.runIfWaitingForDebugger');
  await browser.debugger.detach({ targetId });
}

export function listenToTabs(
  { created, opened, navigated, changed, removed }: TabCreation,
  openers: Pick<Openers, 'move'>,
  { lookForWorkersSoon }: Noticing,
): void {
  const { tabs, webNavigation } = browser;

  tabs.onCreated.addListener(created);
  webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId }) => {
    opened(tabId, sourceTabId);
  });
  tabs.onUpdated.addListener((tab, { status, title, url, groupId }) => {
    if (url !== undefined && isOwnPage(url)) detachOwnPage(tab);
    const isNews = status !== undefined || title !== undefined || url !== undefined;
    if (isNews) navigated(tab);
    else if (groupId !== undefined) changed(tab);
    if (status === 'complete') lookForWorkersSoon();
  });
  tabs.onAttached.addListener(changed);
  tabs.onReplaced.addListener((newTab, oldTab) => {
    openers.move(oldTab, newTab);
    removed(oldTab);
    changed(newTab);
  });
  tabs.onRemoved.addListener(removed);
}

export function listenToGroups({ changed }: Pick<TabCreation, 'changed'>): void {
  const { tabGroups, tabs } = browser;
  const titles = createGroupTitles();

  tabGroups.onUpdated.addListener(({ id, title }) => {
    if (!titles.isNew(id, title)) return;
    tabs.query({ groupId: id }).then((members) => {
      for (const { id: tab } of members) if (tab !== undefined) changed(tab);
    }, console.warn);
  });
  tabGroups.onRemoved.addListener(({ id }) => {
    titles.forget(id);
  });
}

/** The rejection is ignored: mostly our debugger is not attached there. */
function detachOwnPage(tab: number): void {
  browser.debugger.detach({ tabId: tab }).catch(() => undefined);
}
