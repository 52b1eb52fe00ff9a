// A picture of the active tab. Chrome can capture no other tab without the debugger.
import { browser } from 'wxt/browser';
import { isOwnPage } from '../own-pages';
import { HandlerError } from '../rpc/errors';
import type { PictureData, TabId, TabParams } from '../wire';
import { about } from './chrome-api';
import { ownPage, textOf } from './refusal';

export async function captureTab({ tab }: TabParams, signal: AbortSignal): Promise<PictureData> {
  const windowId = await windowInFrontOf(tab);
  const picture = await about(
    tab,
    whenAllowed(() => capture(windowId), signal),
  );
  // The person may have switched tabs meanwhile, and the picture may show another tab (a race).
  await windowInFrontOf(tab);
  return { base64: picture.slice(picture.indexOf(',') + 1) };
}

async function windowInFrontOf(tab: TabId): Promise<number> {
  const { active, windowId, url = '' } = await about(tab, browser.tabs.get(tab));
  if (isOwnPage(url)) throw ownPage(url);
  if (active) return windowId;
  throw new HandlerError(
    'failed',
    `tab ${tab} is behind another, and Chrome takes pictures only of a tab in front: ` +
      'switch to it, or attach the debugger',
  );
}

function capture(windowId: number): Promise<string> {
  return browser.tabs.captureVisibleTab(windowId, { format: 'png' });
}

/** Chrome's rate limit is two pictures a second. */
const PICTURE_INTERVAL_MS = 500;

async function whenAllowed<T>(take: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await take();
    } catch (error) {
      if (!textOf(error).includes('CALLS_PER_SECOND')) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PICTURE_INTERVAL_MS));
    signal.throwIfAborted();
  }
}
