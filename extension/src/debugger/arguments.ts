// Validates the parameters of the `cdp` channel. CDP commands pass unread: Chrome validates them itself.
import { bad, readRecord, readTab } from '../rpc/reading';
import { isRecord } from '../rpc/message';
import type {
  CreateTabParams,
  DownloadParams,
  PermissionParams,
  PermissionSetting,
  SetCookiesParams,
  StoreParams,
  TabParams,
  WindowBounds,
} from '../wire';
import { isOwnPage, ownPageRefusal } from '../own-pages';
import { isSharedWorker, nameOf } from './shared-workers';

/** A tab or a shared worker. */
export function readTargetParams(params: unknown): TabParams {
  return { tab: readTab(readRecord(params).tab) };
}

/** A tab alone. */
export function readTabParams(params: unknown): TabParams {
  const { tab } = readTargetParams(params);
  if (!isSharedWorker(tab)) return { tab };
  throw bad(`${nameOf(tab)} has no tab or window: it can be attached to and driven, no more`);
}

export function readCreateTab(params: unknown): CreateTabParams {
  const { url, background, newWindow, incognito, group } = readRecord(params);
  if (typeof url !== 'string') throw bad('url must be a string');
  // Chrome would take a relative address for a page of our own.
  if (url !== '' && !URL.canParse(url)) throw bad('url must be an absolute address');
  if (isOwnPage(url)) throw bad(ownPageRefusal(url));
  return {
    url,
    background: background === true,
    newWindow: newWindow === true,
    incognito: incognito === true,
    ...readGroup(group),
  };
}

function readGroup(group: unknown): { group?: string } {
  if (group === undefined || group === null) return {};
  if (typeof group !== 'string' || group === '') throw bad('group must be a title');
  return { group };
}

export function readStore(params: unknown): StoreParams {
  return { incognito: readRecord(params).incognito === true };
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

export function readSetCookies(params: unknown): SetCookiesParams {
  const { cookies } = readRecord(params);
  if (!Array.isArray(cookies) || !cookies.every(isRecord)) throw bad('cookies must be objects');
  return { cookies, ...readStore(params) };
}

const SETTINGS: readonly unknown[] = ['granted', 'denied', 'prompt'] satisfies PermissionSetting[];

export function readPermissions(params: unknown): PermissionParams {
  const { names, setting, origin } = readRecord(params);
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw bad('names must be permissions');
  }
  if (!SETTINGS.includes(setting)) throw bad(`setting must be one of ${SETTINGS.join(', ')}`);
  return {
    names,
    setting: setting as PermissionSetting,
    ...readOrigin(origin),
    ...readStore(params),
  };
}

function readOrigin(origin: unknown): { origin?: string } {
  if (origin === undefined || origin === null) return {};
  const url = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw bad('origin must be of http or https');
  return { origin: url.origin };
}
