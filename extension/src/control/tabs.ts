// The tabs of this browser as the daemon sees them.
import { browser } from 'wxt/browser';
import type { Tab, TabList } from '../wire';

export async function listTabs(): Promise<TabList> {
  const tabs = await browser.tabs.query({});
  return {
    tabs: tabs.flatMap(({ id, windowId, title, url, pendingUrl, active }): Tab[] =>
      // Tabs of devtools windows have no id and cannot be driven.
      id === undefined || id === browser.tabs.TAB_ID_NONE
        ? []
        : [{ id, windowId, title: title ?? '', url: url ?? pendingUrl ?? '', active }],
    ),
  };
}
