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

/**
 * Puts nodes on a list of those that wait, so that the first of them is taken next. A page may have
 * more children in one place than a call has room for arguments.
 */
export function pushInOrder(waiting: Node[], nodes: ArrayLike<Node>): void {
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (node) waiting.push(node);
  }
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

/** So many elements inside each other are read. Deeper ones would end our own stack. */
export const NESTING_MAX = 1_000;

/** CSS that also looks into open shadow roots, in the order of the document. */
export function deepQueryAll(root: Document | ShadowRoot | Element, selector: string): Element[] {
  const found: Element[] = [];
  // Trees wait on a list of ours: a page can put more of them into each other than a stack holds.
  const open: OpenTree[] = [];
  const enter = (tree: Node): void => {
    open.push(openTree(tree, selector));
    // What is in the shadow root of an element comes before its own children.
    const shadow = isElement(tree) ? shadowRootOf(tree) : null;
    if (shadow) open.push(openTree(shadow, selector));
  };
  enter(root);
  for (let tree = open.at(-1); tree; tree = open.at(-1)) {
    const element = tree.elements[tree.next];
    tree.next += 1;
    if (!element) open.pop();
    else {
      if (tree.matching === 'all' || tree.matching.has(element)) found.push(element);
      const shadow = tree.hosts.has(element) ? shadowRootOf(element) : null;
      if (shadow) enter(shadow);
    }
  }
  return found;
}

/** A tree on the way through it: all its elements, and which of them are wanted. */
interface OpenTree {
  elements: ArrayLike<Element>;
  next: number;
  matching: 'all' | Set<Element>;
  hosts: Set<Element>;
}

function openTree(root: Node, selector: string): OpenTree {
  const hosts = new Set(hostsIn(root));
  const matching = queryAll(root, selector);
  if (hosts.size === 0) return { elements: matching, next: 0, matching: 'all', hosts };
  return { elements: queryAll(root, '*'), next: 0, matching: new Set(matching), hosts };
}

/** The open shadow roots in a tree and in each other. */
export function shadowRootsIn(root: Node): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  const waiting: Node[] = [root];
  for (let tree = waiting.pop(); tree; tree = waiting.pop()) {
    for (const host of hostsIn(tree)) {
      const shadow = shadowRootOf(host);
      if (!shadow) continue;
      found.push(shadow);
      waiting.push(shadow);
    }
  }
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

/** What has an open shadow root, in the same tree. */
export function hostsIn(root: Node): Element[] {
  const hosts: Element[] = [];
  if (isElement(root) && shadowRootOf(root)) hosts.push(root);
  for (const element of queryAll(root, MAY_HOST)) {
    if (shadowRootOf(element)) hosts.push(element);
  }
  return hosts;
}
