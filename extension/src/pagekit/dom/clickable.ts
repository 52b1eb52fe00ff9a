// Whether an element is one that a person could use, and by which sign.
import type { KnownListeners } from '../listeners/known-listeners';
import { editContextOf } from './edit-context';
import { attributeOf, hasAttribute } from './native';
import { isDetailsSummary, isEditingHost, roleOf } from './roles';
import { isVisible } from './visibility';

/**
 * From the surest sign to the weakest. `control`: HTML or ARIA says what it is; `edit`: text is
 * edited in it; `handler`: an `on…` attribute; `listener`: one was added by script; `focus`: the
 * keyboard reaches it; `drag`: it can be dragged; `cursor`: only the pointer tells; `hover`: it only
 * notices a pointer that passes.
 */
export type Sign =
  'control' | 'edit' | 'handler' | 'listener' | 'focus' | 'drag' | 'cursor' | 'hover';

/** Roles of things that are used themselves, not of their containers. */
export const WIDGETS = new Set(
  (
    'button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio scrollbar ' +
    'searchbox slider spinbutton switch tab textbox treeitem'
  ).split(' '),
);

const HOVER_ATTRIBUTES = new Set(
  'onmouseenter onmouseover onmousemove onpointerenter onpointerover onpointermove'.split(' '),
);
const HANDLER_ATTRIBUTES = new Set(
  (
    'onclick ondblclick onmousedown onmouseup onpointerdown onpointerup ontouchstart ontouchend ' +
    'oncontextmenu onkeydown onkeypress'
  ).split(' '),
);

/** By everything but the cursor, which the caller knows from its walk. */
export function signOf(
  element: Element,
  tag: string,
  attributes: readonly string[],
  listeners: KnownListeners,
): Sign | undefined {
  if (isNativeControl(element, tag)) return 'control';
  // A page that listens is no button, but one that is edited is a field: editors keep theirs in a frame.
  if (tag === 'body') return isEditingHost(element) ? 'edit' : undefined;
  if (tag === 'html') return undefined;
  let weaker: Sign | undefined;
  let hovers = false;
  for (const name of attributes) {
    if (name === 'role') {
      if (WIDGETS.has(roleOf(element))) return 'control';
    } else if (name === 'contenteditable') {
      if (isEditingHost(element)) return 'edit';
    } else if (name === 'tabindex') {
      if (editContextOf(element)) return 'edit';
      if (Number(attributeOf(element, name)) >= 0 && tag !== 'iframe') weaker ??= 'focus';
    } else if (name === 'draggable') {
      if (attributeOf(element, name) === 'true') weaker ??= 'drag';
    } else if (HANDLER_ATTRIBUTES.has(name)) {
      weaker = 'handler';
    } else if (HOVER_ATTRIBUTES.has(name)) {
      hovers = true;
    }
  }
  if (weaker === 'handler') return weaker;
  if (listeners.reacts(element)) return 'listener';
  return weaker ?? (hovers || listeners.hovers(element) ? 'hover' : undefined);
}

function isNativeControl(element: Element, tag: string): boolean {
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href');
    case 'button':
    case 'select':
    case 'textarea':
      return true;
    case 'input':
      return !(element instanceof HTMLInputElement) || element.type !== 'hidden';
    case 'summary':
      return isDetailsSummary(element);
    case 'video':
    case 'audio':
      return hasAttribute(element, 'controls');
    case 'canvas':
      return editContextOf(element) !== undefined;
    case 'label':
      return controlBehind(element) !== null;
    default:
      return false;
  }
}

/** The control that a label stands for because it cannot be seen itself. */
export function controlBehind(element: Element): HTMLElement | null {
  if (!(element instanceof HTMLLabelElement)) return null;
  const { control } = element;
  if (!control || (control instanceof HTMLInputElement && control.type === 'hidden')) return null;
  return isTiny(control) || !isVisible(control) ? control : null;
}

/** Made so small that only assistive technology meets it. */
export function isTiny(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width <= 1 || height <= 1;
}
