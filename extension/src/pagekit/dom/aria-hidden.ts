// What a page says assistive technology should pass over: copies, decoration, all behind a dialog.
import { closest, rootOf } from './native';

/** Whether an element or anything around it, also around its shadow host, is said to be hidden. */
export function isAriaHidden(element: Element): boolean {
  for (let at: Element | undefined = element; at; at = hostOf(at)) {
    if (closest(at, '[aria-hidden=true]')) return true;
  }
  return false;
}

function hostOf(element: Element): Element | undefined {
  const root = rootOf(element);
  return root instanceof ShadowRoot ? root.host : undefined;
}
