// Starts downloads for the daemon, and reports all downloads, whoever started them.
import { browser, type Browser } from 'wxt/browser';
import { quote, quoteAddress } from '../page-words';
import { HandlerError } from '../rpc/errors';
import type {
  DownloadId,
  DownloadNotice,
  NoResult,
  SettleDownloadParams,
  StartDownloadParams,
  TabId,
} from '../wire';
import { textOf } from './refusal';

type Item = Pick<
  Browser.downloads.DownloadItem,
  'id' | 'url' | 'state' | 'filename' | 'bytesReceived' | 'referrer' | 'byExtensionId'
>;

type OpenTab = Pick<Browser.tabs.Tab, 'id' | 'url'>;

/** Recent navigations, each of which may turn out to be a download. The oldest are dropped. */
const NAVIGATIONS_MAX = 100;

export async function startDownload({ url }: StartDownloadParams): Promise<DownloadId> {
  try {
    return { id: await browser.downloads.download({ url, saveAs: false }) };
  } catch (error) {
    throw new HandlerError(
      'failed',
      `Chrome does not download ${quoteAddress(url)}: ${quote(textOf(error))}`,
    );
  }
}

/** A download that has ended cannot be paused; `settleDownload` then keeps or removes its file. */
export async function holdDownload({ id }: DownloadId): Promise<NoResult> {
  const [item] = await browser.downloads.search({ id });
  if (item?.state === 'in_progress' && !item.paused) {
    await browser.downloads.pause(id).catch(console.warn);
  }
  return {};
}

export async function settleDownload({ id, keep }: SettleDownloadParams): Promise<NoResult> {
  const [item] = await browser.downloads.search({ id });
  if (!item) return {};
  if (keep) {
    if (item.paused) await browser.downloads.resume(id);
    return {};
  }
  if (item.state === 'in_progress') await browser.downloads.cancel(id);
  const [ended] = await browser.downloads.search({ id });
  if (ended?.state === 'complete' && ended.exists) await browser.downloads.removeFile(id);
  await browser.downloads.erase({ id });
  return {};
}

export function listenToDownloads(notify: (notice: DownloadNotice) => void): void {
  const { onCreated, onChanged } = browser.downloads;
  const navigations = new Map<string, TabId>();

  const tell = async (item: Item) => {
    const begun = navigations.get(item.url);
    const tabs = begun === undefined ? sourcesOf(item, await browser.tabs.query({})) : [begun];
    notify(noticeOf(item, tabs, browser.runtime.id));
  };

  browser.webNavigation.onBeforeNavigate.addListener(({ url, tabId }) => {
    // A map keeps insertion order: deleting first moves the entry to the end, the first is the oldest.
    navigations.delete(url);
    navigations.set(url, tabId);
    const [oldest] = navigations.keys();
    if (navigations.size > NAVIGATIONS_MAX && oldest !== undefined) navigations.delete(oldest);
  });
  onCreated.addListener((item) => {
    tell(item).catch(console.warn);
  });
  onChanged.addListener(({ id, state }) => {
    if (state === undefined) return;
    // Chrome reports only the changed properties, so the rest is looked up.
    browser.downloads
      .search({ id })
      .then(async ([item]) => {
        if (item) await tell(item);
      })
      .catch(console.warn);
  });
}

/**
 * The tabs that show the page which a download came from. Chrome names that page by its address, or by
 * its origin alone; what a page made itself has the page's origin in its own address.
 */
export function sourcesOf({ url, referrer }: Item, tabs: readonly OpenTab[]): TabId[] {
  const page = withoutFragment(referrer);
  const origin = originOf(url.startsWith('blob:') ? url.slice('blob:'.length) : referrer);
  const ids = (fits: (address: string) => boolean) =>
    tabs.flatMap(({ id, url: address }) =>
      id !== undefined && address !== undefined && fits(address) ? [id] : [],
    );
  const exact = page === '' ? [] : ids((address) => withoutFragment(address) === page);
  if (exact.length > 0 || origin === undefined) return exact;
  return ids((address) => originOf(address) === origin);
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  return origin === 'null' ? undefined : origin;
}

const STATES = { in_progress: 'started', complete: 'finished', interrupted: 'failed' } as const;

export function noticeOf(item: Item, tabs: TabId[], ourId: string): DownloadNotice {
  const { id, url, state, filename, bytesReceived, byExtensionId } = item;
  const byVerb = byExtensionId === ourId;
  return { id, url, state: STATES[state], path: filename, bytes: bytesReceived, tabs, byVerb };
}
