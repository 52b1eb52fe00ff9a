// The tree as it is rendered: open shadow roots in place of their hosts' children, and slots with
// what is assigned to them, so that nothing is met twice.
import {
  childNodesOf,
  isElement,
  parentNodeOf,
  queryAll,
  shadowRootOf,
  slotOf,
  tagOf,
} from './native';
import { isOurs } from '../show/ours';

/** What can have a shadow root. Asking each element is dear; most of a large page are of these few. */
export const MAY_HOST =
  ':not(td, tr, a, li, b, i, em, strong, button, input, label, option, img, br, th, code)';

export type NodeSequence = ArrayLike<Node> & Iterable<Node>;

export function childrenOf(node: Node): NodeSequence {
  if (!isElement(node)) return childNodesOf(node);
  const shadow = shadowRootOf(node);
  if (shadow) return shadow.childNodes;
  if (tagOf(node) === 'slot' && node instanceof HTMLSlotElement) {
    const assigned = node.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return childNodesOf(node);
}

export function parentOf(node: Node): Element | null {
  const slot =
    node instanceof Element ? slotOf(node) : node instanceof Text ? node.assignedSlot : null;
  if (slot) return slot;
  const parent = parentNodeOf(node);
  if (!parent) return null;
  if (isElement(parent)) return parent;
  return parent instanceof ShadowRoot ? parent.host : null;
}

/** CSS that also looks into open shadow roots, in the order of the document. */
export function deepQueryAll(root: Document | ShadowRoot | Element, selector: string): Element[] {
  const found: Element[] = [];
  collect(root, selector, found);
  return found;
}

/** The deepest element at a point of the viewport, through open shadow roots. */
export function elementAt(document: Document, x: number, y: number): Element | null {
  let found = hitAt(document, x, y);
  for (;;) {
    const shadow: ShadowRoot | null = found && shadowRootOf(found);
    const deeper = shadow?.elementFromPoint(x, y);
    // A host that is hit outside its shadow content answers with itself.
    if (!shadow || !deeper || deeper === found || deeper.getRootNode() !== shadow) return found;
    found = deeper;
  }
}

/** What is hit there, were it not for what we show the person. */
export function hitAt(document: Document, x: number, y: number): Element | null {
  const hit = Document.prototype.elementFromPoint.call(document, x, y);
  if (!hit || !isOurs(hit)) return hit;
  const below = Document.prototype.elementsFromPoint.call(document, x, y);
  return below.find((element) => !isOurs(element)) ?? null;
}

/** What has the focus, through open shadow roots; nothing when only the page has it. */
export function activeIn(document: Document): Element | null {
  let active = document.activeElement;
  while (active) {
    const deeper: Element | null | undefined = shadowRootOf(active)?.activeElement;
    if (!deeper) break;
    active = deeper;
  }
  return active && tagOf(active) !== 'body' ? active : null;
}

function collect(root: Node, selector: string, found: Element[]): void {
  const hosts = hostsIn(root);
  if (hosts.length === 0) {
    found.push(...queryAll(root, selector));
    return;
  }
  // Matches of the light tree and of each host's shadow tree, woven by place.
  const matching = new Set(queryAll(root, selector));
  const nested = new Set(hosts);
  if (isElement(root) && nested.has(root)) collectShadow(root, selector, found);
  for (const element of queryAll(root, '*')) {
    if (matching.has(element)) found.push(element);
    if (nested.has(element)) collectShadow(element, selector, found);
  }
}

function collectShadow(host: Element, selector: string, found: Element[]): void {
  const shadow = shadowRootOf(host);
  if (shadow) collect(shadow, selector, found);
}

/** What has an open shadow root, in the same tree. */
export function hostsIn(root: Node): Element[] {
  const hosts: Element[] = [];
  if (isElement(root) && shadowRootOf(root)) hosts.push(root);
  for (const element of queryAll(root, MAY_HOST)) {
    if (shadowRootOf(element)) hosts.push(element);
  }
  return hosts;
}
