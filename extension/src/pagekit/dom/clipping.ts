// Which boxes hide what does not fit into them, and what gets out of them all the same.
import { isElement, rectOf } from './native';
import { childrenOf, parentOf, pushInOrder } from './tree';

/** Whether what does not fit into the element's box cannot be seen. */
export function clips(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.clipPath !== 'none') return true;
  if (style.overflowX === 'visible' && style.overflowY === 'visible') return false;
  return !isOverflowOfViewport(element);
}

/**
 * CSS gives the overflow of the root element to the viewport, and that of the body where the root
 * has none: neither clips anything at its own box.
 */
export function isOverflowOfViewport(element: Element): boolean {
  const { documentElement, body } = element.ownerDocument as Partial<Document>;
  if (element === documentElement) return true;
  if (element !== body || !documentElement) return false;
  const { overflowX, overflowY } = getComputedStyle(documentElement);
  return overflowX === 'visible' && overflowY === 'visible';
}

/** Folded accordions, and text for screen readers in a box of one pixel. */
export function isCollapsed({ width, height }: DOMRect): boolean {
  return width <= 1 || height <= 1;
}

/** Whether a box around the element that shows nothing of what is in it hides it. */
export function isInCollapsed(element: Element): boolean {
  return collapsedFrom(parentOf(element)).some((box) => !escapes(element, box));
}

/** Whether a box around the element that nobody can scroll shows no part of it. */
export function isCutOff(element: Element, rect: DOMRect): boolean {
  for (let box = parentOf(element); box; box = parentOf(box)) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const scrolls = /auto|scroll/.test(overflowX + overflowY);
    if (scrolls || overflowY === 'visible' || isOverflowOfViewport(box)) continue;
    const { left, top, right, bottom } = rectOf(box);
    const isOut =
      rect.right <= left || rect.bottom <= top || rect.left >= right || rect.top >= bottom;
    if (isOut && !escapes(element, box)) return true;
  }
  return false;
}

// Only as long as nothing else can run: the page may fold or unfold its boxes then.
let known: Map<Element, readonly Element[]> | undefined;
const NONE: readonly Element[] = [];

/**
 * The boxes that show nothing of what is in them, from an element upwards. Many elements are asked
 * about in one look, and each way up is gone once for all of them.
 */
function collapsedFrom(element: Element | null): readonly Element[] {
  if (!known) {
    known = new Map();
    queueMicrotask(() => (known = undefined));
  }
  const way: Element[] = [];
  let at = element;
  while (at && !known.has(at)) {
    way.push(at);
    at = parentOf(at);
  }
  let boxes = (at && known.get(at)) ?? NONE;
  for (const box of way.reverse()) {
    if (isCollapsed(rectOf(box))) {
      const style = getComputedStyle(box);
      if (style.display !== 'contents' && clips(box, style)) boxes = [box, ...boxes];
    }
    known.set(box, boxes);
  }
  return boxes;
}

/**
 * What is inside a box and not clipped by it, outermost only: an overflow clips only what has the
 * box for a containing block, and fixed and absolute elements may have another one around it.
 */
export function escapeesOf(box: Element): Element[] {
  const found: Element[] = [];
  if (getComputedStyle(box).clipPath !== 'none') return found;
  const waiting: Node[] = [];
  pushInOrder(waiting, childrenOf(box));
  let looks = 0;
  for (let at = waiting.pop(); at && looks < LOOKS_MAX; at = waiting.pop()) {
    looks += 1;
    if (!isElement(at)) continue;
    const { position, display } = getComputedStyle(at);
    if (display === 'none') continue;
    if (isOutOfFlow(position) && escapes(at, box)) found.push(at);
    else pushInOrder(waiting, childrenOf(at));
  }
  return found;
}

/** A box that lets something out does so near its top; a whole page in a folded box is not searched. */
const LOOKS_MAX = 20_000;

/** Whether the chain of containing blocks from an element upwards passes the box by. */
export function escapes(element: Element, box: Element): boolean {
  let position = 'static';
  for (let at: Element | null = element; at && at !== box; at = parentOf(at)) {
    const style = getComputedStyle(at);
    if (!isOutOfFlow(position) || contains(style, position)) ({ position } = style);
  }
  const style = getComputedStyle(box);
  // A clip path is drawn around everything in the element, wherever it is placed.
  return isOutOfFlow(position) && style.clipPath === 'none' && !contains(style, position);
}

export function isOutOfFlow(position: string): boolean {
  return position === 'absolute' || position === 'fixed';
}

/** Whether an element is the containing block of what is placed so inside it. */
function contains(style: CSSStyleDeclaration, position: string): boolean {
  if (position === 'absolute' && style.position !== 'static') return true;
  return (
    style.transform !== 'none' ||
    style.perspective !== 'none' ||
    style.filter !== 'none' ||
    style.backdropFilter !== 'none' ||
    style.translate !== 'none' ||
    style.rotate !== 'none' ||
    style.scale !== 'none' ||
    style.contentVisibility === 'auto' ||
    /layout|paint|strict|content/.test(style.contain) ||
    /transform|perspective|filter|translate|rotate|scale/.test(style.willChange)
  );
}
