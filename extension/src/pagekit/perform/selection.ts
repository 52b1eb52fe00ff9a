// Where a press of the pointer puts the caret, and what two or three presses select.
import type { Point } from '../../wire';
import { fieldKind } from '../dom/fields';

export function placeSelection(
  document: Document,
  pressed: Element,
  point: Point,
  count: number,
): void {
  const selection = document.getSelection();
  if (!selection || getComputedStyle(pressed).userSelect === 'none') return;
  if (pressed instanceof HTMLInputElement || pressed instanceof HTMLTextAreaElement) {
    if (fieldKind(pressed) === 'text') placeInField(document, pressed, point, count);
    return;
  }
  const caret = document.caretPositionFromPoint(point.x, point.y);
  if (!caret) return;
  selection.collapse(caret.offsetNode, caret.offset);
  if (count === 2) extend(selection, 'word');
  if (count >= 3) extend(selection, 'paragraphboundary');
}

function placeInField(
  document: Document,
  field: HTMLInputElement | HTMLTextAreaElement,
  point: Point,
  count: number,
): void {
  if (count >= 3 && field instanceof HTMLInputElement) {
    field.select();
    return;
  }
  const caret = document.caretPositionFromPoint(point.x, point.y);
  // Fields for addresses and numbers tell no positions.
  if (caret?.offsetNode !== field || field.selectionStart === null) return;
  if (count === 1) {
    field.setSelectionRange(caret.offset, caret.offset);
    return;
  }
  const edge = count === 2 ? /\W/ : /\n/;
  let start = caret.offset;
  let end = caret.offset;
  while (start > 0 && !edge.test(field.value.charAt(start - 1))) start -= 1;
  while (end < field.value.length && !edge.test(field.value.charAt(end))) end += 1;
  field.setSelectionRange(start, end);
}

function extend(selection: Selection, to: 'word' | 'paragraphboundary'): void {
  selection.modify('move', 'backward', to);
  selection.modify('extend', 'forward', to);
}
