// Edits of what has the focus, through the browser's own editor, so that its events come and its
// undo holds; by hand where that editor does not work.
import { editingHostOf, fieldKind } from '../dom/fields';
import { beginEdit, tellInput } from './commit';

export type EditKind =
  | { type: 'insertText'; text: string }
  | { type: 'insertParagraph' }
  | { type: 'insertLineBreak' }
  | { type: 'deleteContentBackward' }
  | { type: 'deleteContentForward' };

const COMMANDS: Record<EditKind['type'], string> = {
  insertText: 'insertText',
  insertParagraph: 'insertParagraph',
  insertLineBreak: 'insertLineBreak',
  deleteContentBackward: 'delete',
  deleteContentForward: 'forwardDelete',
};

/** Makes the edit, unless the page makes it itself. */
export function edit(element: Element, kind: EditKind): void {
  beginEdit(element);
  const data = kind.type === 'insertText' ? kind.text : null;
  // The browser does not tell this for commands, and some editors do all their work on it.
  const goesOn = element.dispatchEvent(
    new InputEvent('beforeinput', {
      bubbles: true,
      cancelable: true,
      composed: true,
      inputType: kind.type,
      data,
      targetRanges: selectedRanges(element),
    }),
  );
  if (!goesOn) return;
  const before = contentOf(element);
  const document = element.ownerDocument;
  const heard = new AbortController();
  const hear = () => {
    heard.abort();
  };
  element.addEventListener('input', hear, { capture: true, once: true });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else edits with undo and events
  const done = document.execCommand(COMMANDS[kind.type], false, data ?? undefined);
  element.removeEventListener('input', hear, { capture: true });
  if (done || heard.signal.aborted || contentOf(element) !== before) return;
  if (kind.type === 'insertText' && isTextField(element)) setByHand(element, kind.text);
}

/** What an editable holds, as its owner would compare it. */
export function contentOf(element: Element): string {
  return isTextField(element) ? element.value : (element as HTMLElement).innerText;
}

export function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** The text field or editing host that keys go to, if they go to one. */
export function editableOf(active: Element): Element | undefined {
  if (isTextField(active)) {
    return fieldKind(active) === 'text' && !active.readOnly && !active.disabled
      ? active
      : undefined;
  }
  return active instanceof HTMLElement && active.isContentEditable
    ? editingHostOf(active)
    : undefined;
}

function setByHand(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? field.value.length;
  const room = field.maxLength < 0 ? Infinity : field.maxLength - field.value.length + end - start;
  const fitting = text.slice(0, Math.max(0, room));
  field.value = field.value.slice(0, start) + fitting + field.value.slice(end);
  if (field.selectionStart !== null)
    field.setSelectionRange(start + fitting.length, start + fitting.length);
  tellInput(field, 'insertText', fitting);
}

function selectedRanges(element: Element): StaticRange[] {
  const selection = element.ownerDocument.getSelection();
  if (isTextField(element) || !selection || selection.rangeCount === 0) return [];
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  return [new StaticRange({ startContainer, startOffset, endContainer, endOffset })];
}
