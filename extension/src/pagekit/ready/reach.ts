// Where on an element a pointer would reach it, and what is in the way if nowhere.
import type { Point } from '../../wire';
import { matches, rectsOf } from '../dom/native';
import { isOurs } from '../show/ours';
import { elementAt, parentOf } from '../dom/tree';
import { clips, escapes } from '../dom/clipping';
import { boxOf } from '../dom/visibility';

export type Reach =
  | { point: Point }
  /** Something else is there. */
  | { blocker: Element }
  /** No part of it is in view. */
  | { outside: true };

/** `partners` stand for the element in a click: its labels, or the control of a label. */
export function reach(element: Element, partners: readonly Element[], at?: Point): Reach {
  const document = element.ownerDocument;
  if (at) {
    const box = boxOf(element);
    return reachAt(element, partners, { x: box.left + at.x, y: box.top + at.y });
  }
  const parts = visibleParts(element, viewOf(document));
  let blocker: Element | undefined;
  let nested: Point | undefined;
  const attempt = (point: Point): Reach | undefined => {
    const hit = elementAt(document, point.x, point.y);
    if (!hit) return undefined;
    if (!accepts(hit, element, partners)) {
      blocker ??= hit;
    } else if (hitsControlInside(hit, element)) {
      nested ??= point;
    } else return { point };
    return undefined;
  };
  for (const part of parts) {
    const reached = attempt(inside(part, 0.5, 0.5));
    if (reached) return reached;
  }
  for (const part of visibleParts(element, clipOf(element))) {
    for (const [x, y] of OTHER_PLACES) {
      const reached = attempt(inside(part, x, y));
      if (reached) return reached;
    }
  }
  if (nested) return { point: nested };
  return blocker ? { blocker } : { outside: true };
}

/** Whether an event whose deepest target is `hit` is one for the element. */
export function accepts(hit: Element, element: Element, partners: readonly Element[]): boolean {
  for (let at: Element | null = hit; at; at = parentOf(at)) {
    if (at === element || partners.includes(at)) return true;
  }
  // Text in a link takes no events of its own when the link takes them for it.
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (at === hit) return matches(at, CLICKED_AS_A_WHOLE);
  }
  return false;
}

/** The middle of what is in view of it, reachable or not. */
export function middleOf(element: Element): Point {
  const [part] = visibleParts(element, viewOf(element.ownerDocument));
  return inside(part ?? boxOf(element), 0.5, 0.5);
}

/** The part of the view that is left for an element by the containers that clip it. */
export function clipOf(element: Element): Area {
  let clip = viewOf(element.ownerDocument);
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (!clips(at, getComputedStyle(at)) || escapes(element, at)) continue;
    clip = intersection(clip, at.getBoundingClientRect());
  }
  return clip;
}

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function viewOf(document: Document): Area {
  // The element that scrolls the page has the view's size, less the scroll bars, in every mode.
  const root = document.scrollingElement ?? document.documentElement;
  return { left: 0, top: 0, right: root.clientWidth, bottom: root.clientHeight };
}

function reachAt(element: Element, partners: readonly Element[], point: Point): Reach {
  const hit = elementAt(element.ownerDocument, point.x, point.y);
  if (!hit) return { outside: true };
  return accepts(hit, element, partners) ? { point } : { blocker: hit };
}

/** A wrapped inline link has a box per line, and the middle of their union may be none of them. */
function visibleParts(element: Element, view: Area): Area[] {
  const rects = [...rectsOf(element)];
  const boxes = rects.length > 0 ? rects.slice(0, BOXES_MAX) : [boxOf(element)];
  return boxes
    .map((box) => intersection(box, view))
    .filter((part) => part.right - part.left >= 1 && part.bottom - part.top >= 1);
}

function intersection(a: Area, b: Area): Area {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

function inside(area: Area, x: number, y: number): Point {
  return {
    x: area.left + (area.right - area.left) * x,
    y: area.top + (area.bottom - area.top) * y,
  };
}

/** The middle of a card may be a button of its own. */
function hitsControlInside(hit: Element, element: Element): boolean {
  for (let at: Element | null = hit; at && at !== element; at = parentOf(at)) {
    if (isOurs(at)) return false;
    if (matches(at, CONTROLS)) return true;
  }
  return false;
}

const BOXES_MAX = 8;
const CLICKED_AS_A_WHOLE =
  'a[href], button, label, summary, [role=button], [role=link], [role=option]';
const CONTROLS = 'a[href], button, input, select, textarea, [role=button], [role=link]';
const OTHER_PLACES: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.5, 0.2],
  [0.5, 0.8],
  [0.2, 0.5],
  [0.8, 0.5],
  [0.1, 0.1],
  [0.9, 0.9],
  [0.9, 0.1],
  [0.1, 0.9],
];
