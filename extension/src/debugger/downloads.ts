// Downloads that a CDP client takes over. Chrome's debugger and its downloads API share no id, so a
// download is matched by its address, the oldest first.
import { browser, type Browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { DownloadFile, DownloadParams, NoResult } from '../wire';

type Item = Browser.downloads.DownloadItem;

/** Also erases it from the person's list of downloads, because the file goes elsewhere. */
export async function takeDownload({ url }: DownloadParams): Promise<DownloadFile> {
  const item = await find(url, (candidate) => candidate.state === 'complete');
  await browser.downloads.erase({ id: item.id });
  return { path: item.filename };
}

export async function cancelDownload({ url }: DownloadParams): Promise<NoResult> {
  const { id } = await find(url, (candidate) => candidate.state === 'in_progress');
  await browser.downloads.cancel(id);
  return {};
}

async function find(url: string, fits: (item: Item) => boolean): Promise<Item> {
  const items = await browser.downloads.search({ orderBy: ['startTime'] });
  const item = items.find((each) => (each.url === url || each.finalUrl === url) && fits(each));
  if (!item) throw new HandlerError('failed', `Chrome knows of no such download of ${url}`);
  return item;
}
