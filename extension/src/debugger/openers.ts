// Which tab opened which. Chrome forgets it as soon as the person looks at other tabs, but a client
// of CDP may ask for as long as the opened tab lives. Lost with the worker, which is no harm.
import type { Browser } from 'wxt/browser';
import type { TabId } from '../wire';

type Opened = Pick<Browser.tabs.Tab, 'id' | 'openerTabId' | 'url' | 'pendingUrl'>;

export interface Openers {
  note(tab: TabId, opener: TabId): void;
  noteCreated(tab: Opened): void;
  forget(tab: TabId): void;
  /** The page of a tab moved to another id. */
  move(from: TabId, to: TabId): void;
  of(tab: Opened): TabId | undefined;
}

export function createOpeners(): Openers {
  const known = new Map<TabId, TabId>();

  return {
    note(tab, opener) {
      known.set(tab, opener);
    },
    noteCreated(tab) {
      const opener = openerFrom(tab);
      if (tab.id !== undefined && opener !== undefined) known.set(tab.id, opener);
    },
    forget(tab) {
      known.delete(tab);
    },
    move(from, to) {
      const opener = known.get(from);
      known.delete(from);
      if (opener !== undefined) known.set(to, opener);
    },
    of(tab) {
      return (tab.id === undefined ? undefined : known.get(tab.id)) ?? openerFrom(tab);
    },
  };
}

const NEW_TAB = 'chrome://newtab/';

/** A new tab page was opened by the person, whatever tab Chrome names as its opener. */
function openerFrom({ openerTabId, url, pendingUrl }: Opened): TabId | undefined {
  return url === NEW_TAB || pendingUrl === NEW_TAB ? undefined : openerTabId;
}
