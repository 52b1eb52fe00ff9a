// Maps Chrome's errors about a tab or its page to our codes. Chrome has no error codes, so this has to
// match its English messages.
import { isOwnPage, ownPageRefusal } from '../own-pages';
import { quote, quoteAddress } from '../page-words';
import { HandlerError } from '../rpc/errors';
import type { TabId } from '../wire';

/** The facts of a tab that explain an error. Chrome does not report the address of every page. */
export interface Look {
  url?: string | undefined;
  discarded?: boolean;
  /** Chrome lets us into pages of this address. */
  isPermitted?: boolean;
}

/** Undefined when there is no such tab. */
export type LookAt = (tab: TabId) => Promise<Look | undefined>;

const CHROME_LENGTH_MAX = 200;
const NO_FRAME = /no frame with id/i;
const PAGE_GONE =
  /message (port|channel)( is)? closed|back\/forward cache|frame .* was removed|receiving end/i;
/** What Chrome says of a page whose process has ended, as well as of one that is kept from us. */
const NO_HOST_PERMISSION = /must request permission to access the respective host/i;
const FORBIDDEN = /cannot (access|be scripted)|error page|extensions gallery|ExtensionsSettings/i;

export async function explain(tab: TabId, error: unknown, lookAt: LookAt): Promise<HandlerError> {
  if (error instanceof HandlerError) return error;
  const text = textOf(error);
  const found = await lookAt(tab);
  if (!found) return noSuchTab(tab);
  if (isOwnPage(found.url ?? '')) return ownPage(found.url ?? '');
  if (found.discarded) return discardedTab(tab);
  if (NO_HOST_PERMISSION.test(text) && found.isPermitted) return crashed(tab);
  if (FORBIDDEN.test(text)) return forbidden(tab, found, text);
  if (NO_FRAME.test(text)) {
    return new HandlerError('failed', `the frame of tab ${tab} is not there any more`);
  }
  if (PAGE_GONE.test(text)) {
    return new HandlerError('pageLeft', `tab ${tab} left its page before the page answered`);
  }
  return chromeError(error);
}

/** An error of Chrome's, which may repeat an address or other words of a page. */
export function chromeError(error: unknown): HandlerError {
  return new HandlerError('failed', `Chrome says ${quote(textOf(error), CHROME_LENGTH_MAX)}`);
}

export function noSuchTab(tab: TabId): HandlerError {
  return new HandlerError('noSuchTab', `there is no tab ${tab}`);
}

export function discardedTab(tab: TabId): HandlerError {
  const why = `tab ${tab} is asleep: Chrome has put its page away to save memory`;
  return new HandlerError('failed', `${why}; switch to it or reload it`);
}

function crashed(tab: TabId): HandlerError {
  return new HandlerError('pageCrashed', `the page in tab ${tab} has crashed`);
}

export function ownPage(url: string): HandlerError {
  return new HandlerError('forbiddenPage', ownPageRefusal(url));
}

export function forbidden(tab: TabId, { url }: Look, why: string): HandlerError {
  const page = url === undefined ? 'a page whose address Chrome hides' : quoteAddress(url);
  return new HandlerError(
    'forbiddenPage',
    `tab ${tab} shows ${page}, where Chrome allows no extension: ${quote(why, CHROME_LENGTH_MAX)}`,
  );
}

export function isForbidden(error: unknown): boolean {
  return FORBIDDEN.test(textOf(error));
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
