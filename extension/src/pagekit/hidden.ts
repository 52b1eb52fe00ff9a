// What of a page was out of sight before an action: what of it is in sight afterwards has appeared,
// be it by a class, a style sheet, a dialog or a popover.
import { checkVisibility, shadowRootOf, tagOf } from './native';
import { isOurs } from './show/ours';

export interface HiddenList {
  /** Looks through the page, as far as there is time; once. */
  take: () => void;
  /** False while not all of the page was looked at. */
  isWhole(): boolean;
  has(element: Element): boolean;
  /** Inside what was hidden, it was in sight: `visibility: visible` undoes what is around it. */
  hadInSight(element: Element): boolean;
  /** Those which can be seen now. */
  shownNow(): Element[];
}

const MS_MAX = 4;
const LOOKS_BETWEEN_CLOCKS = 64;

export function createHiddenList(document: Document): HiddenList {
  const hidden = new Set<Element>();
  const inSight = new Set<Element>();
  let taken = false;
  let whole = false;
  return {
    take() {
      if (taken) return;
      taken = true;
      whole = collect(document, hidden, inSight);
    },
    isWhole: () => whole,
    has(element) {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (hidden.has(at)) return true;
      }
      return false;
    },
    hadInSight(element) {
      if (inSight.size === 0) return false;
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (inSight.has(at)) return true;
      }
      return false;
    },
    shownNow: () => [...hidden].filter((element) => checkVisibility(element, WITH_OPACITY)),
  };
}

/** Only the outermost hidden elements, and what is in sight inside them all the same. */
function collect(document: Document, hidden: Set<Element>, inSight: Set<Element>): boolean {
  const end = performance.now() + MS_MAX;
  const body = document.body as HTMLElement | null;
  const stack: [Element, isInHidden: boolean][] = body ? [[body, false]] : [];
  let looks = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [at, isInHidden] = next;
    looks += 1;
    if (looks % LOOKS_BETWEEN_CLOCKS === 0 && performance.now() > end) return false;
    if (SILENT.has(tagOf(at)) || isOurs(at)) continue;
    let isHidden = false;
    if (checkVisibility(at, WITH_OPACITY)) {
      if (isInHidden) {
        inSight.add(at);
        continue;
      }
    } else if (getComputedStyle(at).display !== 'contents') {
      if (!isInHidden) hidden.add(at);
      // What has no box or is transparent hides all that is in it.
      if (!checkVisibility(at, ONLY_OPACITY)) continue;
      isHidden = true;
    }
    for (let child = at.lastElementChild; child; child = child.previousElementSibling) {
      stack.push([child, isInHidden || isHidden]);
    }
    for (const child of shadowRootOf(at)?.children ?? [])
      stack.push([child, isInHidden || isHidden]);
  }
  return true;
}

const ONLY_OPACITY = { opacityProperty: true };
const WITH_OPACITY = { opacityProperty: true, visibilityProperty: true };
const SILENT = new Set(['script', 'style', 'link', 'meta', 'template', 'noscript', 'br', 'option']);
