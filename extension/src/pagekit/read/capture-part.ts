// The markup of a part of a page as the person sees it. The browser writes markup many times faster than a
// script does, so it writes the part whole, and what does not belong there is cut out of its text.
import {
  attributeNamesOf,
  attributeOf,
  checkVisibility,
  childNodesOf,
  contains,
  isElement,
  matches,
  outerHtmlOf,
  parentNodeOf,
  queryAll,
  shadowRootOf,
  tagOf,
} from '../dom/native';
import { concealedElements, DOTS, isInConcealed } from '../dom/secrets';
import { NESTING_MAX } from '../dom/tree';
import { displayOf } from '../dom/visibility';
import { attribute, escapeText } from './markup';
import { DEEPER } from './rendered-tree';

/**
 * What the person may have written in: told without what is in it. Fields are cut out of the text, because
 * most pages have some.
 */
const EDITORS =
  '[contenteditable]:not([contenteditable=false i]), [role=textbox], [role=searchbox], ' +
  '.monaco-editor, .CodeMirror, .ace_editor';
/**
 * What is looked at, whether it is seen. Words inside a line are seen where the line is, unless something
 * about them says otherwise: to look at each would be the larger part of the work.
 */
const MAY_BE_HIDDEN =
  ':is(div, section, nav, aside, header, footer, main, article, ul, ol, li, form, dialog, table, figure, ' +
  'fieldset, dl, menu, center, h1, h2, h3, h4, h5, h6):is([class], [id], [style]), template, noscript, ' +
  'dialog, details > :not(summary), [hidden], [popover], [style*="display:"], [style*="visibility:"]';
const VISIBLE: CheckVisibilityOptions = { visibilityProperty: true };
/** What can have a shadow root without saying so by its name. */
const MAY_HOST = ':is(div, section, main, article, aside, header, footer, nav, span, p):empty';
/** XPathResult.ORDERED_NODE_SNAPSHOT_TYPE */
const ORDERED_LIST = 7;
/** How many elements lie between two whose depth is looked at. */
const DEPTH_STEP = 400;
const SHADOWS_MAX = 100;
const VALUE_CHARS_MAX = 2_000;

const KEPT = new Set([
  ...['class', 'id', 'role', 'href', 'src', 'alt', 'datetime', 'itemprop', 'itemscope', 'itemtype'],
  ...['property', 'content', 'rel', 'lang', 'dir', 'title', 'aria-label', 'colspan', 'rowspan'],
]);
const KEPT_OF_FIELD = / (?:type|name|id|class|autocomplete|aria-label)="[^"]*"/g;
const FIELD = /<input(?: [^\s=>"]+(?:="[^"]*")?)*>/g;
/** Comments, and what has nothing to read, or was typed or chosen. */
const SILENT =
  /<!--[\s\S]*?-->|<(script|style|svg|canvas|textarea|select|object|audio|video|datalist|map|iframe)\b[\s\S]*?<\/\1>/g;
/** Data of the page's own scripts, unlike those of an item. */
const PRIVATE = /<(?:meta|link)\b(?![^>]* (?:itemprop|property)=)(?: [^\s=>"]+(?:="[^"]*")?)*>/g;
/**
 * Attributes that nobody reads, and addresses that lead nowhere: in a tag, and not in a text that quotes one,
 * because a text has no `>`. One expression for all of these took twice as long.
 */
const UNUSED = new RegExp(
  ` (?!(?:${[...KEPT, 'type', 'name', 'autocomplete'].join('|')})="(?!javascript:|data:|blob:))` +
    '[^\\s=<>"]+="[^"]*"(?=[^<>]*>)',
  'g',
);

/** What there is in a page that needs a closer look. Most pages have none of it. */
export interface Survey {
  hasEditors: boolean;
  hasHosts: boolean;
  isDeep: boolean;
  /** Nodes that were told already. */
  moved: ReadonlySet<Node>;
}

export function surveyOf(root: Element, moved: ReadonlySet<Node>): Survey {
  return {
    hasEditors: queryAll(root, EDITORS).length > 0,
    hasHosts: shadowRootOf(root) !== null || !hostsIn(root).next().done,
    isDeep: !tooDeepIn(root).next().done,
    moved,
  };
}

/** The markup of an element that is seen, as the browser writes it. `depth` counts the shadow roots around. */
export function partOf(element: Element, survey: Survey, depth = 0): string {
  if (isInConcealed(element)) return emptied(element, DOTS);
  return isWrittenIn(element) ? emptied(element) : composed(element, survey, depth);
}

/** Whether the person may write in it. */
export function isWrittenIn(element: Element): boolean {
  return matches(element, EDITORS) || element.ownerDocument.designMode === 'on';
}

/** Whether nothing in the element is seen. */
export function isHidden(element: Element): boolean {
  if (checkVisibility(element, VISIBLE)) return false;
  if (!checkVisibility(element)) return displayOf(element) !== 'contents';
  // It may have something in it that is seen all the same.
  for (const inside of queryAll(element, '*')) if (checkVisibility(inside, VISIBLE)) return false;
  return true;
}

/** A start tag of our own. */
export function startOf(element: Element): string {
  let text = `<${tagOf(element)}`;
  for (const name of attributeNamesOf(element)) {
    const value = KEPT.has(name) ? attributeOf(element, name) : null;
    if (value !== null && value.length <= VALUE_CHARS_MAX) text += attribute(name, value);
  }
  return `${text}>`;
}

function emptied(element: Element, inside = ''): string {
  return `${startOf(element)}${inside}</${tagOf(element)}>`;
}

/** Markup of the browser with only what is wanted of it. Of a field it tells what it is for. */
export function tidied(markup: string): string {
  let text = markup.replace(SILENT, '');
  // Fields as a whole: whatever is in the tag, no value gets through.
  if (text.includes('<input')) {
    text = text.replace(FIELD, (tag) => `<input${(tag.match(KEPT_OF_FIELD) ?? []).join('')}>`);
  }
  if (text.includes('<meta') || text.includes('<link')) text = text.replace(PRIVATE, '');
  return text.replace(UNUSED, '');
}

/** An element whose markup is replaced, in the order of the document. */
type Edit = [element: Element, markup: string];

function composed(element: Element, survey: Survey, depth: number): string {
  let rest = outerHtmlOf(element);
  const edits = editsIn(element, survey, depth);
  if (edits.length === 0) return rest;
  let text = '';
  for (const [edited, markup] of edits) {
    const written = outerHtmlOf(edited);
    const at = rest.indexOf(written);
    // It is there, because nothing has changed since. An equal one may come before it, which is as good.
    if (at < 0) continue;
    text += rest.slice(0, at) + markup;
    rest = rest.slice(at + written.length);
  }
  return text + rest;
}

function editsIn(root: Element, survey: Survey, depth: number): Edit[] {
  const found = new Map<Element, string>();
  const hollow = (element: Element, inside = '') => found.set(element, emptied(element, inside));
  // Later ones take the place of earlier ones: what is hidden is not told in any way.
  if (survey.isDeep) for (const deep of tooDeepIn(root)) hollow(deep, DEEPER);
  if (survey.hasHosts) {
    for (const host of hostsIn(root)) found.set(host, shadowOf(host, survey, depth));
    if (tagOf(root) === 'slot') found.set(root, slotOf(root, survey, depth));
    for (const slot of depth > 0 ? queryAll(root, 'slot') : []) {
      found.set(slot, slotOf(slot, survey, depth));
    }
  }
  // Those in a shadow root are no part of the survey.
  if (survey.hasEditors || depth > 0) for (const one of queryAll(root, EDITORS)) hollow(one);
  for (const secret of concealedElements()) if (contains(root, secret)) hollow(secret, DOTS);
  for (const node of survey.moved) {
    if (isElement(node) && node !== root && contains(root, node)) found.set(node, '');
  }
  const looked = queryAll(root, MAY_BE_HIDDEN);
  for (let at = 0; at < looked.length; at += 1) {
    const element = looked[at];
    if (!element || !isHidden(element)) continue;
    found.set(element, '');
    // What is inside needs no look.
    at += queryAll(element, MAY_BE_HIDDEN).length;
  }
  return outermost([...found]);
}

/** In the order of the document, without what is inside another one. */
function outermost(edits: Edit[]): Edit[] {
  if (edits.length < 2) return edits;
  edits.sort(([one], [other]) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  let last: Element | undefined;
  return edits.filter(([element]) => {
    if (last && contains(last, element)) return false;
    last = element;
    return true;
  });
}

function shadowOf(host: Element, survey: Survey, depth: number): string {
  const shadow = shadowRootOf(host);
  const end = `</${tagOf(host)}>`;
  if (depth >= SHADOWS_MAX) return `${startOf(host)}${DEEPER}${end}`;
  return startOf(host) + nodesOf(shadow ? childNodesOf(shadow) : [], survey, depth + 1) + end;
}

function slotOf(slot: Element, survey: Survey, depth: number): string {
  const assigned = slot instanceof HTMLSlotElement ? slot.assignedNodes() : [];
  return nodesOf(assigned.length > 0 ? assigned : childNodesOf(slot), survey, depth);
}

function nodesOf(nodes: Iterable<Node>, survey: Survey, depth: number): string {
  let text = '';
  for (const node of nodes) {
    if (node instanceof Text) text += escapeText(node.data);
    else if (isElement(node) && !isHidden(node)) text += partOf(node, survey, depth);
  }
  return text;
}

function* hostsIn(root: Element): Generator<Element> {
  if (shadowRootOf(root)) yield root;
  for (const element of queryAll(root, MAY_HOST)) if (shadowRootOf(element)) yield element;
  // A search by the browser: to ask every element for its name would take as long as all the rest.
  const path = './/*[contains(local-name(), "-")]';
  const list = root.ownerDocument.evaluate(path, root, null, ORDERED_LIST, null);
  for (let at = 0; at < list.snapshotLength; at += 1) {
    const element = list.snapshotItem(at) as Element;
    if (shadowRootOf(element)) yield element;
  }
}

/**
 * The outermost elements whose content is nested too deep. All that is deeper stands together in the order of
 * the document, so that one in so many tells of all but a few.
 */
function* tooDeepIn(root: Element): Generator<Element> {
  const elements = queryAll(root, '*');
  for (let at = DEPTH_STEP; at < elements.length; at += DEPTH_STEP) {
    const line: Node[] = [];
    for (let up: Node | null = elements[at] ?? null; up && up !== root; up = parentNodeOf(up)) {
      line.push(up);
    }
    const deep = line[line.length - NESTING_MAX];
    if (deep && isElement(deep)) yield deep;
  }
}
