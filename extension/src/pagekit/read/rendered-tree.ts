// The page as a person reads it: the rendered tree without what is not shown, as plain objects. One
// walk serves text, Markdown, main content and tables.
import {
  checkVisibility,
  firstChildOf,
  nextSiblingOf,
  nodeTypeOf,
  rectOf,
  shadowRootOf,
  tagOf,
} from '../dom/native';
import { clips, escapeesOf, isCollapsed } from '../dom/clipping';
import { DOTS, isConcealed } from '../dom/secrets';
import { isField, shownTickOf, shownValueOf } from '../dom/shown-values';
import { isOurs } from '../show/ours';
import { childrenOf, NESTING_MAX, parentOf, pushInOrder } from '../dom/tree';

/** A text, white space as in the source; or an element. */
export type RenderedNode = string | Branch;

export interface Branch {
  element: Element;
  tag: string;
  layout: Layout;
  /** White space of its own texts counts. */
  preserves: boolean;
  /** Stays in place while the page is scrolled. */
  pinned: boolean;
  children: RenderedNode[];
}

export type Layout = 'inline' | 'block' | 'table' | 'row' | 'cell';

const ELEMENT = 1;
const TEXT = 3;
const SEEN = { opacityProperty: true, visibilityProperty: true };

/** Nodes below that depth whose text is read. */
const LOOKS_MAX = 20_000;
/** Stands where a page goes on deeper than is read. */
export const DEEPER = `(… more is nested deeper than ${NESTING_MAX} elements; it is not read)`;

/** Their content is never text on the page. */
const SILENT = new Set([
  ...['script', 'style', 'noscript', 'template', 'head', 'title', 'desc', 'metadata', 'defs'],
  ...['symbol', 'datalist', 'option', 'canvas', 'video', 'audio'],
  ...['object', 'iframe', 'frame', 'embed', 'meter', 'progress'],
]);

/** The shown part of an element; nothing when none of it is. */
export function renderedTreeOf(element: Element): Branch | undefined {
  if (!checkVisibility(element) && !isContents(element)) return undefined;
  return branch(element, 0);
}

export function isBranch(node: RenderedNode): node is Branch {
  return typeof node !== 'string';
}

export function isBlock(node: Branch): boolean {
  return node.layout !== 'inline';
}

/** Whether anything in it stands in a block of its own. */
export function holdsBlocks(node: Branch): boolean {
  return node.children.some((child) => isBranch(child) && (isBlock(child) || holdsBlocks(child)));
}

/** All of its text in one line, with what else a branch says before its children. */
export function plainText(node: RenderedNode, wordsOf: WordsOf = () => undefined): string {
  const parts: string[] = [];
  gather(node, parts, wordsOf);
  return parts.join('').replace(/\s+/g, ' ').trim();
}

type WordsOf = (node: Branch) => string | undefined;

function gather(node: RenderedNode, parts: string[], wordsOf: WordsOf): void {
  if (!isBranch(node)) {
    parts.push(node);
    return;
  }
  const apart = node.layout !== 'inline' || node.tag === 'br';
  if (apart) parts.push(' ');
  const words = wordsOf(node);
  if (words !== undefined) parts.push(` ${words} `);
  for (const child of node.children) gather(child, parts, wordsOf);
  if (apart) parts.push(' ');
}

function branch(element: Element, depth: number): Branch | undefined {
  const tag = tagOf(element);
  if (SILENT.has(tag) || isOurs(element)) return undefined;
  const style = getComputedStyle(element);
  const { display } = style;
  const layout = layoutOf(display);
  let visible = true;
  // One question to the browser answers for nearly every element.
  if (!checkVisibility(element, SEEN)) {
    // Pages make fields transparent and draw something prettier in their place.
    if (hidesAll(element, style) && !(isField(tag) && checkVisibility(element))) return undefined;
    visible = style.visibility === 'visible';
  }
  let pinned = false;
  let shut = false;
  // Only a block can be out of the flow, or clip what is in it.
  if (layout === 'block' || display === 'inline-block') {
    const { position } = style;
    if (hidesContent(element, style, position)) return undefined;
    pinned = position === 'fixed';
    shut = style.overflowY !== 'visible' && isCollapsed(rectOf(element)) && clips(element, style);
  }
  const node: Branch = { element, tag, layout, preserves: false, pinned, children: [] };
  if (isField(tag)) {
    const value = visible && !shut ? shownValueOf(element) : '';
    node.preserves = tag === 'textarea';
    if (value) node.children.push(tag === 'textarea' ? value : ` ${value} `);
    return value ? node : undefined;
  }
  if (shut) {
    node.children = escapeesOf(element).flatMap((inner) => branch(inner, depth + 1) ?? []);
    return node.children.length > 0 ? node : undefined;
  }
  if (isConcealed(element)) {
    node.children.push(DOTS);
    return node;
  }
  if (depth === NESTING_MAX) {
    node.children.push(...textBelow(element, visible));
    return node;
  }
  addChildren(node, style, visible, depth);
  // A cell holds its place in the row, seen or not.
  return visible || node.children.length > 0 || layout === 'cell' ? node : undefined;
}

/** The shown text below an element that is nested too deeply for a tree of it, without its shape. */
function textBelow(top: Element, isTopVisible: boolean): string[] {
  const texts: string[] = [];
  const waiting: Node[] = [];
  // Texts of an element that is not seen are not either, though elements in it may be.
  const unseen = new Set<Node>(isTopVisible ? [] : [top]);
  pushInOrder(waiting, childrenOf(top));
  let looks = 0;
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    looks += 1;
    if (looks > LOOKS_MAX) return [...texts, DEEPER];
    if (nodeTypeOf(at) === TEXT && !unseen.has(parentOf(at) ?? at)) texts.push((at as Text).data);
    if (nodeTypeOf(at) !== ELEMENT) continue;
    const element = at as Element;
    if (SILENT.has(tagOf(element)) || isOurs(element) || isField(tagOf(element))) continue;
    const style = getComputedStyle(element);
    if (!checkVisibility(element, SEEN)) {
      if (hidesAll(element, style)) continue;
      if (style.visibility !== 'visible') unseen.add(element);
    }
    if (layoutOf(style.display) !== 'inline') texts.push(' ');
    if (isConcealed(element)) texts.push(DOTS);
    else pushInOrder(waiting, childrenOf(element));
  }
  return texts;
}

function addChildren(
  node: Branch,
  style: CSSStyleDeclaration,
  visible: boolean,
  depth: number,
): void {
  const { element, tag, children } = node;
  const ticked = visible ? shownTickOf(element) : '';
  if (ticked) children.push(` ${ticked} `);
  const folded = tag === 'details' && !(element as HTMLDetailsElement).open;
  const add = (child: Node): void => {
    const type = nodeTypeOf(child);
    if (type === ELEMENT) {
      if (folded && !isSummary(child as Element)) return;
      const inner = branch(child as Element, depth + 1);
      if (inner) children.push(inner);
    } else if (type === TEXT && visible && !folded) {
      children.push((child as Text).data);
    }
  };
  if (tag === 'slot' || shadowRootOf(element)) {
    for (const child of childrenOf(element)) add(child);
  } else {
    for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) add(child);
  }
  if (children.every(isBranch)) return;
  if (style.fontSize === '0px') node.children = children.filter(isBranch);
  node.preserves = style.whiteSpaceCollapse.startsWith('preserve');
}

function layoutOf(display: string): Layout {
  switch (display) {
    case 'inline':
    case 'contents':
    case 'inline-block':
    case 'inline-flex':
    case 'inline-grid':
    case 'ruby':
    case 'ruby-text':
    case 'math':
      return 'inline';
    case 'table':
    case 'inline-table':
      return 'table';
    case 'table-row':
      return 'row';
    case 'table-cell':
      return 'cell';
    default:
      return 'block';
  }
}

/** Shown to nobody, children and all. */
function hidesAll(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'none') return true;
  if (style.display !== 'contents' && !checkVisibility(element)) return true;
  return style.opacity === '0' && !awaitsReveal(element, style);
}

/** It has its place in the layout, but nothing in it can be seen. */
function hidesContent(element: Element, style: CSSStyleDeclaration, position: string): boolean {
  if (style.contentVisibility === 'hidden') return true;
  return (position === 'absolute' || position === 'fixed') && isOffPage(element, style, position);
}

/** Pages fade paragraphs in when they are scrolled to; until then they are transparent. */
function awaitsReveal(element: Element, style: CSSStyleDeclaration): boolean {
  const moves = style.transitionDuration !== '0s' || style.animationName !== 'none';
  const rect = rectOf(element);
  return moves && rect.height > 0 && (rect.top >= innerHeight || rect.bottom <= 0);
}

function isOffPage(element: Element, style: CSSStyleDeclaration, position: string): boolean {
  if (/^rect\((\d)px, \1px, \1px, \1px\)$/.test(style.getPropertyValue('clip'))) return true;
  if (style.clipPath === 'inset(50%)' || style.clipPath === 'inset(100%)') return true;
  const rect = rectOf(element);
  if (rect.width === 0 || rect.height === 0) return false;
  const fixed = position === 'fixed';
  const right = rect.right + (fixed ? 0 : scrollX);
  const bottom = rect.bottom + (fixed ? 0 : scrollY);
  // A page written from right to left may be scrolled there.
  const leftmost = getComputedStyle(document.documentElement).direction === 'rtl';
  return bottom < 0 || (right < 0 && !leftmost);
}

/** A fold has one: the first. */
function isSummary(child: Element): boolean {
  return tagOf(child) === 'summary' && child.matches('summary:first-of-type');
}

function isContents(element: Element): boolean {
  return getComputedStyle(element).display === 'contents';
}
