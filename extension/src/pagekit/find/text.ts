// Finding by what a person reads: the smallest elements that say something.
import { isElement, matches, tagOf } from '../dom/native';
import { nameOf } from '../dom/names';
import { rootsOf } from '../dom/roots';
import { childrenOf, deepQueryAll, parentOf } from '../dom/tree';
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

/** The link, button or the like that an element belongs to, or is. */
export function clickableAround(element: Element): Element | undefined {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (matches(at, CLICKABLE)) return at;
  }
  return undefined;
}

/** The smallest elements whose text contains the wanted, with their text. */
function smallestWithText(document: Document, wanted: string): Map<Element, string> {
  const said = new Map<Element, string>();
  const bare = joined(wanted);
  const unsure = sayMoreThanTheirText(document);
  const says = sayingOf(bare);
  const mayContain = (element: Element) =>
    !SILENT.has(tagOf(element)) && (unsure.has(element) || says(element.textContent));
  const search = (element: Element) => {
    const before = said.size;
    for (const child of childrenOf(element)) {
      if (isElement(child) && mayContain(child)) search(child);
    }
    if (said.size > before) return;
    const own = fold(textOf(element));
    if (own.includes(wanted)) said.set(element, own);
    else if (joined(own).includes(bare) && element instanceof HTMLElement) {
      // Words may be put together from inline elements without a space between them.
      const seen = fold(element.innerText);
      if (seen.includes(wanted)) said.set(element, seen);
    }
  };
  search(document.documentElement);
  return said;
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

function textOf(element: Element): string {
  if (SILENT.has(tagOf(element))) return '';
  if (element instanceof HTMLInputElement) {
    return matches(element, INPUT_BUTTONS) ? element.value : '';
  }
  let text = '';
  for (const child of childrenOf(element)) {
    if (isElement(child)) text += ` ${textOf(child)} `;
    else if (child.nodeType === Node.TEXT_NODE) text += child.nodeValue ?? '';
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
