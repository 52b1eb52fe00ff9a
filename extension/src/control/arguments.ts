// Validates the parameters of browser control, once, here: what does not fit is refused with `badArguments`.
import { isOwnPage, ownPageRefusal } from '../own-pages';
import { bad, isGiven, readId, readRecord, readTab } from '../rpc/reading';
import type {
  AddBookmarkParams,
  AskKitParams,
  BookmarkIdParams,
  ClipboardText,
  DownloadId,
  EchoParams,
  FindBookmarksParams,
  FindTabParams,
  FindVisitsParams,
  GroupParams,
  HistoryParams,
  JoinParams,
  MoveTabsParams,
  NavigateParams,
  ReloadParams,
  RunScriptParams,
  SettleDownloadParams,
  SpeakParams,
  StartDownloadParams,
  TabId,
  TabParams,
  ZoomParams,
} from '../wire';
import { noSuchTab } from './refusal';

export function readEcho(params: unknown): EchoParams {
  const { text, tab } = readRecord(params);
  const read = { text: readText(text, 'text') };
  return isGiven(tab) ? { ...read, tab: readPageTab(tab) } : read;
}

export function readTabParams(params: unknown): TabParams {
  return { tab: readPageTab(readRecord(params).tab) };
}

export function readFindTab(params: unknown): FindTabParams {
  const { tab } = readRecord(params);
  return isGiven(tab) ? { tab: readPageTab(tab) } : {};
}

export function readAskKit(params: unknown): AskKitParams {
  const { tab, frame, name, params: asked, join, deadlineMs } = readRecord(params);
  return {
    tab: readPageTab(tab),
    frame: readFrame(frame),
    name: readText(name, 'name'),
    params: asked,
    join: readJoin(join),
    deadlineMs: readCount(deadlineMs, 'deadlineMs'),
  };
}

export function readNavigate(params: unknown): NavigateParams {
  const { tab, url } = readRecord(params);
  return { tab: readPageTab(tab), url: readAddress(url) };
}

export function readHistory(params: unknown): HistoryParams {
  const { tab, delta } = readRecord(params);
  if (delta !== -1 && delta !== 1) throw bad('delta must be -1 for back or 1 for forward');
  return { tab: readPageTab(tab), delta };
}

export function readReload(params: unknown): ReloadParams {
  const { tab, bypassCache } = readRecord(params);
  return { tab: readPageTab(tab), bypassCache: bypassCache === true };
}

export function readGroup(params: unknown): GroupParams {
  const { tabs, title } = readRecord(params);
  const read = { tabs: readTabs(tabs) };
  if (!isGiven(title)) return read;
  if (typeof title !== 'string' || title === '') throw bad('title must not be empty');
  return { ...read, title };
}

export function readMoveTabs(params: unknown): MoveTabsParams {
  const { tabs, windowId } = readRecord(params);
  const read = { tabs: readTabs(tabs) };
  if (!isGiven(windowId)) return read;
  return { ...read, windowId: readId(windowId, 'windowId must be a window id') };
}

/** What Chrome's own menu offers; beyond it Chrome takes any number, and a negative one for 1. */
const ZOOM_MIN = 0.25;
const ZOOM_MAX = 5;

export function readZoom(params: unknown): ZoomParams {
  const { tab, factor } = readRecord(params);
  const read = { tab: readPageTab(tab) };
  if (!isGiven(factor)) return read;
  if (typeof factor !== 'number' || !(factor >= ZOOM_MIN && factor <= ZOOM_MAX)) {
    throw bad(`factor must be between ${ZOOM_MIN} and ${ZOOM_MAX}`);
  }
  return { ...read, factor };
}

export function readRunScript(params: unknown): RunScriptParams {
  const { tab, frame, code } = readRecord(params);
  return { tab: readPageTab(tab), frame: readFrame(frame), code: readText(code, 'code') };
}

/** Chrome's own limit for what is read aloud at once. */
const SPEECH_LENGTH_MAX = 32_768;

export function readSpeak(params: unknown): SpeakParams {
  const { text: given, lang } = readRecord(params);
  const text = readText(given, 'text');
  if (text.length > SPEECH_LENGTH_MAX) {
    throw bad(`text must not be longer than ${SPEECH_LENGTH_MAX} characters`);
  }
  return isGiven(lang) ? { text, lang: readText(lang, 'lang') } : { text };
}

export function readAddBookmark(params: unknown): AddBookmarkParams {
  const { url, title, folder } = readRecord(params);
  const read = { url: readAddress(url), title: readText(title, 'title') };
  return isGiven(folder) ? { ...read, folder: readText(folder, 'folder') } : read;
}

export function readFindBookmarks(params: unknown): FindBookmarksParams {
  const { query, countMax } = readRecord(params);
  return { query: readText(query, 'query'), countMax: readCount(countMax, 'countMax') };
}

export function readFindVisits(params: unknown): FindVisitsParams {
  const { sinceMs } = readRecord(params);
  if (typeof sinceMs !== 'number') throw bad('sinceMs must be a number');
  return { ...readFindBookmarks(params), sinceMs };
}

export function readBookmarkId(params: unknown): BookmarkIdParams {
  return { id: readText(readRecord(params).id, 'id') };
}

export function readClipboardText(params: unknown): ClipboardText {
  return { text: readText(readRecord(params).text, 'text') };
}

export function readStartDownload(params: unknown): StartDownloadParams {
  return { url: readAddress(readRecord(params).url) };
}

export function readDownloadId(params: unknown): DownloadId {
  return { id: readId(readRecord(params).id, 'id must be a number') };
}

export function readSettleDownload(params: unknown): SettleDownloadParams {
  const { keep } = readRecord(params);
  if (typeof keep !== 'boolean') throw bad('keep must be true or false');
  return { ...readDownloadId(params), keep };
}

function readText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw bad(`${name} must be a string`);
  return value;
}

/** Shared workers have ids too, below 0, but no page. */
function readPageTab(value: unknown): TabId {
  const tab = readTab(value);
  if (tab < 0) throw noSuchTab(tab);
  return tab;
}

function readFrame(value: unknown): number {
  return readCount(value, 'frame');
}

function readJoin(join: unknown): JoinParams {
  const { ordinal, first } = readRecord(join);
  const read = { ordinal: readCount(ordinal, 'ordinal') };
  return isGiven(first) ? { ...read, first: readCount(first, 'first') } : read;
}

function readCount(value: unknown, name: string): number {
  const count = readId(value, `${name} must be a whole number`);
  if (count < 0) throw bad(`${name} must not be negative`);
  return count;
}

function readTabs(tabs: unknown): TabId[] {
  if (!Array.isArray(tabs) || tabs.length === 0) throw bad('tabs must be tab ids');
  return tabs.map(readPageTab);
}

/** Chrome would take a relative address for a page of our own, and run a script of ours as the page's. */
function readAddress(value: unknown): string {
  const url = readText(value, 'url');
  if (!URL.canParse(url)) throw bad('url must be an absolute address, such as https://example.com');
  if (new URL(url).protocol === 'javascript:') throw bad('url must not be a script');
  if (isOwnPage(url)) throw bad(ownPageRefusal(url));
  return url;
}
