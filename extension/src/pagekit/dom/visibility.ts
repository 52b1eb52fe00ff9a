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
import { activeIn, childrenOf, hitAt, parentOf } from './tree';

/** Form controls are often made transparent, with something prettier drawn in their place. */
const CONTROLS = new Set(['input', 'select', 'textarea', 'button']);

export function isVisible(element: Element): boolean {
  if (!checkVisibility(element)) {
    return displayOf(element) === 'contents' && hasVisibleContent(element);
  }
  const style = getComputedStyle(element);
  if (style.visibility !== 'visible') return false;
  const control = CONTROLS.has(tagOf(element));
  if (!control && !checkVisibility(element, { opacityProperty: true })) return false;
  const rect = rectOf(element);
  if (rect.width > 0 && rect.height > 0) return !isInCollapsed(element);
  // A box without area still shows what flows out of it.
  if (!clips(element, style)) return hasVisibleContent(element);
  return escapeesOf(element).some(isVisible);
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
  const rect = rectOf(element);
  if (rect.width > 0 || rect.height > 0 || displayOf(element) !== 'contents') return rect;
  let box: DOMRect | undefined;
  for (const child of childrenOf(element)) {
    const part = isElement(child) ? boxOf(child) : textBox(child);
    if (part && (part.width > 0 || part.height > 0)) box = box ? union(box, part) : part;
  }
  return box ?? rect;
}

export function displayOf(element: Element): string {
  return getComputedStyle(element).display;
}

function hasVisibleContent(element: Element): boolean {
  for (const child of childrenOf(element)) {
    if (isElement(child)) {
      if (isVisible(child)) return true;
    } else {
      const box = textBox(child);
      if (box && box.width > 0 && box.height > 0) return !isInCollapsed(element);
    }
  }
  return false;
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
