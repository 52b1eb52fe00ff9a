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
import { deepQueryAll, parentOf, pushInOrder } from '../dom/tree';
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
    let text = '';
    const waiting: Node[] = [element];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      if (!isElement(at)) {
        if (nodeTypeOf(at) === Node.TEXT_NODE) text += at.nodeValue ?? '';
      } else if (!special.has(at)) {
        // The browser's own is much the fastest.
        text += at.textContent;
      } else if (at instanceof HTMLInputElement) {
        if (matches(at, INPUT_BUTTONS)) text += at.value;
      } else if (!SILENT.has(tagOf(at)) && !isConcealed(at)) {
        const shadow = shadowRootOf(at);
        if (shadow) pushInOrder(waiting, childNodesOf(shadow));
        pushInOrder(waiting, childNodesOf(at));
      }
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
  // Parts before their wholes, on a list of ours: pages may be deeper than a stack is.
  const open: Search[] = [];
  const enter = (element: Element): void => {
    if (SILENT.has(tagOf(element))) return;
    const text = textContents.of(element);
    if (!wanted.mayBeIn(text)) return;
    const parts = partsOf(element)[Symbol.iterator]();
    open.push({ element, text, parts, place: found.length, isInPart: false });
  };
  enter(root);
  for (let search = open.at(-1); search; search = open.at(-1)) {
    const { value: part, done } = search.parts.next() as IteratorResult<Element, undefined>;
    if (!done) {
      enter(part);
      continue;
    }
    open.pop();
    if (!wanted.fits(search.text)) continue;
    if (!search.isInPart) found.splice(search.place, 0, search.element);
    const whole = open.at(-1);
    if (whole) whole.isInPart = true;
  }
  return found;
}

interface Search {
  element: Element;
  text: string;
  parts: Iterator<Element>;
  /** Where it stands among what is found. */
  place: number;
  /** A part of it says the same. */
  isInPart: boolean;
}

function* partsOf(element: Element): Iterable<Element> {
  const shadow = shadowRootOf(element);
  if (shadow) yield* shadow.children;
  for (const child of childNodesOf(element)) if (isElement(child)) yield child;
}
