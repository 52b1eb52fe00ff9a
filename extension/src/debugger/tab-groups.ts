// Tab groups by their titles: a group is found by its title, and made when there is none.
import { browser, type Browser } from 'wxt/browser';

type Tab = Browser.tabs.Tab;
type Group = Browser.tabGroups.TabGroup;
type Color = NonNullable<Browser.tabGroups.UpdateProperties['color']>;

/** Opens a tab in that window, or wherever there is room for it. */
export type OpenTab = (windowId?: number) => Promise<Tab>;

export type OpenInGroup = (title: string, incognito: boolean, openTab: OpenTab) => Promise<Tab>;

/** The tab comes to the group, not the group to the tab: a group may be in any window. */
export function createGroupOpener(): OpenInGroup {
  // Two that want the same new group at the same time must not make two of it.
  let lastMade: Promise<unknown> = Promise.resolve();

  return (title, incognito, openTab) => {
    const found = lastMade.then(() => findGroup(title, incognito));
    const opened = found.then((group) =>
      group ? openIn(group, openTab) : openAsFirst(title, openTab),
    );
    lastMade = found.then((group) => (group ? undefined : opened)).catch(() => undefined);
    return opened;
  };
}

async function findGroup(title: string, incognito: boolean): Promise<Group | undefined> {
  const [groups, windows] = await Promise.all([
    // Chrome would take the title for a pattern.
    browser.tabGroups.query({}),
    browser.windows.getAll(),
  ]);
  const fitting = windows.filter((each) => each.incognito === incognito).map(({ id }) => id);
  return groups.find((group) => group.title === title && fitting.includes(group.windowId));
}

async function openIn({ id, windowId }: Group, openTab: OpenTab): Promise<Tab> {
  const tab = await openTab(windowId);
  await orClose(tab, async (tabIds) => browser.tabs.group({ tabIds, groupId: id }));
  return tab;
}

async function openAsFirst(title: string, openTab: OpenTab): Promise<Tab> {
  const tab = await openTab();
  await orClose(tab, async (tabIds) => {
    const createProperties = { windowId: tab.windowId };
    const group = await browser.tabs.group({ tabIds, createProperties });
    await browser.tabGroups.update(group, { title, color: colorOf(title) });
  });
  return tab;
}

/** A tab that cannot be grouped, because the person drags one about, is not left behind. */
async function orClose({ id }: Tab, group: (tab: number) => Promise<unknown>): Promise<void> {
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

/** The same for a title every time, so that a person knows it again. */
export function colorOf(title: string): Color {
  let hash = 0;
  for (let i = 0; i < title.length; i += 1) hash = (hash * 31 + title.charCodeAt(i)) % 65_521;
  return COLORS[hash % COLORS.length] ?? 'grey';
}

export interface GroupTitles {
  isNew(group: number, title: string | undefined): boolean;
  forget(group: number): void;
}

/** Chrome tells of groups also when they are folded, which is no news to anybody. */
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
