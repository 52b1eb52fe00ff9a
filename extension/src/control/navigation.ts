// Navigates a tab. Each function resolves when the navigation has begun; notices report its progress.
import { browser } from 'wxt/browser';
import { quote } from '../page-words';
import { HandlerError } from '../rpc/errors';
import type { HistoryParams, NavigateParams, NoResult, ReloadParams, TabId } from '../wire';
import { about } from './chrome-api';
import { isForbidden, textOf } from './refusal';

export async function navigate({ tab, url }: NavigateParams): Promise<NoResult> {
  const asked = browser.tabs.update(tab, { url }).catch((error: unknown) => {
    throw isBadAddress(error)
      ? new HandlerError('badArguments', `Chrome says ${quote(textOf(error))}`)
      : error;
  });
  await about(tab, asked);
  return {};
}

/**
 * Uses the page's own history where possible: Chrome's "back" skips every page that was left without
 * a user gesture, and so all pages that an agent has left.
 */
export async function goInHistory({ tab, delta }: HistoryParams): Promise<NoResult> {
  const gone = runInPage(tab, goFromHere, delta).then(
    (before) => requireGoing(tab, delta, before),
    (error: unknown) => {
      if (isForbidden(error)) return goByChrome(tab, delta);
      throw error;
    },
  );
  await about(tab, gone);
  return {};
}

export async function reloadTab({ tab, bypassCache }: ReloadParams): Promise<NoResult> {
  await about(tab, browser.tabs.reload(tab, { bypassCache }));
  return {};
}

const BAD_ADDRESS = /invalid url|cannot navigate to|can't do that/i;

function isBadAddress(error: unknown): boolean {
  return BAD_ADDRESS.test(textOf(error));
}

/** Serialized and run in the page. Returns the index of its current history entry. */
function goFromHere(delta: number): string | undefined {
  const { key } = navigation.currentEntry ?? {};
  history.go(delta);
  return key;
}

function whereItIs(): string | undefined {
  return navigation.currentEntry?.key;
}

/** Once the page has answered, Chrome knows of the navigation, if there is an entry to go to. */
async function requireGoing(tab: TabId, delta: number, before: string | undefined): Promise<void> {
  const { pendingUrl } = await browser.tabs.get(tab);
  if (pendingUrl !== undefined) return;
  // A same-document navigation is complete at once. A page that no longer answers has navigated, too.
  const isMoved = await runInPage(tab, whereItIs).then(
    (now) => now !== before,
    () => true,
  );
  if (!isMoved) throw nothingThere(delta);
}

async function goByChrome(tab: TabId, delta: number): Promise<void> {
  try {
    await (delta < 0 ? browser.tabs.goBack(tab) : browser.tabs.goForward(tab));
  } catch (error) {
    if (!/next page in history/i.test(textOf(error))) throw error;
    const page = 'a page where Chrome allows no extension';
    throw nothingThere(delta, ` from ${page}; navigate, or attach the debugger`);
  }
}

async function runInPage<A extends [] | [number]>(
  tab: TabId,
  func: (...args: A) => string | undefined,
  ...args: A
): Promise<string | undefined> {
  const [main] = await browser.scripting.executeScript({
    target: { tabId: tab, frameIds: [0] },
    injectImmediately: true,
    func,
    args,
  });
  return main?.result ?? undefined;
}

function nothingThere(delta: number, where = ''): HandlerError {
  const way = delta < 0 ? 'back' : 'forward';
  return new HandlerError('failed', `there is no page to go ${way} to${where}`);
}
