// Controls: what HTML or ARIA calls a button, a link, a field.
import { isElement, queryAll } from '../dom/native';
import { remember } from '../ready/stability';
import { childrenOf } from '../dom/tree';
import { boxOf } from '../dom/visibility';
import { addressOf, phraseOf } from './describe-control';
import { isUnreachable } from './stand-ins';
import type { Met, Place, WalkContext } from './walk-context';
import { meets } from './view';
import { visitChildren } from './walk';

/** These hold text of their own, or options that their phrase tells of. */
const CLOSED = new Set(['input', 'select', 'textarea', 'video', 'audio']);

const USED_IN_TEXT = 'a[href], button, input, select, textarea, [role=button], [role=checkbox]';

export function writeControl(walkContext: WalkContext, met: Met, place: Place): void {
  const { element, tag, attributes } = met;
  if (isOutOfView(walkContext, met, place) || isUnreachable(walkContext, met, place)) return;
  if (met.rect) remember(element, met.rect);
  const words = phraseOf(element, attributes, walkContext.active);
  walkContext.writer.mention({
    element,
    words: place.transparent ? `${words} transparent` : words,
    address: tag === 'a' || tag === 'area' ? addressOf(element, words) : '',
    inside: place.insideOf !== undefined,
    counts: true,
  });
  if (CLOSED.has(tag) || !hasElements(element)) return;
  // What is written in an editor is its value; links and buttons in it can be used.
  if (isEditing(element) && queryAll(element, USED_IN_TEXT).length === 0) return;
  visitChildren(walkContext, element, tag, {
    ...place,
    muted: true,
    insideOf: words,
    pointer: true,
  });
}

/** Inside a tall block, what flows with the text is in view or not by its own box. */
export function isOutOfView(
  walkContext: WalkContext,
  { element, inline }: Met,
  place: Place,
): boolean {
  return walkContext.mode === 'viewport' && inline && !meets(boxOf(element), place.area);
}

function isEditing(element: Element): boolean {
  return element instanceof HTMLElement && element.isContentEditable;
}

function hasElements(element: Element): boolean {
  for (const child of childrenOf(element)) if (isElement(child)) return true;
  return false;
}
