// Chrome's events, wired to the notices. Listeners must be there when the worker starts, connected
// or not: that is how Chrome knows to wake it.
import { browser } from 'wxt/browser';
import type { Openers } from './openers';
import type { TabNotices } from './tab-notices';
import type { Teller } from './teller';

/** The hot path: an event passes as it is. */
export function listenToDebugger({ tell }: Teller): void {
  browser.debugger.onEvent.addListener(({ tabId, sessionId }, method, params = {}) => {
    if (tabId === undefined) return;
    if (sessionId === undefined) tell('event', { tab: tabId, method, params });
    else tell('event', { tab: tabId, session: sessionId, method, params });
  });
  browser.debugger.onDetach.addListener(({ tabId }, reason) => {
    if (tabId !== undefined) tell('detached', { tab: tabId, reason });
  });
}

export function listenToTabs(notices: TabNotices, openers: Openers): void {
  const { tabs, webNavigation } = browser;

  tabs.onCreated.addListener((tab) => {
    openers.noteCreated(tab);
    if (tab.id !== undefined) notices.created(tab.id);
  });
  webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId }) => {
    openers.note(tabId, sourceTabId);
  });
  tabs.onUpdated.addListener((tab, { status, title, url }) => {
    const isNews = status !== undefined || title !== undefined || url !== undefined;
    if (isNews) notices.changed(tab);
  });
  tabs.onAttached.addListener((tab) => {
    notices.changed(tab);
  });
  tabs.onReplaced.addListener((added, removed) => {
    openers.move(removed, added);
    notices.removed(removed);
    notices.created(added);
  });
  tabs.onRemoved.addListener((tab) => {
    openers.forget(tab);
    notices.removed(tab);
  });
}
