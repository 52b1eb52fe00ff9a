// The door of the `cdp` channel. Commands pass unread: Chrome looks at them itself.
import { bad, readRecord, readTab } from '../control/arguments';
import { isRecord } from '../rpc/message';
import type { CookieList, CreateTabParams, DownloadParams, TabParams, WindowBounds } from '../wire';

export function readTabParams(params: unknown): TabParams {
  return { tab: readTab(readRecord(params).tab) };
}

export function readCreateTab(params: unknown): CreateTabParams {
  const { url, background, newWindow } = readRecord(params);
  if (typeof url !== 'string') throw bad('url must be a string');
  // Chrome would take a relative address for a page of our own.
  if (url !== '' && !URL.canParse(url)) throw bad('url must be an absolute address');
  return { url, background: background === true, newWindow: newWindow === true };
}

export function readDownload(params: unknown): DownloadParams {
  const { url } = readRecord(params);
  if (typeof url !== 'string') throw bad('url must be a string');
  return { url };
}

const WINDOW_STATES = ['normal', 'minimized', 'maximized', 'fullscreen'];

export function readWindowBounds(params: unknown): WindowBounds {
  const { windowId, windowState, ...place } = readRecord(params);
  if (!Number.isSafeInteger(windowId)) throw bad('windowId must be a window id');
  const bounds: WindowBounds = { windowId: windowId as number };
  for (const side of ['left', 'top', 'width', 'height'] as const) {
    const length = place[side];
    if (length === undefined || length === null) continue;
    if (!Number.isSafeInteger(length)) throw bad(`${side} must be a whole number`);
    bounds[side] = length as number;
  }
  if (windowState === undefined || windowState === null) return bounds;
  if (typeof windowState !== 'string' || !WINDOW_STATES.includes(windowState)) {
    throw bad(`windowState must be one of ${WINDOW_STATES.join(', ')}`);
  }
  return { ...bounds, windowState };
}

export function readCookieList(params: unknown): CookieList {
  const { cookies } = readRecord(params);
  if (!Array.isArray(cookies) || !cookies.every(isRecord)) throw bad('cookies must be objects');
  return { cookies };
}
