// How text gets into a field so that it arrives as it was given.
import type { Writing } from '../../wire';
import { attributeOf, rectOf } from './native';
import { isEditingHost } from './roles';
import { parentOf } from './tree';
import { isVisible } from './visibility';

/** Smaller than any field that shows what it holds. */
const CATCHER_PIXELS_MAX = 2;

export function writingOf(element: Element): Writing {
  if (element instanceof HTMLInputElement) return 'line';
  if (element instanceof HTMLTextAreaElement) return catchesText(element) ? 'code' : 'lines';
  if (hasEditContext(element)) return 'code';
  if (isEditingHost(element)) return isForCode(element) ? 'code' : 'rich';
  return 'none';
}

/** It takes text without being editable: the page draws what is written itself. */
export function hasEditContext(element: Element): boolean {
  return (element as { editContext?: unknown }).editContext instanceof Object;
}

/**
 * It only catches what is typed, and the page shows the text elsewhere: it may be too small to be seen, or
 * transparent.
 */
export function catchesText(element: Element): boolean {
  if (hasEditContext(element)) return true;
  if (!(element instanceof HTMLTextAreaElement) && !isEditingHost(element)) return false;
  if (!isForCode(element)) return false;
  const { width, height } = rectOf(element);
  return (
    width <= CATCHER_PIXELS_MAX ||
    height <= CATCHER_PIXELS_MAX ||
    getComputedStyle(element).opacity === '0' ||
    !isVisible(element)
  );
}

/** What a person sees around it. */
export function shownAround(element: Element): Element | undefined {
  if (!element.checkVisibility({ visibilityProperty: true })) return undefined;
  for (let at: Element | null = element; at; at = parentOf(at)) if (isVisible(at)) return at;
  return undefined;
}

/** An editor for code asks the browser to leave the text alone, and changes it by itself while keys come. */
function isForCode(element: Element): boolean {
  const off = (name: string) => ['off', 'none', 'no'].includes(attributeOf(element, name) ?? '');
  return (
    attributeOf(element, 'spellcheck') === 'false' &&
    (off('autocapitalize') || off('autocorrect') || off('translate'))
  );
}
