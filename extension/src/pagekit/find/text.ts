// Finding by what a person reads: the smallest elements that say something.
import { isElement, matches, tagOf } from '../dom/native';
import { nameOf } from '../dom/names';
import { rootsOf } from '../dom/roots';
import { childrenOf, deepQueryAll, parentOf, pushInOrder } from '../dom/tree';
import { isVisible } from '../dom/visibility';
import { bestOf, fold } from './marks';

/** Those that say it whole before those that say more; what can be clicked stands for its text. */
export function byText(document: Document, text: string): Element[] {
  const wanted = fold(text);
  if (!wanted) return [];
  const said = smallestWithText(document, wanted);
  const smallest = [...said.keys()];
  const visible = smallest.filter(isVisible);
  const pool = visible.length > 0 ? visible : smallest;
  const whole = pool.filter((element) => said.get(element) === wanted);
  const found = whole.length > 0 ? whole : pool;
  if (visible.length > 0) {
    return [...new Set(found.map((element) => clickableAround(element) ?? element))];
  }
  // An icon says nothing, but may be called so.
  const named = bestOf(deepQueryAll(document, CLICKABLE), text, (element) => [[nameOf(element)]]);
  return named.length > 0 ? named : found;
}

/** The smallest elements whose text contains folded words, seen or not. */
export function smallestSaying(document: Document, wanted: string): Element[] {
  return wanted ? [...smallestWithText(document, wanted).keys()] : [];
}

/** The link, button or the like that an element belongs to, or is. */
export function clickableAround(element: Element): Element | undefined {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (matches(at, CLICKABLE)) return at;
  }
  return undefined;
}

/** The text of a page is read once for each level of it, and a page may have many of both. */
const CHARS_READ_MAX = 100_000_000;

/** The smallest elements whose text contains the wanted, with their text. */
function smallestWithText(document: Document, wanted: string): Map<Element, string> {
  const said = new Map<Element, string>();
  const bare = joined(wanted);
  const unsure = sayMoreThanTheirText(document);
  const says = sayingOf(bare);
  let charsLeft = CHARS_READ_MAX;
  const mayContain = (element: Element) => {
    if (SILENT.has(tagOf(element))) return false;
    if (unsure.has(element)) return true;
    const text = element.textContent;
    charsLeft -= text.length;
    return charsLeft > 0 && says(text);
  };
  const known = new Map<Element, string>();
  const judge = (element: Element): void => {
    const text = textOf(element, known);
    known.set(element, text);
    charsLeft -= text.length;
    if (!says(text)) return;
    const own = fold(text);
    if (own.includes(wanted)) said.set(element, own);
    else if (joined(own).includes(bare) && element instanceof HTMLElement) {
      // Words may be put together from inline elements without a space between them.
      const seen = fold(element.innerText);
      if (seen.includes(wanted)) said.set(element, seen);
    }
  };
  // Children before their parents, on a list of ours: pages may be deeper than a stack is.
  const open: Search[] = [];
  const enter = (element: Element): void => {
    open.push({ element, children: childrenOf(element), next: 0, before: said.size });
  };
  enter(document.documentElement);
  for (let search = open.at(-1); search; search = open.at(-1)) {
    const child = search.children[search.next];
    search.next += 1;
    if (!child) {
      open.pop();
      if (said.size === search.before && charsLeft > 0) judge(search.element);
    } else if (isElement(child) && mayContain(child)) enter(child);
  }
  return said;
}

interface Search {
  element: Element;
  children: ArrayLike<Node>;
  next: number;
  /** How many were found before it. */
  before: number;
}

/** Tells whether a text contains some letters, whatever its case and spaces are. */
function sayingOf(bare: string): (text: string) => boolean {
  // Other scripts have letters whose small forms only a whole conversion knows.
  if (!/^[\x21-\x7e]*$/.test(bare)) return (text) => joined(fold(text)).includes(bare);
  const letters = Array.from(bare, (letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'));
  const pattern = new RegExp(letters.join('[\\s\\uE000-\\uF8FF]*'), 'iu');
  return (text) => pattern.test(text);
}

/** What holds a shadow root or a button that is an input, and says what its text content does not. */
function sayMoreThanTheirText(document: Document): Set<Element> {
  const unsure = new Set<Element>();
  const add = (element: Element) => {
    for (let at: Element | null = element; at && !unsure.has(at); at = parentOf(at)) unsure.add(at);
  };
  for (const root of rootsOf(document)) {
    if (root instanceof ShadowRoot) add(root.host);
    for (const button of (root as Document | ShadowRoot).querySelectorAll(INPUT_BUTTONS))
      add(button);
  }
  return unsure;
}

/** `known` are texts of elements in it that were read before. */
function textOf(element: Element, known: ReadonlyMap<Node, string>): string {
  let text = '';
  const waiting: Node[] = [element];
  // Elements are waited for once more, to end them with a space.
  const ended = new Set<Node>();
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const before = known.get(at);
    if (before !== undefined) text += ` ${before} `;
    else if (ended.has(at)) text += ' ';
    else if (!isElement(at)) {
      if (at.nodeType === Node.TEXT_NODE) text += at.nodeValue ?? '';
    } else if (at instanceof HTMLInputElement) {
      text += matches(at, INPUT_BUTTONS) ? ` ${at.value} ` : ' ';
    } else if (!SILENT.has(tagOf(at))) {
      text += ' ';
      ended.add(at);
      waiting.push(at);
      pushInOrder(waiting, childrenOf(at));
    }
  }
  return text;
}

function joined(text: string): string {
  return text.replaceAll(' ', '');
}

export const SILENT = new Set(['script', 'style', 'noscript', 'template', 'head']);
export const INPUT_BUTTONS = 'input:is([type=button], [type=submit], [type=reset])';

export const CLICKABLE =
  'a[href], button, summary, label, option, area[href], input:is([type=button], [type=submit], ' +
  '[type=reset], [type=image], [type=checkbox], [type=radio]), ' +
  [
    'button link menuitem menuitemcheckbox menuitemradio tab option',
    'checkbox radio switch treeitem combobox',
  ]
    .join(' ')
    .split(' ')
    .map((role) => `[role=${role}]`)
    .join(', ');
