// Remembers which tab opened which. Chrome reports it once, but a CDP client may ask as long as the
// opened tab lives. The memory is lost with the worker, and then a tab has no opener.
import type { TabId } from '../wire';

export interface Openers {
  note(tab: TabId, opener: TabId): void;
  forget(tab: TabId): void;
  /** The page of a tab moved to another id. */
  move(from: TabId, to: TabId): void;
  of(tab: TabId): TabId | undefined;
}

export function createOpeners(): Openers {
  const known = new Map<TabId, TabId>();

  return {
    note(tab, opener) {
      known.set(tab, opener);
    },
    forget(tab) {
      known.delete(tab);
    },
    move(from, to) {
      const opener = known.get(from);
      known.delete(from);
      if (opener !== undefined) known.set(to, opener);
    },
    of: (tab) => known.get(tab),
  };
}
