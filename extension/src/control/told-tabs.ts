// The daemon keeps what it was told of a tab until it hears that the tab has changed. It hears so once, and
// only of tabs that it was told of since.
import { browser } from 'wxt/browser';
import type { TabStaleNotice, TabId } from '../wire';

export interface ToldTabs {
  /** The daemon is about to be told of a tab. */
  tell: (tab: TabId) => void;
  /** A tab has changed, or, without one, any of them may have. */
  changed: (tab?: TabId) => void;
}

export function createToldTabs(notify: (notice: TabStaleNotice) => void): ToldTabs {
  const told = new Set<TabId>();
  return {
    tell(tab) {
      told.add(tab);
    },
    changed(tab) {
      if (tab === undefined ? told.size === 0 : !told.delete(tab)) return;
      if (tab === undefined) told.clear();
      notify(tab === undefined ? {} : { tab });
    },
  };
}

/** Everything that a description of a tab is made of. */
export function listenToTabs({ changed }: ToldTabs): void {
  const { tabs, tabGroups, windows } = browser;
  const one = (tab: TabId) => {
    changed(tab);
  };
  const any = () => {
    changed();
  };
  tabs.onUpdated.addListener(one);
  tabs.onRemoved.addListener(one);
  // These move others, too, or put them behind.
  tabs.onCreated.addListener(any);
  tabs.onMoved.addListener(any);
  tabs.onAttached.addListener(any);
  tabs.onDetached.addListener(any);
  tabs.onReplaced.addListener(any);
  tabs.onActivated.addListener(any);
  windows.onFocusChanged.addListener(any);
  tabGroups.onUpdated.addListener(any);
}
