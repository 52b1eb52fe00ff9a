// Checks that the types of browser control cannot express: whether an id can be a tab with a page, and
// whether an address may be opened; and that errors of Chrome are told as such. Every method of the
// channel passes here, also a new one.
import { isOwnPage, ownPageRefusal } from '../own-pages';
import type { InvokeHandlers } from '../rpc/contract';
import { HandlerError } from '../rpc/errors';
import { bad } from '../rpc/readers';
import type { TabId } from '../wire';
import { chromeError, noSuchTab } from './refusal';

interface Place {
  tab?: TabId;
  tabs?: readonly TabId[];
  url?: string;
}

type Handler = (params: Place, signal: AbortSignal) => unknown;

/** Puts `checkPlace` in front of every handler, and `chromeError` behind it. */
export function guardPlaces<M>(handlers: InvokeHandlers<M>): InvokeHandlers<M> {
  const guarded = Object.entries(handlers as Record<string, Handler>).map(
    ([name, handle]): [string, Handler] => [
      name,
      (params, signal) => {
        checkPlace(params);
        const done = handle(params, signal);
        return done instanceof Promise ? done.catch(throwAsOurs) : done;
      },
    ],
  );
  return Object.fromEntries(guarded) as unknown as InvokeHandlers<M>;
}

function throwAsOurs(error: unknown): never {
  throw error instanceof HandlerError ? error : chromeError(error);
}

export function checkPlace({ tab, tabs, url }: Place): void {
  if (tab !== undefined) checkPage(tab);
  tabs?.forEach(checkPage);
  if (url !== undefined) checkAddress(url);
}

/** Shared workers have ids too, below 0, but no page. */
function checkPage(tab: TabId): void {
  if (tab < 0) throw noSuchTab(tab);
}

/** Chrome resolves a relative address against our own origin, and would open a page of ours. */
function checkAddress(url: string): void {
  if (!URL.canParse(url)) throw bad('url must be an absolute address, such as https://example.com');
  if (new URL(url).protocol === 'javascript:') throw bad('url must not be a script');
  if (isOwnPage(url)) throw bad(ownPageRefusal(url));
}
