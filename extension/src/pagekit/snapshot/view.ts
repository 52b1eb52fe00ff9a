// What is in view, and which parts of a large page need not be walked to know that.
import { queryAll, rectOf, shadowRootOf } from '../dom/native';
import { elementAt, parentOf } from '../dom/tree';

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface View {
  area: Area;
  /** Where the page begins: nobody can scroll to what is further left or up. */
  pageLeft: number;
  pageTop: number;
  /** What is out of view is passed over, unless something in view is inside it. */
  prunes: boolean;
  /** Elements with something in view inside, as far as was looked. */
  holding: Set<Element>;
  /** Something lies upon something else, as far as is known. */
  hasLayers: boolean;
}

/** Below this, walking everything costs little and misses nothing. */
const SMALL_PAGE_ELEMENTS = 300;
/** Above this, hit tests cost less than a look at every element. */
const LARGE_PAGE_ELEMENTS = 8000;
/** Hit tests cost most where pages are largest. */
const HITS_MS_MAX = 15;
/** So many are made however slow they are. */
const HITS_MIN = 24;
const HIT_COLUMNS = 12;
const HIT_ROWS = 8;
/** Buttons that float do so near the edges. */
const EDGE_PX = 36;

export function viewOf(window: Window, onlyInView: boolean): View {
  const { document } = window;
  const page = document.scrollingElement ?? document.documentElement;
  const area = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  const size = document.getElementsByTagName('*').length;
  const prunes = onlyInView && size > SMALL_PAGE_ELEMENTS;
  const isLarge = prunes && size > LARGE_PAGE_ELEMENTS;
  const holding = new Set<Element>();
  if (isLarge) hitHolders(document, area, holding);
  else if (prunes) findHolders(document, area, holding);
  const rightToLeft = getComputedStyle(page).direction === 'rtl';
  return {
    area,
    pageLeft: -window.scrollX - (rightToLeft ? page.scrollWidth - page.clientWidth : 0),
    pageTop: -window.scrollY,
    prunes,
    holding,
    hasLayers: !isLarge || [...holding].some(isLayer),
  };
}

export function meets(rect: Area, area: Area): boolean {
  return (
    rect.left < area.right &&
    rect.right > area.left &&
    rect.top < area.bottom &&
    rect.bottom > area.top
  );
}

export function narrowed(area: Area, rect: Area): Area {
  return {
    left: Math.max(area.left, rect.left),
    top: Math.max(area.top, rect.top),
    right: Math.min(area.right, rect.right),
    bottom: Math.min(area.bottom, rect.bottom),
  };
}

/**
 * Whether nothing of a box outside the area can be inside it. What flows out of a box below or on
 * the right; what is positioned out of it elsewhere is left to `holding`.
 */
export function isWhollyOut(element: Element, rect: DOMRect, view: View, area: Area): boolean {
  if (rect.width === 0 || rect.height === 0) return false;
  if (meets(rect, area) || view.holding.has(element)) return false;
  if (rect.top >= area.bottom || rect.left >= area.right) return true;
  const bottom = rect.top + Math.max(rect.height, element.scrollHeight);
  const right = rect.left + Math.max(rect.width, element.scrollWidth);
  return !meets({ left: rect.left, top: rect.top, right, bottom }, area);
}

/** The rows that may meet the area, found by bisection: rows of a table run downwards. */
export function rowsInView(section: Element, { holding }: View, area: Area): Element[] {
  const rows = Array.from((section as HTMLTableSectionElement).rows);
  const first = firstRow(rows, (rect) => rect.bottom > area.top);
  const end = firstRow(rows, (rect) => rect.top >= area.bottom);
  // What a row above lets hang into the next ones is rare; one row more on each side is not dear.
  return rows.filter((row, at) => (at >= first - 1 && at <= end) || holding.has(row));
}

function firstRow(rows: readonly Element[], reached: (rect: DOMRect) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // Rows that are not shown have no place: the next that has one speaks for them.
    let shown = middle;
    let rect = rectAt(rows, shown);
    while (shown + 1 < high && rect.height === 0) rect = rectAt(rows, (shown += 1));
    if (rect.height === 0 || reached(rect)) high = middle;
    else low = shown + 1;
  }
  return low;
}

function rectAt(rows: readonly Element[], at: number): DOMRect {
  const row = rows[at];
  return row ? rectOf(row) : new DOMRect();
}

/** Drawn apart from the flow, so that it may lie upon something. */
function isLayer(element: Element): boolean {
  const { position } = getComputedStyle(element);
  return position !== 'static' && position !== 'relative';
}

/** Holders of what is drawn apart from the flow and in view. */
function findHolders(root: Node, area: Area, holders: Set<Element>): void {
  for (const element of Array.from(queryAll(root, '*'))) {
    const shadow = shadowRootOf(element);
    if (shadow) findHolders(shadow, area, holders);
    if (isLayer(element) && meets(rectOf(element), area)) hold(element, holders);
  }
}

function hitHolders(document: Document, area: Area, holders: Set<Element>): void {
  const stop = performance.now() + HITS_MS_MAX;
  samplesOf(area).forEach(([x, y], count) => {
    if (count >= HITS_MIN && performance.now() > stop) return;
    const hit = elementAt(document, x, y);
    if (hit) hold(hit, holders);
  });
}

function hold(element: Element, holders: Set<Element>): void {
  for (let at: Element | null = element; at && !holders.has(at); at = parentOf(at)) {
    holders.add(at);
  }
}

/** Corners first, then edges: if time runs out, it is the middle that is sampled less. */
function samplesOf({ right, bottom }: Area): [x: number, y: number][] {
  const xs = steps(right, HIT_COLUMNS);
  const ys = steps(bottom, HIT_ROWS);
  const isEnd = (at: number, last: number): number => (at === 0 || at === last ? 1 : 0);
  const samples = xs.flatMap((x, column) =>
    ys.map((y, row) => ({
      ends: isEnd(column, HIT_COLUMNS) + isEnd(row, HIT_ROWS),
      point: [x, y] as [number, number],
    })),
  );
  return samples.sort((a, b) => b.ends - a.ends).map(({ point }) => point);
}

function steps(length: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, at) =>
    Math.min(Math.max((length * at) / count, EDGE_PX), length - EDGE_PX),
  );
}
