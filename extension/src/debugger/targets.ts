// Tabs and shared workers as CDP targets: what Chrome's tabs, tab groups and debugger know of them,
// joined.
import { browser, type Browser } from 'wxt/browser';
import type { TabId, TabTarget } from '../wire';
import type { Openers } from './openers';
import { isOwnPage } from '../own-pages';
import { addressOfTab } from '../tab-address';
import type { SharedWorkers } from './shared-workers';

type Tab = Pick<
  Browser.tabs.Tab,
  'id' | 'windowId' | 'groupId' | 'title' | 'url' | 'pendingUrl' | 'status' | 'incognito'
>;
type Target = Pick<Browser.debugger.TargetInfo, 'id' | 'tabId' | 'type' | 'title' | 'url'>;
type Group = Pick<Browser.tabGroups.TabGroup, 'id' | 'title'>;

/** What Chrome reported in one query. */
export interface Seen {
  tabs: readonly Tab[];
  targets: readonly Target[];
  groups: readonly Group[];
}

export type LookUpTargets = () => Promise<TabTarget[]>;

export function createLookUp(openers: Openers, workers: SharedWorkers): LookUpTargets {
  return async () => {
    const [tabs, targets, groups] = await Promise.all([
      browser.tabs.query({}),
      browser.debugger.getTargets(),
      browser.tabGroups.query({}),
    ]);
    return joinTargets({ tabs, targets, groups }, openers, workers);
  };
}

export function joinTargets(
  { tabs, targets, groups }: Seen,
  openers: Pick<Openers, 'of'>,
  workers: Pick<SharedWorkers, 'numberOf'>,
): TabTarget[] {
  const reachable = targets.filter(({ url }) => !isOwnPage(url));
  return [...joinTabs(tabs, reachable, groups, openers), ...listWorkers(reachable, workers)];
}

/** Tells shared workers from service workers, to which Chrome gives the same type. */
export function isSharedWorkerTarget({ type, title, url }: Target): boolean {
  return type === 'worker' && title !== `Service Worker ${url}`;
}

/** A tab without a target cannot be driven and is left out. */
function joinTabs(
  tabs: readonly Tab[],
  targets: readonly Target[],
  groups: readonly Group[],
  openers: Pick<Openers, 'of'>,
): TabTarget[] {
  const targetIds = new Map<TabId | undefined, string>();
  for (const { id, tabId, type } of targets) if (type === 'page') targetIds.set(tabId, id);
  const titles = new Map(groups.map(({ id, title = '' }) => [id, title]));

  return tabs.flatMap((tab): TabTarget[] => {
    const url = addressOfTab(tab);
    const targetId = targetIds.get(tab.id);
    if (tab.id === undefined || targetId === undefined || isOwnPage(url)) return [];
    const opener = openers.of(tab.id);
    const group = titles.get(tab.groupId) ?? '';
    return [
      {
        tab: tab.id,
        kind: 'page',
        targetId,
        windowId: tab.windowId,
        title: tab.title ?? '',
        url,
        loading: tab.status === 'loading',
        incognito: tab.incognito,
        ...(opener === undefined ? {} : { opener }),
        ...(group === '' ? {} : { group }),
      },
    ];
  });
}

const NO_WINDOW = -1;

function listWorkers(
  targets: readonly Target[],
  { numberOf }: Pick<SharedWorkers, 'numberOf'>,
): TabTarget[] {
  return targets.filter(isSharedWorkerTarget).map(({ id, title, url }) => ({
    tab: numberOf(id),
    kind: 'sharedWorker',
    targetId: id,
    windowId: NO_WINDOW,
    title,
    url,
    loading: false,
    incognito: false,
  }));
}
