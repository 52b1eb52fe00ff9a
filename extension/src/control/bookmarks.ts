// Finds, adds and removes bookmarks.
import { browser } from 'wxt/browser';
import { quote, quoteAddress } from '../page-words';
import { HandlerError } from '../rpc/errors';
import type {
  AddBookmarkParams,
  Bookmark,
  BookmarkIdParams,
  BookmarkList,
  FindBookmarksParams,
  NoResult,
} from '../wire';
import { textOf } from './refusal';

/** The part of Chrome's bookmark tree that is used here. */
interface Node {
  id: string;
  title: string;
  /** Undefined for a folder. */
  url?: string;
  dateAdded?: number;
  /** Present since Chrome 134. */
  folderType?: string;
  children?: Node[];
}

export async function findBookmarks(params: FindBookmarksParams): Promise<BookmarkList> {
  const { query, countMax } = params;
  const kept = flattenBookmarks(await root());
  if (query === '') return { bookmarks: kept.slice(0, countMax) };
  const places = new Map(kept.map((bookmark) => [bookmark.id, bookmark]));
  const found = await browser.bookmarks.search(query);
  return { bookmarks: found.flatMap(({ id }) => places.get(id) ?? []).slice(0, countMax) };
}

export async function addBookmark({ url, title, folder }: AddBookmarkParams): Promise<Bookmark> {
  const bar = barOf(await root());
  let place = bar;
  for (const name of namesOf(folder ?? '', bar.title)) place = await enter(place, name);
  const { id } = await browser.bookmarks.create({ parentId: place.id, title, url });
  const added = flattenBookmarks(await root()).find((bookmark) => bookmark.id === id);
  if (!added)
    throw new HandlerError('failed', `the bookmark of ${quoteAddress(url)} was removed at once`);
  return added;
}

export async function removeBookmark({ id }: BookmarkIdParams): Promise<NoResult> {
  const [found] = await browser.bookmarks.get(id).catch(() => []);
  if (!found) throw new HandlerError('failed', `there is no bookmark ${id}`);
  if (found.url === undefined) {
    throw new HandlerError('failed', `${id} is the folder ${quote(found.title)}, not a bookmark`);
  }
  await browser.bookmarks.remove(id).catch((error: unknown) => {
    throw new HandlerError('failed', `the bookmark ${id} stays: ${quote(textOf(error))}`);
  });
  return {};
}

/** All bookmarks below a folder, each with the path of its folders. */
export function flattenBookmarks({ children = [] }: Node, folder = ''): Bookmark[] {
  return children.flatMap((child) => {
    const { id, title, url, dateAdded } = child;
    if (url !== undefined) {
      const addedMs = dateAdded === undefined ? {} : { addedMs: Math.floor(dateAdded) };
      return [{ id, title, url, folder, ...addedMs }];
    }
    return flattenBookmarks(child, folder === '' ? title : `${folder}/${title}`);
  });
}

/** The folder names below the bookmarks bar. A caller may begin the path with the bar or not. */
export function namesOf(folder: string, bar: string): string[] {
  const names = folder.split('/').filter((name) => name !== '');
  return names[0] === bar ? names.slice(1) : names;
}

/** With a signed-in account there may be two bars; either will do. */
export function barOf({ children = [] }: Node): Node {
  const bar = children.find(({ folderType }) => folderType === 'bookmarks-bar') ?? children[0];
  if (!bar) throw new HandlerError('failed', 'this browser has no bookmarks bar');
  return bar;
}

async function enter({ id, children = [] }: Node, name: string): Promise<Node> {
  const found = children.find(({ title, url }) => title === name && url === undefined);
  return found ?? browser.bookmarks.create({ parentId: id, title: name });
}

async function root(): Promise<Node> {
  const [tree] = await browser.bookmarks.getTree();
  return tree ?? { id: '', title: '' };
}
