// Tabs as CDP targets: what Chrome's tabs and Chrome's debugger know of them, joined.
import { browser, type Browser } from 'wxt/browser';
import type { TabId, TabTarget } from '../wire';
import type { Openers } from './openers';

type Tab = Pick<
  Browser.tabs.Tab,
  'id' | 'windowId' | 'title' | 'url' | 'pendingUrl' | 'status' | 'incognito' | 'openerTabId'
>;
type Target = Pick<Browser.debugger.TargetInfo, 'id' | 'tabId' | 'type'>;

export type LookUpTargets = () => Promise<TabTarget[]>;

export function createLookUp(openers: Openers): LookUpTargets {
  return async () => {
    const [tabs, targets] = await Promise.all([
      browser.tabs.query({}),
      browser.debugger.getTargets(),
    ]);
    return joinTargets(tabs, targets, openers);
  };
}

/** A tab without a target cannot be driven and is left out. */
export function joinTargets(
  tabs: readonly Tab[],
  targets: readonly Target[],
  openers: Pick<Openers, 'of'>,
): TabTarget[] {
  const targetIds = new Map<TabId | undefined, string>();
  for (const { id, tabId, type } of targets) if (type === 'page') targetIds.set(tabId, id);

  return tabs.flatMap((tab): TabTarget[] => {
    const targetId = targetIds.get(tab.id);
    if (tab.id === undefined || targetId === undefined) return [];
    const opener = openers.of(tab);
    return [
      {
        tab: tab.id,
        targetId,
        windowId: tab.windowId,
        title: tab.title ?? '',
        url: addressOf(tab),
        loading: tab.status === 'loading',
        incognito: tab.incognito,
        ...(opener === undefined ? {} : { opener }),
      },
    ];
  });
}

/** Empty until the first page of a tab has arrived; then where the tab is going says more. */
function addressOf({ url = '', pendingUrl = '' }: Tab): string {
  return url === '' ? pendingUrl : url;
}
