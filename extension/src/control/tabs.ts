// The tabs of this browser as the daemon sees them.
import { browser, type Browser } from 'wxt/browser';
import { isOwnPage } from '../own-pages';
import { addressOfTab } from '../tab-address';
import type { FindTabParams, FoundTab, Tab, TabId, TabList } from '../wire';

export type OpenerOf = (tab: TabId) => TabId | undefined;

/** What Chrome reported in one query. */
export interface Seen {
  tabs: readonly ChromeTab[];
  groups: readonly Pick<Browser.tabGroups.TabGroup, 'id' | 'title'>[];
  /** The window that was used last; undefined if there is none. */
  lastWindow: number | undefined;
}

type ChromeTab = Pick<
  Browser.tabs.Tab,
  | 'id'
  | 'windowId'
  | 'index'
  | 'groupId'
  | 'title'
  | 'url'
  | 'pendingUrl'
  | 'active'
  | 'status'
  | 'pinned'
  | 'audible'
  | 'discarded'
  | 'incognito'
>;

export function createTabLister(openerOf: OpenerOf): () => Promise<TabList> {
  return async () => {
    const [tabs, groups, last] = await Promise.all([
      browser.tabs.query({}),
      browser.tabGroups.query({}),
      // Fails where no window is open.
      browser.windows.getLastFocused({ windowTypes: ['normal'] }).catch(() => undefined),
    ]);
    return { tabs: joinTabs({ tabs, groups, lastWindow: last?.id }, openerOf) };
  };
}

/** Describes one tab as the list of tabs does. */
export function createTabFinder(
  openerOf: OpenerOf,
  tell: (tab: TabId) => void,
): (params: FindTabParams) => Promise<FoundTab> {
  return async ({ tab: wanted }) => {
    // First of all: what changes while Chrome is asked shall be heard of.
    if (wanted !== undefined) tell(wanted);
    const [last, asked] = await Promise.all([
      // Fails where no window is open.
      browser.windows
        .getLastFocused({ populate: wanted === undefined, windowTypes: ['normal'] })
        .catch(() => undefined),
      // Fails where the tab is gone.
      wanted === undefined ? undefined : browser.tabs.get(wanted).catch(() => undefined),
    ]);
    const found = wanted === undefined ? last?.tabs?.find(({ active }) => active) : asked;
    if (!found) return {};
    const groups = await groupOf(found);
    const [tab] = joinTabs({ tabs: [found], groups, lastWindow: last?.id }, openerOf);
    return tab ? { tab } : {};
  };
}

async function groupOf({ groupId }: ChromeTab): Promise<Seen['groups']> {
  if (groupId === browser.tabGroups.TAB_GROUP_ID_NONE) return [];
  // Fails where the group is gone meanwhile.
  const group = await browser.tabGroups.get(groupId).catch(() => undefined);
  return group ? [group] : [];
}

export function joinTabs({ tabs, groups, lastWindow }: Seen, openerOf: OpenerOf): Tab[] {
  const titles = new Map(groups.map(({ id, title = '' }) => [id, title]));

  return tabs.flatMap((tab): Tab[] => {
    const { id, windowId, index, title = '', active, pinned, discarded, incognito } = tab;
    const url = addressOfTab(tab);
    // Tabs of devtools windows have no id and cannot be driven.
    if (id === undefined || id < 0 || isOwnPage(url)) return [];
    const opener = openerOf(id);
    const group = titles.get(tab.groupId) ?? '';
    return [
      {
        id,
        windowId,
        index,
        title,
        url,
        active,
        focused: active && windowId === lastWindow,
        loading: tab.status === 'loading',
        pinned,
        audible: tab.audible === true,
        discarded,
        incognito,
        ...(group === '' ? {} : { group }),
        ...(opener === undefined ? {} : { opener }),
      },
    ];
  });
}
