// Carries a question to the page kit in a tab. Where the kit is missing it is injected, and the
// question is put once more; never a third time.
import { HandlerError } from '../rpc/errors';
import type { PageAnswer, PageRequest } from '../pagekit/contract';
import { CONTENT_SCRIPT_MS_MAX, type TabId } from '../wire';

/** The little of Chrome that is needed to reach a page. */
export interface PageDoor {
  send(tab: TabId, request: PageRequest): Promise<unknown>;
  inject(tab: TabId): Promise<void>;
  exists(tab: TabId): Promise<boolean>;
  /** Chrome does not tell the address of every page. */
  address(tab: TabId): Promise<string | undefined>;
}

export type AskPage = <R extends PageRequest>(
  tab: TabId,
  request: R,
  signal: AbortSignal,
) => Promise<PageAnswer<R>>;

export function createMessenger(door: PageDoor): AskPage {
  async function ask(tab: TabId, request: PageRequest, signal: AbortSignal): Promise<unknown> {
    try {
      return await door.send(tab, request);
    } catch (error) {
      if (!isKitMissing(error)) throw await explain(door, tab, error);
    }
    signal.throwIfAborted();
    try {
      await door.inject(tab);
      signal.throwIfAborted();
      return await door.send(tab, request);
    } catch (error) {
      signal.throwIfAborted();
      throw await explain(door, tab, error);
    }
  }

  return async <R extends PageRequest>(tab: TabId, request: R, signal: AbortSignal) => {
    const answer = await withinLimit(signal, (limited) => ask(tab, request, limited));
    if (answer === undefined) throw new HandlerError('failed', 'the page gave no answer');
    return answer as PageAnswer<R>;
  };
}

/** Chrome has no codes for these; its English is all there is to go by. */
const KIT_MISSING = /could not establish connection|receiving end does not exist/i;
const PAGE_GONE = /message (port|channel)( is)? closed|back\/forward cache|frame .* was removed/i;
const FORBIDDEN = /cannot (access|be scripted)|error page|extensions gallery|ExtensionsSettings/i;

function isKitMissing(error: unknown): boolean {
  return KIT_MISSING.test(textOf(error));
}

async function explain(door: PageDoor, tab: TabId, error: unknown): Promise<HandlerError> {
  const text = textOf(error);
  if (!(await door.exists(tab))) return new HandlerError('noSuchTab', `there is no tab ${tab}`);
  if (FORBIDDEN.test(text)) {
    const page = (await door.address(tab)) ?? 'a page whose address Chrome hides';
    return new HandlerError(
      'forbiddenPage',
      `tab ${tab} shows ${page}, where Chrome allows no extension: ${text}`,
    );
  }
  if (PAGE_GONE.test(text) || isKitMissing(error)) {
    return new HandlerError('failed', `tab ${tab} left its page before the page answered`);
  }
  return new HandlerError('failed', text);
}

function withinLimit<T>(
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const limited = AbortSignal.any([signal, limit.signal]);
  const timer = setTimeout(() => {
    limit.abort(
      new HandlerError('timeout', `the page gave no answer within ${CONTENT_SCRIPT_MS_MAX} ms`),
    );
  }, CONTENT_SCRIPT_MS_MAX);
  const stopped = new Promise<never>((_, reject) => {
    limited.addEventListener('abort', () => {
      reject(limited.reason as Error);
    });
  });
  return Promise.race([work(limited), stopped]).finally(() => {
    clearTimeout(timer);
  });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
