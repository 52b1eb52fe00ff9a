// What of a large page was out of sight before an action: what of it is in sight afterwards has appeared,
// be it by a class, a style sheet, a dialog or a popover.
import { checkVisibility, shadowRootOf, tagOf } from '../dom/native';
import { isOurs } from '../show/ours';

export interface HiddenList {
  /** Looks through the page for a moment; again, it goes on where it stopped. */
  take(msMax?: number): void;
  /** The action begins: what is hidden from here on may be its doing. */
  close(): void;
  /** Those which can be seen now. */
  shownNow(): Element[];
}

const MS_MAX = 4;
const LOOKS_BETWEEN_CLOCKS = 64;

export function createHiddenList(document: Document): HiddenList {
  const hidden = new Set<Element>();
  const body = document.body as HTMLElement | null;
  const left: Element[] = body ? [body] : [];
  let closed = false;
  return {
    take(msMax = MS_MAX) {
      if (!closed) collect(left, hidden, performance.now() + msMax);
    },
    close() {
      closed = true;
    },
    shownNow: () => [...hidden].filter((element) => checkVisibility(element, WITH_OPACITY)),
  };
}

/** Only the outermost hidden elements. */
function collect(stack: Element[], hidden: Set<Element>, end: number): void {
  let looks = 0;
  for (let at = stack.pop(); at; at = stack.pop()) {
    looks += 1;
    if (looks % LOOKS_BETWEEN_CLOCKS === 0 && performance.now() > end) {
      stack.push(at);
      return;
    }
    if (SILENT.has(tagOf(at)) || isOurs(at)) continue;
    if (!checkVisibility(at, WITH_OPACITY) && getComputedStyle(at).display !== 'contents') {
      hidden.add(at);
      continue;
    }
    for (let child = at.lastElementChild; child; child = child.previousElementSibling) {
      stack.push(child);
    }
    for (const child of shadowRootOf(at)?.children ?? []) stack.push(child);
  }
}

const WITH_OPACITY = { opacityProperty: true, visibilityProperty: true };
const SILENT = new Set(['script', 'style', 'link', 'meta', 'template', 'noscript', 'br', 'option']);
