// Things that had to be pointed at before they could be pressed: menus that open by themselves. An element that
// was not to be seen at the last look, though nothing was pressed since, came because of where the pointer was.
import { attributeOf, checkVisibility, tagOf } from '../dom/native';
import { roleOf } from '../dom/roles';
import { deepQueryAll, parentOf } from '../dom/tree';
import { CLICKABLE } from '../find/text';
import { actedOn } from './acted-on';
import type { Recording } from './recording';

export interface Hovering {
  /** An element is pressed: what led the pointer there is told first. */
  pressed(element: Element): void;
  /** What the person did may bring anything to sight. */
  acted(): void;
}

/** Larger pages are not looked at: a menu that opens by itself is told of none the less where it stands aside. */
const LOOKED_AT_MAX = 1500;
const TRAIL_MAX = 10;
const LEVELS_MAX = 5;
const QUIET_MS = 150;
const IDLE_MS_MAX = 1000;

interface Passed {
  element: Element;
  at: number;
}

export function createHovering(recording: Recording): Hovering {
  const { window } = recording;
  const { document } = window;
  /** What was to be seen, and what the pointer was on then. */
  const seen = new WeakMap<Element, Element | undefined>();
  let trail: Passed[] = [];
  let actedAt = -1;
  let lookedAt = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pointedAt = () => trail.at(-1)?.element;
  const look = () => {
    if (recording.ended.aborted || document.visibilityState === 'hidden') return;
    // What was there from the beginning, or came of a press, came not of where the pointer is.
    const isExplained = lookedAt < 0 || actedAt > lookedAt;
    lookedAt = performance.now();
    const now = isExplained ? undefined : pointedAt();
    for (const element of deepQueryAll(document, CLICKABLE).slice(0, LOOKED_AT_MAX)) {
      if (!seen.has(element) && isSeen(element)) seen.set(element, now);
    }
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      window.requestIdleCallback(look, { timeout: IDLE_MS_MAX });
    }, QUIET_MS);
  };
  const observer = new MutationObserver(lookSoon);
  const observe = () => {
    observer.observe(document, { subtree: true, childList: true });
    lookSoon();
  };
  observe();
  window.addEventListener('load', lookSoon, { signal: recording.ended });
  recording.ended.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });

  recording.hear('pointerover', (event) => {
    const [hit] = event.composedPath();
    if (!(hit instanceof Element) || hit === pointedAt()) return;
    trail.push({ element: hit, at: performance.now() });
    if (trail.length > TRAIL_MAX) trail = trail.slice(-TRAIL_MAX);
  });

  /** The pointer was on it when the element was not to be seen, or came to be. */
  const openerOf = (element: Element): Element | undefined => {
    const brought = seen.get(element);
    if (seen.has(element) && brought === undefined) return undefined;
    // Something was pressed since the last look, or nothing was looked at yet: that may have brought it.
    if (lookedAt < 0 || actedAt > lookedAt) return undefined;
    const since = trail.filter(
      ({ at, element: passed }) => at >= actedAt && !isWithin(passed, popupOf(element)),
    );
    for (const { element: passed } of since.reverse()) {
      if (!isWithin(element, passed) && !standsBy(element, passed)) continue;
      const opener = actedOn(pathOf(passed), recording.listeners) ?? passed;
      if (opener === element || isWithin(opener, element)) continue;
      if (seen.has(opener) || isSeen(opener)) return opener;
    }
    return undefined;
  };

  return {
    pressed(element) {
      const opener = openerOf(element);
      if (opener) recording.emit({ kind: 'hover', target: recording.fingerprint(opener) });
    },
    acted() {
      actedAt = performance.now();
      trail = trail.slice(-1);
      lookSoon();
    },
  };
}

function isSeen(element: Element): boolean {
  if (!checkVisibility(element, { opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** The box that came with it: what is laid over the page, or a list or menu. */
function popupOf(element: Element): Element {
  let popup = element;
  let level = 0;
  for (let at = parentOf(element); at && level < LEVELS_MAX; at = parentOf(at), level += 1) {
    const tag = tagOf(at);
    if (tag === 'body' || tag === 'html') break;
    const role = roleOf(at);
    if (
      role === 'menu' ||
      role === 'list' ||
      role === 'listbox' ||
      role === 'tooltip' ||
      isLaidOver(at)
    )
      return at;
    popup = popup === element && tag === 'li' ? at : popup;
  }
  return popup;
}

function isLaidOver(element: Element): boolean {
  const { position } = getComputedStyle(element);
  return position === 'absolute' || position === 'fixed';
}

/** In the same part of a menu, or said to open it. */
function standsBy(element: Element, passed: Element): boolean {
  const popup = popupOf(element);
  let level = 0;
  for (let at: Element | null = passed; at && level < LEVELS_MAX; at = parentOf(at), level += 1) {
    const opens = attributeOf(at, 'aria-haspopup') ?? attributeOf(at, 'aria-expanded');
    if (opens !== null && opens !== 'false') return true;
    const tag = tagOf(at);
    if (tag === 'body' || tag === 'html' || tag === 'main') break;
    if (at.contains(popup)) return true;
  }
  return isLaidOver(popup);
}

function isWithin(element: Element, outer: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) if (at === outer) return true;
  return false;
}

function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = parentOf(at)) path.push(at);
  return path;
}
