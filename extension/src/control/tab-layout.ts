// Groups and moves tabs, and zooms their pages.
import { browser, type Browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { GroupParams, MoveTabsParams, NoResult, TabId, ZoomParams, ZoomState } from '../wire';
import { about } from './chrome-api';
import { textOf } from './refusal';

type Tab = Browser.tabs.Tab;

/** Moves tabs into the group with that title, and creates the group if there is none. */
export type PutIntoGroup = (title: string, tabs: readonly Tab[]) => Promise<void>;

export function createGrouper(put: PutIntoGroup): (params: GroupParams) => Promise<NoResult> {
  return async ({ tabs, title }) => {
    const found = await find(tabs);
    await unlessDragged(title === undefined ? ungroup(tabs) : put(title, found));
    return {};
  };
}

export async function moveTabs({ tabs, windowId }: MoveTabsParams): Promise<NoResult> {
  const [first, ...others] = await find(tabs);
  if (!first?.id) return {};
  if (windowId === undefined) {
    const { incognito } = first;
    const window = await unlessDragged(browser.windows.create({ tabId: first.id, incognito }));
    if (window?.id !== undefined) await moveTo(window.id, others);
  } else {
    await moveTo(windowId, [first, ...others]);
  }
  return {};
}

export async function zoomTab({ tab, factor }: ZoomParams): Promise<ZoomState> {
  if (factor !== undefined) await about(tab, browser.tabs.setZoom(tab, factor));
  return { factor: await about(tab, browser.tabs.getZoom(tab)) };
}

function find(tabs: readonly TabId[]): Promise<Tab[]> {
  return Promise.all(tabs.map((tab) => about(tab, browser.tabs.get(tab))));
}

async function ungroup(tabs: TabId[]): Promise<void> {
  const [first, ...others] = tabs;
  if (first !== undefined) await browser.tabs.ungroup([first, ...others]);
}

async function moveTo(windowId: number, tabs: readonly Tab[]): Promise<void> {
  const ids = tabs.flatMap(({ id }) => id ?? []);
  if (ids.length > 0) await unlessDragged(browser.tabs.move(ids, { windowId, index: -1 }));
}

/** Chrome refuses to move tabs while the person drags one. */
async function unlessDragged<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const text = textOf(error);
    const isDragged = /cannot be edited right now/i.test(text);
    throw isDragged ? new HandlerError('busy', 'the person is dragging a tab; try again') : error;
  }
}
