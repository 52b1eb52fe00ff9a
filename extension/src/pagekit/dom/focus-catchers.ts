// Focus catchers: elements without room of their own that take what is typed into an editor, which the
// page draws around them. They cannot be seen, but they are the editor's field.
import { isAriaHidden } from './aria-hidden';
import { isCollapsed, isInCollapsed } from './clipping';
import { attributeOf, checkVisibility, matches, queryAll, rectOf, tagOf } from './native';
import { isEditingHost, roleOf } from './roles';
import { parentOf } from './tree';

const MAY_CATCH = 'textarea, [contenteditable], [role=textbox]';
/** An editor is at least so large; what is smaller around a catcher is its holder. */
const EDITOR_PX_MIN = 24;
const HOLDERS_MAX = 6;
const LOOKS_MAX = 200;

/** Whether an element that has no room takes text all the same. */
export function isFocusCatcher(element: Element): boolean {
  if (!takesText(element) || !(element instanceof HTMLElement) || element.tabIndex < 0)
    return false;
  if (matches(element, ':disabled') || isAriaHidden(element)) return false;
  // It may be transparent itself, but not the editor around it.
  const parent = parentOf(element);
  if (!checkVisibility(element, { visibilityProperty: true })) return false;
  if (!parent || !checkVisibility(parent, { opacityProperty: true })) return false;
  return hasNoRoom(element) && editorAround(element) !== undefined;
}

function hasNoRoom(element: Element): boolean {
  return isCollapsed(rectOf(element)) || isInCollapsed(element);
}

/** Those inside a box that shows nothing of what is in it. */
export function focusCatchersIn(box: Element): Element[] {
  const found = isFocusCatcher(box) ? [box] : [];
  const inside = queryAll(box, MAY_CATCH);
  for (let at = 0; at < Math.min(inside.length, LOOKS_MAX); at += 1) {
    const element = inside[at];
    if (element && isFocusCatcher(element)) found.push(element);
  }
  return found;
}

/**
 * Not single-line fields: one without room is more often a trap for programs that fill in forms than
 * the field of an editor.
 */
function takesText(element: Element): boolean {
  return tagOf(element) === 'textarea' || isEditingHost(element) || isTextboxByRole(element);
}

function isTextboxByRole(element: Element): boolean {
  return (
    attributeOf(element, 'role') !== null &&
    tagOf(element) !== 'input' &&
    roleOf(element) === 'textbox'
  );
}

/** The nearest box around it that has room. A form or the page itself is no editor. */
export function editorAround(element: Element): Element | undefined {
  let at = parentOf(element);
  for (let looks = 0; at && looks < HOLDERS_MAX; looks += 1, at = parentOf(at)) {
    const { width, height } = rectOf(at);
    if (width < EDITOR_PX_MIN || height < EDITOR_PX_MIN) continue;
    return matches(at, 'form, fieldset, main, body, html') ? undefined : at;
  }
  return undefined;
}
