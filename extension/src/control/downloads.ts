// Downloads: started when the daemon asks, told of whoever started them.
import { browser, type Browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type {
  DownloadId,
  DownloadNotice,
  NoResult,
  SettleDownloadParams,
  StartDownloadParams,
} from '../wire';
import { textOf } from './refusal';

type Item = Pick<
  Browser.downloads.DownloadItem,
  'id' | 'url' | 'state' | 'filename' | 'bytesReceived'
>;

export async function startDownload({ url }: StartDownloadParams): Promise<DownloadId> {
  try {
    return { id: await browser.downloads.download({ url, saveAs: false }) };
  } catch (error) {
    throw new HandlerError('failed', `Chrome does not download ${url}: ${textOf(error)}`);
  }
}

/** One that has ended cannot wait any more: what becomes of it is said when it is settled. */
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

  onCreated.addListener((item) => {
    notify(noticeOf(item));
  });
  onChanged.addListener(({ id, state }) => {
    if (state === undefined) return;
    // What has changed is told alone, without the rest.
    browser.downloads.search({ id }).then(([item]) => {
      if (item) notify(noticeOf(item));
    }, console.warn);
  });
}

const STATES = { in_progress: 'started', complete: 'finished', interrupted: 'failed' } as const;

export function noticeOf({ id, url, state, filename, bytesReceived }: Item): DownloadNotice {
  return { id, url, state: STATES[state], path: filename, bytes: bytesReceived };
}
