// Delays the report of a new tab until it is known whether a page opened it. Chrome also names the
// active tab as the opener of tabs that no page opened (by the person, or by another debugger). If a
// page did open it, Chrome says so by the next event (`onCreatedNavigationTarget`, seen 0 to 12 ms
// later, 39 on a busy machine), and always before the first change of the new tab.
import type { Browser } from 'wxt/browser';
import type { TabId } from '../wire';
import type { Openers } from './openers';
import type { TabNotices } from './tab-notices';

type Tab = Pick<Browser.tabs.Tab, 'id' | 'openerTabId' | 'pendingUrl'>;

export interface TabCreation {
  created: (tab: Tab) => void;
  /** A page in the tab `opener` opened it. */
  opened: (tab: TabId, opener: TabId) => void;
  /** Its page has begun to load, or has loaded further. */
  navigated: (tab: TabId) => void;
  /** Something else about it has changed. */
  changed: (tab: TabId) => void;
  removed: (tab: TabId) => void;
  /** Tabs created during `work` are reported after it, when they are in their group. */
  hold: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The timeout for a tab that no page opened and whose own page loads slowly. */
export const DECISION_MS_MAX = 250;

const NEW_TAB = 'chrome://newtab/';

export function createTabCreation(
  notices: Pick<TabNotices, 'changed' | 'removed'>,
  openers: Openers,
): TabCreation {
  const undecided = new Map<TabId, ReturnType<typeof setTimeout>>();
  const held = new Set<TabId>();
  let holds = 0;

  function decide(tab: TabId) {
    clearTimeout(undecided.get(tab));
    undecided.delete(tab);
    changed(tab);
  }

  function changed(tab: TabId) {
    if (!undecided.has(tab) && !held.has(tab)) notices.changed(tab);
  }

  function release() {
    holds -= 1;
    if (holds > 0) return;
    const tabs = [...held];
    held.clear();
    tabs.forEach(changed);
  }

  return {
    created({ id, openerTabId, pendingUrl }) {
      if (id === undefined) return;
      // Only the person opens a new tab page.
      const isOpened = openerTabId !== undefined && pendingUrl !== NEW_TAB;
      if (isOpened && openers.of(id) === undefined) {
        const limit = setTimeout(decide, DECISION_MS_MAX, id);
        undecided.set(id, limit);
      } else {
        if (holds > 0) held.add(id);
        changed(id);
      }
    },
    opened(tab, opener) {
      openers.note(tab, opener);
      decide(tab);
    },
    navigated: decide,
    changed,
    removed(tab) {
      clearTimeout(undecided.get(tab));
      undecided.delete(tab);
      held.delete(tab);
      openers.forget(tab);
      notices.removed(tab);
    },
    async hold(work) {
      holds += 1;
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
