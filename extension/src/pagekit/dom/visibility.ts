// Whether a person can see an element and use it, and where it is.
import {
  attributeOf,
  checkVisibility,
  closest,
  hasAttribute,
  isElement,
  matches,
  rectOf,
  tagOf,
} from './native';
import { clips, escapeesOf, isInCollapsed } from './clipping';
import { isFocusCatcher } from './focus-catchers';
import { activeIn, childrenOf, hitAt, parentOf, pushInOrder } from './tree';

/** Form controls are often made transparent, with something prettier drawn in their place. */
const CONTROLS = new Set(['input', 'select', 'textarea', 'button']);

export function isVisible(element: Element): boolean {
  const own = sightOf(element);
  if (own === true || isFocusCatcher(element)) return true;
  if (own === false) return false;
  // Boxes without area in boxes without area, as many as a page likes to make.
  const waiting: Node[] = [];
  pushInOrder(waiting, own);
  let looks = 0;
  for (let at = waiting.pop(); at && looks < LOOKS_MAX; at = waiting.pop()) {
    looks += 1;
    if (!isElement(at)) {
      const box = textBox(at);
      const parent = box && box.width > 0 && box.height > 0 ? parentOf(at) : null;
      if (parent && !isInCollapsed(parent)) return true;
      continue;
    }
    const sight = sightOf(at);
    if (sight === true) return true;
    if (sight !== false) pushInOrder(waiting, sight);
  }
  return false;
}

/** Enough for any box that only holds others. */
const LOOKS_MAX = 20_000;

/** Whether it is seen, or else the nodes of which one must be. */
function sightOf(element: Element): boolean | ArrayLike<Node> {
  if (!checkVisibility(element)) {
    return displayOf(element) === 'contents' && childrenOf(element);
  }
  const style = getComputedStyle(element);
  if (style.visibility !== 'visible') return false;
  const control = CONTROLS.has(tagOf(element));
  if (!control && !checkVisibility(element, { opacityProperty: true })) return false;
  const rect = rectOf(element);
  if (rect.width > 0 && rect.height > 0) return !isInCollapsed(element);
  // A box without area still shows what flows out of it.
  return clips(element, style) ? escapeesOf(element) : childrenOf(element);
}

export function isDisabled(element: Element): boolean {
  if (matches(element, ':disabled')) return true;
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const announced = attributeOf(at, 'aria-disabled');
    if (announced !== null) return announced === 'true';
  }
  return false;
}

/** Inert by attribute, or because a modal dialog is open and this is not in it. */
export function isInert(element: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (hasAttribute(at, 'inert')) return true;
    if (tagOf(at) === 'dialog' && matches(at, ':modal')) return false;
  }
  return topModal(element.ownerDocument) !== null;
}

/** The modal dialog that makes the rest of the page unreachable. */
export function topModal(document: Document): Element | null {
  // One in a shadow tree is found by the focus, which it takes.
  for (let at = activeIn(document); at; at = parentOf(at)) {
    if (tagOf(at) === 'dialog' && matches(at, ':modal')) return at;
  }
  let top: Element | null = null;
  for (const dialog of document.getElementsByTagName('dialog')) {
    if (!matches(dialog, ':modal')) continue;
    // Of several open ones, the topmost is the one that is not covered by another.
    if (!top || isAbove(dialog, top)) top = dialog;
  }
  return top;
}

/** The union of an element's boxes; for `display: contents`, that of its children. */
export function boxOf(element: Element): DOMRect {
  const own = rectOf(element);
  if (own.width > 0 || own.height > 0 || displayOf(element) !== 'contents') return own;
  let box: DOMRect | undefined;
  const waiting: Node[] = [];
  pushInOrder(waiting, childrenOf(element));
  let looks = 0;
  for (let at = waiting.pop(); at && looks < LOOKS_MAX; at = waiting.pop()) {
    looks += 1;
    const part = isElement(at) ? rectOf(at) : textBox(at);
    if (part && (part.width > 0 || part.height > 0)) box = box ? union(box, part) : part;
    else if (isElement(at) && displayOf(at) === 'contents') pushInOrder(waiting, childrenOf(at));
  }
  return box ?? own;
}

export function displayOf(element: Element): string {
  return getComputedStyle(element).display;
}

function textBox(node: Node): DOMRect | undefined {
  if (!(node instanceof Text) || node.data.trim() === '') return undefined;
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

function union(a: DOMRect, b: DOMRect): DOMRect {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return new DOMRect(
    left,
    top,
    Math.max(a.right, b.right) - left,
    Math.max(a.bottom, b.bottom) - top,
  );
}

/** Whether a modal dialog is drawn over another: the lower one is inert to hit tests. */
function isAbove(dialog: Element, other: Element): boolean {
  const rect = rectOf(dialog);
  const hit = hitAt(dialog.ownerDocument, rect.left + rect.width / 2, rect.top + rect.height / 2);
  const owner = hit && closest(hit, 'dialog:modal');
  return owner === dialog || (owner !== other && dialog !== other);
}
