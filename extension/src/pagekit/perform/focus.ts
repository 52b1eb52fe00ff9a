// Moving the focus as a person's click or key would, with its events even where the browser holds
// them back: in a window that does not have the focus itself.
import { fieldKind } from '../dom/fields';
import { shadowRootOf } from '../dom/native';
import { parentOf } from '../dom/tree';

/** What has the focus, also inside open shadow roots; the body, if nothing has. */
export function activeElementOf(document: Document): Element {
  let active: Element = document.activeElement ?? document.body;
  for (;;) {
    const deeper = shadowRootOf(active)?.activeElement;
    if (!deeper) return active;
    active = deeper;
  }
}

/** Gives it the focus; tells whether it took it. */
export function focusOn(element: Element): boolean {
  const document = element.ownerDocument;
  if (activeElementOf(document) === element) return true;
  withEvents(document, () => {
    (element as HTMLElement).focus({ preventScroll: true });
  });
  return holdsFocus(element);
}

/** The focus, with the caret behind what a field holds. */
export function focusForKeys(element: Element): boolean {
  const had = activeElementOf(element.ownerDocument) === element;
  const took = focusOn(element);
  if (took && !had) caretToEnd(element);
  return took;
}

/** What a press of the pointer on an element does to the focus. */
export function focusByPointer(hit: Element): void {
  const document = hit.ownerDocument;
  for (let at: Element | null = hit; at && at !== document.body; at = parentOf(at)) {
    if (isFocusable(at) && focusOn(at)) return;
  }
  const active = activeElementOf(document);
  if (active === document.body) return;
  withEvents(document, () => {
    (active as HTMLElement).blur();
  });
}

export function caretToEnd(element: Element): void {
  const selection = element.ownerDocument.getSelection();
  switch (fieldKind(element)) {
    case 'rich':
      selection?.selectAllChildren(element);
      selection?.collapseToEnd();
      return;
    case 'text':
      // Fields for addresses and numbers have no selection range, but the caret moves in them.
      selection?.modify('move', 'forward', 'documentboundary');
      return;
    default:
      return;
  }
}

export function selectAll(element: Element): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.select();
  } else element.ownerDocument.getSelection()?.selectAllChildren(element);
}

function holdsFocus(element: Element): boolean {
  const active = activeElementOf(element.ownerDocument);
  if (active === element) return true;
  // A host may pass the focus on to what is inside it.
  return !!shadowRootOf(element)?.delegatesFocus && shadowRootOf(element)?.activeElement !== null;
}

function isFocusable(element: Element): boolean {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
  return element.tabIndex >= 0 || element.hasAttribute('tabindex') || fieldKind(element) === 'rich';
}

function withEvents(document: Document, move: () => void): void {
  const before = activeElementOf(document);
  const told = new AbortController();
  const note = () => {
    told.abort();
  };
  const view = document.defaultView;
  for (const type of ['focus', 'blur']) {
    view?.addEventListener(type, note, { capture: true, signal: told.signal });
  }
  move();
  for (const type of ['focus', 'blur']) view?.removeEventListener(type, note, true);
  const after = activeElementOf(document);
  if (told.signal.aborted || after === before) return;
  const tell = (element: Element, other: Element, types: [string, string]) => {
    if (element === document.body) return;
    const relatedTarget = other === document.body ? null : other;
    const shared = { relatedTarget, composed: true, view };
    element.dispatchEvent(new FocusEvent(types[0], shared));
    element.dispatchEvent(new FocusEvent(types[1], { ...shared, bubbles: true }));
  };
  tell(before, after, ['blur', 'focusout']);
  tell(after, before, ['focus', 'focusin']);
}
