// Tab groups by their titles: a group is found by its title, and made when there is none.
import { browser, type Browser } from 'wxt/browser';

type Tab = Browser.tabs.Tab;
type Group = Browser.tabGroups.TabGroup;
type Color = NonNullable<Browser.tabGroups.UpdateProperties['color']>;

/** Opens a tab in that window, or wherever there is room for it. */
export type OpenTab = (windowId?: number) => Promise<Tab>;

export type OpenInGroup = (title: string, incognito: boolean, openTab: OpenTab) => Promise<Tab>;

export interface TabGroups {
  /** The tab comes to the group, not the group to the tab: a group may be in any window. */
  open: OpenInGroup;
  /** Brings tabs that are there to the group. */
  put: (title: string, tabs: readonly Tab[]) => Promise<void>;
}

export function createTabGroups(): TabGroups {
  // Serialized: two callers at once would otherwise both create the same group (a race).
  let lastMade: Promise<unknown> = Promise.resolve();

  function inTurn<T>(
    title: string,
    incognito: boolean,
    use: (group: Group | undefined) => Promise<T>,
  ): Promise<T> {
    const found = lastMade.then(() => findGroup(title, incognito));
    const used = found.then(use);
    lastMade = found.then((group) => (group ? undefined : used)).catch(() => undefined);
    return used;
  }

  return {
    open: (title, incognito, openTab) =>
      inTurn(title, incognito, (group) =>
        group ? openIn(group, openTab) : openAsFirst(title, openTab),
      ),
    async put(title, tabs) {
      const [first] = tabs;
      if (!first) return;
      const ids = tabs.flatMap(({ id }) => id ?? []);
      await inTurn(title, first.incognito, (group) =>
        group ? join(group, ids) : make(title, ids, first.windowId),
      );
    },
  };
}

async function findGroup(title: string, incognito: boolean): Promise<Group | undefined> {
  const [groups, windows] = await Promise.all([
    // Compared here, because Chrome would take the title of its query for a pattern.
    browser.tabGroups.query({}),
    browser.windows.getAll(),
  ]);
  const fitting = windows.filter((each) => each.incognito === incognito).map(({ id }) => id);
  return groups.find((group) => group.title === title && fitting.includes(group.windowId));
}

async function openIn(group: Group, openTab: OpenTab): Promise<Tab> {
  const tab = await openTab(group.windowId);
  await closeTabOnError(tab, (id) => join(group, [id]));
  return tab;
}

async function openAsFirst(title: string, openTab: OpenTab): Promise<Tab> {
  const tab = await openTab();
  await closeTabOnError(tab, (id) => make(title, [id], tab.windowId));
  return tab;
}

async function join({ id }: Group, tabs: number[]): Promise<void> {
  await browser.tabs.group({ tabIds: someOf(tabs), groupId: id });
}

async function make(title: string, tabs: number[], windowId: number): Promise<void> {
  const createProperties = { windowId };
  const group = await browser.tabs.group({ tabIds: someOf(tabs), createProperties });
  await browser.tabGroups.update(group, { title, color: colorOf(title) });
}

/** As Chrome's types want it. */
function someOf(tabs: number[]): [number, ...number[]] {
  return tabs as [number, ...number[]];
}

/** Closes the new tab if it cannot be grouped, for instance while the person drags a tab. */
async function closeTabOnError(
  { id }: Tab,
  group: (tab: number) => Promise<unknown>,
): Promise<void> {
  if (id === undefined) return;
  try {
    await group(id);
  } catch (error) {
    await browser.tabs.remove(id).catch(() => undefined);
    throw error;
  }
}

const COLORS: readonly Color[] = [
  'blue',
  'red',
  'yellow',
  'green',
  'pink',
  'purple',
  'cyan',
  'orange',
];

/** The colour is derived from the title, so that a group always has the same one. */
export function colorOf(title: string): Color {
  let hash = 0;
  for (let i = 0; i < title.length; i += 1) hash = (hash * 31 + title.charCodeAt(i)) % 65_521;
  return COLORS[hash % COLORS.length] ?? 'grey';
}

export interface GroupTitles {
  isNew(group: number, title: string | undefined): boolean;
  forget(group: number): void;
}

/** Chrome also fires an event when a group is folded, which is of no interest here. */
export function createGroupTitles(): GroupTitles {
  const titles = new Map<number, string | undefined>();
  return {
    isNew(group, title) {
      if (titles.has(group) && titles.get(group) === title) return false;
      titles.set(group, title);
      return true;
    },
    forget(group) {
      titles.delete(group);
    },
  };
}
