// Opening, closing and showing tabs.
import { browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { CreateTabParams, NoResult, TabId, TabParams, TabTarget } from '../wire';
import { chromeDoor } from './chrome-door';
import { explain, textOf } from './refusal';
import type { LookUpTargets } from './targets';

const BLANK = 'about:blank';

export async function createTab(
  { url, background, newWindow }: CreateTabParams,
  lookUp: LookUpTargets,
): Promise<TabTarget> {
  const address = url === '' ? BLANK : url;
  const tab = newWindow ? await openWindow(address, background) : await open(address, background);
  if (tab !== undefined && address === BLANK) await settled(tab);
  const target = (await lookUp()).find((candidate) => candidate.tab === tab);
  if (!target) throw new HandlerError('failed', `the new tab for ${address} was closed at once`);
  return target;
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

/** What Chrome says about a tab, its refusals in our codes. */
export async function about<T>(tab: TabId, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw await explain(tab, error, chromeDoor.addressOf);
  }
}

/** The empty page of a new tab arrives late enough to abort the first navigation of whoever asked. */
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
    // It may have settled before we listened, or be gone.
    browser.tabs.get(tab).then(({ status }) => {
      if (status === 'complete') finish();
    }, finish);
  });
}

async function open(url: string, background: boolean): Promise<TabId | undefined> {
  try {
    return (await browser.tabs.create({ url, active: !background })).id;
  } catch (error) {
    // Chrome may run without any window, on a Mac for hours.
    if (/no current window/i.test(textOf(error))) return openWindow(url, background);
    throw error;
  }
}

async function openWindow(url: string, background: boolean): Promise<TabId | undefined> {
  const window = await browser.windows.create({ url, focused: !background });
  return window?.tabs?.[0]?.id;
}
