// What of a page was out of sight before an action: what of it is in sight afterwards has appeared,
// be it by a class, a style sheet, a dialog or a popover.
import { checkVisibility, shadowRootOf, tagOf } from '../dom/native';
import { isOurs } from '../show/ours';

export interface HiddenList {
  /** Looks through the page for a moment; again, it goes on where it stopped. */
  take(msMax?: number): void;
  /** The action begins: what is hidden from here on may be its doing. */
  close(): void;
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
  const body = document.body as HTMLElement | null;
  const left: Visit[] = body ? [[body, false]] : [];
  let closed = false;
  return {
    take(msMax = MS_MAX) {
      if (!closed) collect(left, hidden, inSight, performance.now() + msMax);
    },
    close() {
      closed = true;
    },
    isWhole: () => left.length === 0,
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

type Visit = [element: Element, isInHidden: boolean];

/** Only the outermost hidden elements, and what is in sight inside them all the same. */
function collect(stack: Visit[], hidden: Set<Element>, inSight: Set<Element>, end: number): void {
  let looks = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [at, isInHidden] = next;
    looks += 1;
    if (looks % LOOKS_BETWEEN_CLOCKS === 0 && performance.now() > end) {
      stack.push(next);
      return;
    }
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
}

const ONLY_OPACITY = { opacityProperty: true };
const WITH_OPACITY = { opacityProperty: true, visibilityProperty: true };
const SILENT = new Set(['script', 'style', 'link', 'meta', 'template', 'noscript', 'br', 'option']);
