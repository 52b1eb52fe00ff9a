// Connects Chrome's events to the notices. The listeners are registered when the worker starts, even
// without a connection, because Chrome wakes a worker only for events it registered then.
import { browser } from 'wxt/browser';
import { isOwnPage } from '../own-pages';
import { onStopPressed } from '../messages';
import type { NavigationNotice, NavigationPhase, TabId } from '../wire';
import { listenToDownloads } from './downloads';
import { createFocus, queryActiveTab, type Focus } from './focus';
import type { Overlays } from './overlays';
import { createNotices, type Connection } from './notices';
import { createToldTabs, listenToTabs, type ToldTabs } from './told-tabs';

/** `connection` returns the current connection after its welcome, or undefined. */
export function listenForDaemon(
  connection: () => Connection | undefined,
  overlays: Overlays,
): { toldTabs: ToldTabs; focus: Focus } {
  const { notify, isConnected } = createNotices(connection);
  const toldTabs = createToldTabs((notice) => {
    notify('tabStale', notice);
  });
  const focus = createFocus(
    queryActiveTab,
    (notice) => {
      notify('focus', notice);
    },
    isConnected,
  );

  listenToNavigation((notice) => {
    notify('navigation', notice);
  });
  listenToDownloads((notice) => {
    notify('download', notice);
  });
  onStopPressed((tab) => {
    notify('stopPressed', { tab });
    overlays.close(tab);
  });
  browser.runtime.onConnect.addListener(overlays.opened);
  browser.tabs.onActivated.addListener(focus.moved);
  browser.windows.onFocusChanged.addListener(focus.moved);
  listenToTabs(toldTabs);
  // Another frame is a change of its tab, too.
  browser.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
    if (frameId !== 0) toldTabs.changed(tabId);
  });
  return { toldTabs, focus };
}

interface Step {
  tabId: TabId;
  frameId: number;
  url: string;
  error?: string;
  transitionType?: string;
  transitionQualifiers?: string[];
}

/** How a person goes somewhere themselves. What an extension or a page begins is a `link`. */
const PERSONS_OWN = new Set([
  'auto_bookmark',
  'generated',
  'keyword',
  'keyword_generated',
  'start_page',
  'typed',
]);

function isByPerson({ transitionType = '', transitionQualifiers = [] }: Step): boolean {
  return PERSONS_OWN.has(transitionType) || transitionQualifiers.includes('from_address_bar');
}

function listenToNavigation(notify: (notice: NavigationNotice) => void): void {
  const { webNavigation } = browser;
  const hear = (phase: NavigationPhase) => (step: Step) => {
    const notice = noticeOf(phase, step);
    if (notice) notify(notice);
  };

  webNavigation.onBeforeNavigate.addListener(hear('started'));
  webNavigation.onCommitted.addListener(hear('committed'));
  webNavigation.onDOMContentLoaded.addListener(hear('parsed'));
  webNavigation.onCompleted.addListener(hear('loaded'));
  webNavigation.onHistoryStateUpdated.addListener(hear('moved'));
  webNavigation.onReferenceFragmentUpdated.addListener(hear('moved'));
  webNavigation.onErrorOccurred.addListener(hear('failed'));
}

/** Reports main frames only, and never our own pages. */
export function noticeOf(phase: NavigationPhase, step: Step): NavigationNotice | undefined {
  const { tabId, frameId, url, error } = step;
  if (frameId !== 0 || isOwnPage(url)) return undefined;
  return {
    tab: tabId,
    phase,
    url,
    ...(isByPerson(step) && { byPerson: true }),
    ...(error === undefined ? {} : { error }),
  };
}
