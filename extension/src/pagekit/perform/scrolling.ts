// Scrolling exactly so far, in the container that can.
import { plainSentence } from '../../page-words';
import type { ScrollMotion, ScrollParams, ScrollState, Scrolled } from '../../wire';
import type { KitContext } from '../context';
import { describe } from '../dom/facts';
import { matches } from '../dom/native';
import { makeReady } from '../ready/ready';
import { Refusal } from '../refusal';
import { deepQueryAll, parentOf } from '../dom/tree';
import { isVisible } from '../dom/visibility';

/** Of a view that stays in sight when a whole page is scrolled, so that nothing is lost. */
const OVERLAP = 0.125;

export async function scroll(context: KitContext, params: ScrollParams): Promise<Scrolled> {
  const { window } = context;
  const { motion, timeoutMs } = params;
  const page = window.document.scrollingElement ?? window.document.documentElement;
  if (params.target === undefined) {
    if (motion.type === 'intoView') throw new Refusal('badArguments', 'into view of what?');
    return move(mainContainer(page, motion), page, motion);
  }
  const need = motion.type === 'intoView' ? 'view' : 'exist';
  const target = params.target;
  const container = (element: Element) => nearestContainer(element, page, motion);
  if (motion.type !== 'intoView') {
    const { element } = await makeReady(context, { target, need, timeoutMs, force: false });
    return move(container(element), page, motion);
  }
  const { element: found } = await makeReady(context, {
    target,
    need: 'exist',
    timeoutMs,
    force: false,
  });
  const scroller = container(found);
  const before = { x: scroller.scrollLeft, y: scroller.scrollTop };
  await makeReady(context, { target, need, timeoutMs, force: false });
  return report(scroller, page, before);
}

type Axis = 'x' | 'y';

function move(container: Element, page: Element, motion: ScrollMotion): Scrolled {
  const before = { x: container.scrollLeft, y: container.scrollTop };
  const { left, top } = destination(container, motion);
  container.scrollTo({ left, top, behavior: 'instant' });
  return report(container, page, before);
}

function destination(container: Element, motion: ScrollMotion): { left: number; top: number } {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = container;
  switch (motion.type) {
    case 'by':
      return { left: scrollLeft + motion.x, top: scrollTop + motion.y };
    case 'pages':
      return {
        left: scrollLeft + pagesToPixels(motion.x, clientWidth),
        top: scrollTop + pagesToPixels(motion.y, clientHeight),
      };
    case 'to': {
      const x = rangeOf(container, 'x');
      const y = rangeOf(container, 'y');
      // From where its text begins: at the right, where that is read from the right.
      const begin = isFromRight(container) ? x.max : x.min;
      const end = isFromRight(container) ? x.min : x.max;
      return {
        left: motion.x === undefined ? scrollLeft : begin + (end - begin) * motion.x,
        top: motion.y === undefined ? scrollTop : y.min + (y.max - y.min) * motion.y,
      };
    }
    case 'intoView':
      return { left: scrollLeft, top: scrollTop };
  }
}

function pagesToPixels(pages: number, size: number): number {
  return pages * size * (Math.abs(pages) >= 1 ? 1 - OVERLAP : 1);
}

function report(container: Element, page: Element, before: { x: number; y: number }): Scrolled {
  return {
    container: container === page ? 'the page' : plainSentence(describe(container)),
    movedX: container.scrollLeft - before.x,
    movedY: container.scrollTop - before.y,
    state: scrollStateOf(container),
  };
}

export function scrollStateOf(container: Element): ScrollState {
  return {
    x: container.scrollLeft,
    y: container.scrollTop,
    width: container.scrollWidth,
    height: container.scrollHeight,
    viewWidth: container.clientWidth,
    viewHeight: container.clientHeight,
  };
}

/** The nearest around an element that can still move that way; else the nearest that scrolls. */
function nearestContainer(element: Element, page: Element, motion: ScrollMotion): Element {
  let scrolls: Element | undefined;
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at === page || at === element.ownerDocument.documentElement) break;
    if (canMove(at, motion)) return at;
    if (!scrolls && (isScroller(at, 'x') || isScroller(at, 'y'))) scrolls = at;
  }
  if (canMove(page, motion) || !scrolls) return page;
  return scrolls;
}

/** The page if it scrolls that way, else the largest container in view that does. */
function mainContainer(page: Element, motion: ScrollMotion): Element {
  if (canMove(page, motion)) return page;
  const area = (element: Element) => element.clientWidth * element.clientHeight;
  let best: Element | undefined;
  for (const element of deepQueryAll(page.ownerDocument, '*')) {
    if (best && area(element) <= area(best)) continue;
    if (canMove(element, motion) && isVisible(element)) best = element;
  }
  return best ?? page;
}

function canMove(container: Element, motion: ScrollMotion): boolean {
  if (motion.type === 'intoView') return isScroller(container, 'y') || isScroller(container, 'x');
  const { left, top } = destination(container, motion);
  return (
    (left !== container.scrollLeft && hasRoom(container, 'x', left - container.scrollLeft)) ||
    (top !== container.scrollTop && hasRoom(container, 'y', top - container.scrollTop))
  );
}

function hasRoom(container: Element, axis: Axis, distance: number): boolean {
  if (!isScroller(container, axis)) return false;
  const { min, max } = rangeOf(container, axis);
  const now = axis === 'x' ? container.scrollLeft : container.scrollTop;
  return distance > 0 ? now < max - 0.5 : now > min + 0.5;
}

function isScroller(element: Element, axis: Axis): boolean {
  const room =
    axis === 'x'
      ? element.scrollWidth - element.clientWidth
      : element.scrollHeight - element.clientHeight;
  if (room < 1) return false;
  if (element === element.ownerDocument.scrollingElement) {
    const style = getComputedStyle(element.ownerDocument.documentElement);
    return (axis === 'x' ? style.overflowX : style.overflowY) !== 'hidden';
  }
  if (matches(element, 'textarea')) return true;
  const style = getComputedStyle(element);
  const overflow = axis === 'x' ? style.overflowX : style.overflowY;
  return overflow === 'auto' || overflow === 'scroll' || overflow === 'overlay';
}

/** Positions go from negative to zero where the content begins at the right. */
function rangeOf(container: Element, axis: Axis): { min: number; max: number } {
  if (axis === 'y') return { min: 0, max: container.scrollHeight - container.clientHeight };
  const room = container.scrollWidth - container.clientWidth;
  return isFromRight(container) ? { min: -room, max: 0 } : { min: 0, max: room };
}

function isFromRight(container: Element): boolean {
  return getComputedStyle(container).direction === 'rtl';
}
