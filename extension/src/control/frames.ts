// The frames of a page that a page kit can be in.
import { browser, type Browser } from 'wxt/browser';
import type { FrameInfo, FrameList, TabId, TabParams } from '../wire';
import { lookAt } from './chrome-api';
import { discardedTab, forbidden, noSuchTab, ownPage, type Look } from './refusal';
import { HandlerError } from '../rpc/errors';
import { isOwnPage } from '../own-pages';

type Frame = Pick<
  Browser.webNavigation.GetAllFrameResultDetails,
  'frameId' | 'parentFrameId' | 'documentId' | 'documentLifecycle' | 'url' | 'errorOccurred'
>;

export async function listFrames({ tab }: TabParams): Promise<FrameList> {
  const frames = (await browser.webNavigation.getAllFrames({ tabId: tab })) ?? [];
  if (isReadable(frames)) return { frames: framesOf(frames) };
  throw whyNot(tab, await lookAt(tab));
}

/** Without error pages and prerendered pages, where no kit can be injected. */
export function framesOf(frames: readonly Frame[]): FrameInfo[] {
  return frames
    .filter(
      ({ errorOccurred, documentLifecycle }) => !errorOccurred && documentLifecycle === 'active',
    )
    .map(({ frameId, parentFrameId, documentId, url }) => ({
      frame: frameId,
      parent: parentFrameId,
      document: documentId,
      url,
    }));
}

function isReadable(frames: readonly Frame[]): boolean {
  const main = frames.find(({ frameId }) => frameId === 0);
  return main !== undefined && !main.errorOccurred && !isOwnPage(main.url);
}

function whyNot(tab: TabId, found: Look | undefined): HandlerError {
  if (!found) return noSuchTab(tab);
  if (found.discarded) return discardedTab(tab);
  if (isOwnPage(found.url ?? '')) return ownPage(found.url ?? '');
  if (found.url === undefined) return new HandlerError('failed', `tab ${tab} has no page yet`);
  return forbidden(tab, found, 'it is an error page');
}
