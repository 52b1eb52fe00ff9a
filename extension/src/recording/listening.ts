// Connects Chrome's events to the recorder. They are registered when the worker starts, because Chrome wakes a
// worker only for events that it registered then.
import { browser } from 'wxt/browser';
import { isOwnPage } from '../own-pages';
import type { TabId } from '../wire';
import { answerRecorders } from './messages';
import type { Committed } from './navigations';
import type { RecorderControl } from './recorder';

/** Opened by the person, and nothing of what is recorded. */
const PERSONS_OWN = /^(?:chrome|edge|brave):\/\/newtab/;

export function listenForRecorder({ pages, browserTells }: RecorderControl): void {
  const { tabs, webNavigation } = browser;
  const quietly = (work: Promise<void>) => {
    work.catch((error: unknown) => {
      console.warn('A step could not be recorded:', error);
    });
  };
  answerRecorders(pages);

  const arrive = (isSameDocument: boolean) => (step: Step) => {
    if (!isOfPage(step)) return;
    quietly(browserTells.committed(step.tabId, { ...step, isSameDocument }));
  };
  webNavigation.onCommitted.addListener(arrive(false));
  webNavigation.onHistoryStateUpdated.addListener(arrive(true));
  webNavigation.onReferenceFragmentUpdated.addListener(arrive(true));
  webNavigation.onDOMContentLoaded.addListener((step: Step) => {
    if (!isOfPage(step)) return;
    const { tabId, url } = step;
    quietly(titleOf(tabId).then((title) => browserTells.titled(tabId, url, title)));
  });
  webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) => {
    quietly(browserTells.opened(tabId, sourceTabId, url));
  });
  // A window that a page opens without an address has no navigation.
  tabs.onCreated.addListener(({ id, openerTabId, pendingUrl, url }) => {
    const address = pendingUrl ?? url ?? '';
    if (id === undefined || openerTabId === undefined || PERSONS_OWN.test(address)) return;
    if (address === '' || address === 'about:blank') {
      quietly(browserTells.opened(id, openerTabId, address));
    }
  });
  tabs.onRemoved.addListener((tab) => {
    quietly(browserTells.closed(tab));
  });
  tabs.onReplaced.addListener((added, removed) => {
    quietly(browserTells.replaced(added, removed));
  });
  tabs.onActivated.addListener(({ tabId }) => {
    quietly(
      tabs.get(tabId).then(
        ({ url = '' }) => browserTells.activated(tabId, url),
        // It is gone already.
        () => undefined,
      ),
    );
  });
}

interface Step extends Committed {
  tabId: TabId;
  frameId: number;
  documentLifecycle?: string;
}

/** Of the page itself, which is shown, and none of ours. */
function isOfPage({ frameId, url, documentLifecycle }: Step): boolean {
  return frameId === 0 && documentLifecycle !== 'prerender' && !isOwnPage(url);
}

/** Nothing where the tab is gone already. */
async function titleOf(tab: TabId): Promise<string> {
  const found = await browser.tabs.get(tab).catch(() => undefined);
  return found?.title ?? '';
}
