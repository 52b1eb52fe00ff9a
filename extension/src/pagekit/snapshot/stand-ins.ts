// Controls that are there for the page's own use, like the field behind a prettier one.
import { isTiny } from '../dom/clickable';
import { isAriaHidden } from '../dom/aria-hidden';
import { attributeOf } from '../dom/native';
import { isCovered } from './covering';
import type { Met, Place, WalkContext } from './walk-context';

/** Whether neither the pointer nor the keyboard nor assistive technology gets to a control. */
export function isUnreachable({ window }: WalkContext, met: Met, place: Place): boolean {
  const { element, attributes } = met;
  if (!attributes.includes('tabindex') || attributeOf(element, 'tabindex') !== '-1') return false;
  if (!isAriaHidden(element)) return false;
  return place.transparent || isTiny(element) || isCovered(element, window);
}
