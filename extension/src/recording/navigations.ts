// Where the person went, as far as only the browser knows it: by the address bar, back and forward, to another
// tab. What a page's own links and scripts lead to is told as where it arrived.
import type { GestureKind, NavigationWay } from '../wire';
import type { Way } from '../connection/storage';

/** The part of Chrome's notice of a navigation that is used here. */
export interface Committed {
  url: string;
  transitionType?: string;
  transitionQualifiers?: string[];
  isSameDocument?: boolean;
  /** Milliseconds since 1970: a worker that had to be started hears of it late. */
  timeStamp?: number;
}

/** What people do with the address bar and their bookmarks. */
const BY_ADDRESS = new Set([
  'auto_bookmark',
  'generated',
  'keyword',
  'keyword_generated',
  'start_page',
  'typed',
]);
const ENTRIES_MAX = 50;

/** What a committed navigation of a main frame was, and where the tab is in its history after it. */
export function navigated(way: Way | undefined, step: Committed): { what: GestureKind; way: Way } {
  const { url, transitionType = '', transitionQualifiers = [] } = step;
  if (transitionQualifiers.includes('forward_back')) {
    const { how, at } = directionOf(way, url);
    const urls = [...(way?.urls ?? [])];
    urls[at] = url;
    return { what: { kind: 'navigate', how, url }, way: { urls, at } };
  }
  if (transitionType === 'reload') {
    return { what: { kind: 'navigate', how: 'reload', url }, way: way ?? { urls: [url], at: 0 } };
  }
  const isByAddress =
    BY_ADDRESS.has(transitionType) || transitionQualifiers.includes('from_address_bar');
  const what: GestureKind = isByAddress
    ? { kind: 'navigate', how: 'address', url }
    : { kind: 'arrived', url, title: '' };
  return { what, way: onwards(way, url) };
}

/** Chrome does not tell in which direction: by where the tab has been, and back where that says nothing. */
function directionOf(way: Way | undefined, url: string): { how: NavigationWay; at: number } {
  const { urls, at } = way ?? { urls: [], at: 0 };
  // The nearest such entry, on either side.
  for (let distance = 1; distance < ENTRIES_MAX; distance += 1) {
    if (urls[at - distance] === url) return { how: 'back', at: at - distance };
    if (urls[at + distance] === url) return { how: 'forward', at: at + distance };
  }
  return { how: 'back', at: Math.max(0, at - 1) };
}

function onwards(way: Way | undefined, url: string): Way {
  if (!way) return { urls: [url], at: 0 };
  if (way.urls[way.at] === url) return way;
  const urls = [...way.urls.slice(0, way.at + 1), url].slice(-ENTRIES_MAX);
  return { urls, at: urls.length - 1 };
}
