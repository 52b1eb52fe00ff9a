// Opening, closing and showing tabs.
import { browser, type Browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { CreateTabParams, NoResult, TabId, TabParams, TabTarget } from '../wire';
import type { TabCreation } from './tab-created';
import { addressOf } from './chrome-api';
import { requireIncognito } from './incognito';
import { explain } from './refusal';
import type { OpenInGroup } from './tab-groups';
import type { LookUpTargets } from './targets';

type Tab = Browser.tabs.Tab;

const BLANK = 'about:blank';

export type CreateTab = (params: CreateTabParams) => Promise<TabTarget>;

export function createTabMaker(
  lookUp: LookUpTargets,
  { hold }: Pick<TabCreation, 'hold'>,
  openInGroup: OpenInGroup,
): CreateTab {
  function openWhereAsked(params: CreateTabParams): Promise<Tab> {
    const { group, incognito } = params;
    if (group === undefined) return open(params);
    return hold(() => openInGroup(group, incognito, (windowId) => open(params, windowId)));
  }

  return async (asked) => {
    if (asked.incognito) await requireIncognito();
    const params = { ...asked, url: asked.url === '' ? BLANK : asked.url };
    const { id } = await openWhereAsked(params);
    if (id !== undefined && params.url === BLANK) await settled(id);
    const target = (await lookUp()).find(({ tab }) => tab === id);
    if (!target) {
      throw new HandlerError('failed', `the new tab for ${params.url} was closed at once`);
    }
    return target;
  };
}

export async function closeTab({ tab }: TabParams): Promise<NoResult> {
  await about(tab, browser.tabs.remove(tab));
  return {};
}

export async function activateTab({ tab }: TabParams): Promise<NoResult> {
  const shown = await about(tab, browser.tabs.update(tab, { active: true }));
  if (shown) await browser.windows.update(shown.windowId, { focused: true });
  return {};
}

/** Returns what Chrome knows of a tab, and maps its errors to our codes. */
export async function about<T>(tab: TabId, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw await explain(tab, error, addressOf);
  }
}

/** Waits for the blank page of a new tab, which would otherwise abort the caller's first navigation. */
function settled(tab: TabId): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      browser.tabs.onUpdated.removeListener(onUpdated);
      browser.tabs.onRemoved.removeListener(onRemoved);
      resolve();
    };
    const onUpdated = (id: TabId, { status }: { status?: string }) => {
      if (id === tab && status === 'complete') finish();
    };
    const onRemoved = (id: TabId) => {
      if (id === tab) finish();
    };
    browser.tabs.onUpdated.addListener(onUpdated);
    browser.tabs.onRemoved.addListener(onRemoved);
    // The tab may have loaded before the listener was there, or may be closed (a race).
    browser.tabs.get(tab).then(({ status }) => {
      if (status === 'complete') finish();
    }, finish);
  });
}

/** In the given window, if the group exists already; otherwise where the caller asked for it. */
async function open(params: CreateTabParams, givenWindow?: number): Promise<Tab> {
  const { url, background, newWindow, incognito } = params;
  const found = givenWindow ?? (newWindow ? undefined : await findWindow(incognito));
  // Chrome may run without any window, on macOS for hours.
  if (found === undefined) return openWindow(params);
  const tab = await browser.tabs.create({ url, active: !background, windowId: found });
  // The group may be in a background window.
  if (givenWindow !== undefined && !background) {
    await browser.windows.update(givenWindow, { focused: true });
  }
  return tab;
}

/** The focused window if it fits. Left to itself, Chrome may choose an incognito window. */
async function findWindow(incognito: boolean): Promise<number | undefined> {
  const only = { windowTypes: ['normal' as const] };
  const last = await browser.windows.getLastFocused(only).catch(() => undefined);
  if (last?.incognito === incognito) return last.id;
  const windows = await browser.windows.getAll(only);
  return windows.find((each) => each.incognito === incognito)?.id;
}

async function openWindow({ url, background, incognito }: CreateTabParams): Promise<Tab> {
  const window = await browser.windows.create({ url, focused: !background, incognito });
  const [tab] = window?.tabs ?? [];
  if (!tab) throw new HandlerError('failed', `Chrome opened no window for ${url}`);
  return tab;
}
