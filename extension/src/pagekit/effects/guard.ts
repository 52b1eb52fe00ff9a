// Blocks the pointer events of an action from reaching any other element than its target. Between the
// check and the input a page can put something else under the pointer (TOCTOU).
import type { Point } from '../../wire';
import { describe } from '../dom/facts';
import { attributeOf, isConnected, tagOf } from '../dom/native';
import { elementAt, parentOf } from '../dom/tree';

export interface GuardReport {
  /** The element that the pointer hit instead. */
  missed?: string;
  pointerCame: boolean;
  dragBegan: boolean;
}

export interface Guard {
  report(): GuardReport;
  /** Stops blocking. */
  end(): void;
}

/** `point` is where the pointer will be: what is there now may stand for the element. */
export function guard(
  window: Window,
  element: Element,
  partners: readonly Element[],
  point: Point,
): Guard {
  const report: GuardReport = { pointerCame: false, dragBegan: false };
  // Text in a link takes no events of its own when the link takes them for it.
  const there = elementAt(window.document, point.x, point.y);
  const taker = there && isAround(there, element) ? there : undefined;
  const ended = new AbortController();
  const options = { capture: true, passive: false, signal: ended.signal };
  const undecided = new Set(PRESSES);
  const judge = (event: Event) => {
    if (!event.isTrusted) return;
    // The first press decides, and the mouse button's own once more: what was inside the element may
    // be made anew between the two. What else the page does in answer is its own affair.
    const isFirst = !report.pointerCame;
    const isPress = undecided.delete(event.type);
    // A release alone is the end of a press that went to another frame: no click comes of it.
    if (isPress) report.pointerCame = true;
    else if (isFirst) return;
    if (isFirst || (isPress && isConnected(element))) {
      const [hit] = event.composedPath();
      if (!(hit instanceof Element)) report.missed ??= 'the page itself';
      else if (hit !== taker && !meets(hit, element, partners)) report.missed ??= describe(hit);
    }
    if (report.missed === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of POINTER_EVENTS) window.addEventListener(type, judge, options);
  // In the bubble phase at the end of the way, where it is known whether the page prevented it.
  window.addEventListener(
    'dragstart',
    (event) => {
      if (event.isTrusted && !event.defaultPrevented) report.dragBegan = true;
    },
    { signal: ended.signal },
  );
  const timer = window.setTimeout(() => {
    ended.abort();
  }, GUARD_MS_MAX);
  return {
    report: () => ({ ...report }),
    end() {
      window.clearTimeout(timer);
      ended.abort();
    },
  };
}

/** Whether a pointer that hits one element reaches another, or what has taken its place. */
function meets(hit: Element, element: Element, partners: readonly Element[]): boolean {
  const isGone = !isConnected(element);
  for (let at: Element | null = hit; at; at = parentOf(at)) {
    if (at === element || partners.includes(at) || (isGone && isLike(at, element))) return true;
  }
  return false;
}

function isAround(outer: Element, element: Element): boolean {
  for (let at = parentOf(element); at; at = parentOf(at)) if (at === outer) return true;
  return false;
}

/** A page that draws itself anew puts an equal element where the old one was. */
function isLike(one: Element, other: Element): boolean {
  return (
    tagOf(one) === tagOf(other) &&
    one.textContent.trim() === other.textContent.trim() &&
    ['id', 'role', 'type', 'name', 'href', 'aria-label'].every(
      (name) => attributeOf(one, name) === attributeOf(other, name),
    )
  );
}

const GUARD_MS_MAX = 5000;
const PRESSES = ['pointerdown', 'mousedown', 'touchstart'];
const POINTER_EVENTS = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'contextmenu',
  'dblclick',
];
