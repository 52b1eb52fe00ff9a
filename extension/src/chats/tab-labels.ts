// What the tabs are called in which steps were done, kept fresh for those that are shown. Titles and hosts are the
// words of pages.
import { sanitize } from '../policy/sanitize';
import type { TabId } from '../wire';

export interface TabLabel {
  /** Empty where the page has none. */
  title: string;
  /** Empty where the tab shows no page of the web. */
  host: string;
}

/** A tab, as Chrome tells of it. */
export interface TabFacts {
  title?: string | undefined;
  url?: string | undefined;
}

export interface TabLabels {
  /** Undefined until it is looked up, and where the tab is gone. */
  get: (tab: TabId) => TabLabel | undefined;
  /** Looks the tab up, and tells of every change. Returns the function that stops watching. */
  watch: (tab: TabId, watcher: () => void) => () => void;
  /** Chrome tells of a tab that changed. */
  changed: (tab: TabId, facts: TabFacts) => void;
  removed: (tab: TabId) => void;
}

const TITLE_LENGTH_MAX = 60;
const HOST_LENGTH_MAX = 32;

interface Entry {
  label: TabLabel | undefined;
  watchers: Set<() => void>;
}

/** `look` rejects where there is no such tab. */
export function createTabLabels(look: (tab: TabId) => Promise<TabFacts>): TabLabels {
  const entries = new Map<TabId, Entry>();

  function set(tab: TabId, label: TabLabel | undefined) {
    const entry = entries.get(tab);
    if (!entry || isSame(entry.label, label)) return;
    entry.label = label;
    for (const watcher of entry.watchers) watcher();
  }

  async function lookUp(tab: TabId) {
    const facts = await look(tab).catch(() => undefined);
    // What Chrome has told meanwhile is newer.
    if (facts && !entries.get(tab)?.label) set(tab, labelOf(facts));
  }

  return {
    get: (tab) => entries.get(tab)?.label,
    watch(tab, watcher) {
      let entry = entries.get(tab);
      if (!entry) {
        entry = { label: undefined, watchers: new Set() };
        entries.set(tab, entry);
        void lookUp(tab);
      }
      const { watchers } = entry;
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) entries.delete(tab);
      };
    },
    changed(tab, facts) {
      set(tab, labelOf(facts));
    },
    removed(tab) {
      set(tab, undefined);
    },
  };
}

function labelOf({ title = '', url = '' }: TabFacts): TabLabel {
  return { title: sanitize(title, TITLE_LENGTH_MAX), host: hostOf(url) };
}

function hostOf(url: string): string {
  return /^https?:/u.test(url) && URL.canParse(url) ? shortHost(new URL(url).host) : '';
}

/** Its end says whose site it is, so a long one is cut at its start. */
function shortHost(host: string): string {
  return host.length <= HOST_LENGTH_MAX ? host : `…${host.slice(1 - HOST_LENGTH_MAX)}`;
}

function isSame(one: TabLabel | undefined, other: TabLabel | undefined): boolean {
  return one?.title === other?.title && one?.host === other?.host;
}
