// The text of elements as it stands in the page, seen or not, open shadow roots included.
import {
  childNodesOf,
  isElement,
  matches,
  nodeTypeOf,
  parentElementOf,
  shadowRootOf,
  tagOf,
} from '../dom/native';
import { tidy } from '../dom/names';
import { concealedElements, isConcealed } from '../dom/secrets';
import { deepQueryAll, parentOf } from '../dom/tree';
import { INPUT_BUTTONS, SILENT } from './text';
import type { Wanted } from './words';

export interface TextContents {
  /** All that an element says, with single spaces. */
  of(element: Element): string;
}

/** Remembers what it has read, so it is for one look only. `hosts` have open shadow roots. */
export function createTextContents(
  document: Document,
  hosts: () => readonly Element[],
): TextContents {
  const read = new Map<Element, string>();
  let special: Set<Element> | undefined;

  function rawOf(element: Element): string {
    special ??= sayOtherThanTheirText(document, hosts());
    // The browser's own is much the fastest.
    if (!special.has(element)) return element.textContent;
    if (element instanceof HTMLInputElement) {
      return matches(element, INPUT_BUTTONS) ? element.value : '';
    }
    if (SILENT.has(tagOf(element)) || isConcealed(element)) return '';
    const shadow = shadowRootOf(element);
    return rawIn(element) + (shadow ? rawIn(shadow) : '');
  }

  function rawIn(parent: Node): string {
    let text = '';
    for (const child of childNodesOf(parent)) {
      if (isElement(child)) text += rawOf(child);
      else if (nodeTypeOf(child) === Node.TEXT_NODE) text += child.nodeValue ?? '';
    }
    return text;
  }

  return {
    of(element) {
      let text = read.get(element);
      if (text === undefined) read.set(element, (text = tidy(rawOf(element))));
      return text;
    },
  };
}

/** With all that they are in. */
function sayOtherThanTheirText(document: Document, hosts: readonly Element[]): Set<Element> {
  const special = new Set<Element>();
  const silent = deepQueryAll(document, `${[...SILENT].join()}, ${INPUT_BUTTONS}`);
  for (const element of [...silent, ...hosts, ...concealedElements()]) {
    for (let at: Element | null = element; at && !special.has(at); at = aboveOf(at)) {
      special.add(at);
    }
  }
  return special;
}

/** In the tree as it is written: what is put into a slot belongs to its own parent. */
function aboveOf(element: Element): Element | null {
  return parentElementOf(element) ?? parentOf(element);
}

/** The element itself and what is in it, as far as no part of it says the same. */
export function smallestWithText(
  root: Element,
  wanted: Wanted,
  textContents: TextContents,
): Element[] {
  const found: Element[] = [];
  const search = (element: Element): boolean => {
    if (SILENT.has(tagOf(element))) return false;
    const text = textContents.of(element);
    if (!wanted.mayBeIn(text)) return false;
    const place = found.length;
    let isInPart = false;
    for (const part of partsOf(element)) if (search(part)) isInPart = true;
    const fits = wanted.fits(text);
    if (fits && !isInPart) found.splice(place, 0, element);
    return fits;
  };
  search(root);
  return found;
}

function* partsOf(element: Element): Iterable<Element> {
  const shadow = shadowRootOf(element);
  if (shadow) yield* shadow.children;
  for (const child of childNodesOf(element)) if (isElement(child)) yield child;
}
