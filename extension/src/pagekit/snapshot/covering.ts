// Which of the elements in view something else lies upon.
import { contains, rectOf, rectsOf, tagOf } from '../dom/native';
import { remember } from '../ready/stability';
import { elementAt, parentOf } from '../dom/tree';
import type { Placed } from './fold';
import { isMention } from './outline';

/** Behind all else that is said of an element. */
export const COVERED = ' covered';
const TESTS_MAX = 160;
const TESTS_MS_MAX = 40;

export function markCovered(lines: readonly Placed[], window: Window): void {
  const stop = performance.now() + TESTS_MS_MAX;
  let left = TESTS_MAX;
  for (const { line } of lines) {
    if (!line.inView) continue;
    for (const part of line.parts) {
      if (!isMention(part) || !part.counts || line.kind === 'head') continue;
      left -= 1;
      if (left < 0 || performance.now() > stop) return;
      if (isCovered(part.element, window)) part.words += COVERED;
    }
  }
}

export function isCovered(element: Element, window: Window): boolean {
  // Of text over several lines, the box has corners where nothing is.
  const [first, second] = rectsOf(element);
  const rect = first ?? rectOf(element);
  if (!second) remember(element, rect);
  const { left, top, right, bottom, width, height } = rect;
  if (width < 1 || height < 1) return false;
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  const inX = Math.min(3, width / 4);
  const inY = Math.min(3, height / 4);
  const points = [
    [x, y],
    [left + inX, top + inY],
    [right - inX, top + inY],
    [left + inX, bottom - inY],
    [right - inX, bottom - inY],
  ] as const;
  let tested = 0;
  for (const [pointX, pointY] of points) {
    if (pointX < 0 || pointY < 0 || pointX >= window.innerWidth || pointY >= window.innerHeight)
      continue;
    tested += 1;
    const hit = elementAt(window.document, pointX, pointY);
    if (!hit || belongs(hit, element)) return false;
  }
  return tested > 0;
}

/** The hit reaches the element: it is inside it, around it, or its label. */
function belongs(hit: Element, element: Element): boolean {
  if (hit === element || contains(hit, element)) return true;
  for (let at: Element | null = hit; at; at = parentOf(at)) {
    if (at === element) return true;
    if (tagOf(at) === 'label' && (at as HTMLLabelElement).control === element) return true;
  }
  for (let at: Element | null = element; at; at = parentOf(at)) if (at === hit) return true;
  return false;
}
