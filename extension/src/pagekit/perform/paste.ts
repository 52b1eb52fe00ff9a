// Text put in as a paste puts it in: at once, at the caret, without a key. Editors for code indent what is
// typed and close its brackets, but leave alone what is pasted.
import { describe } from '../dom/facts';
import { Refusal } from '../refusal';
import { edit, editableOf } from './editing';
import { activeElementOf } from './focus';

export function paste(document: Document, text: string): void {
  const active = activeElementOf(document);
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', {
    bubbles: true,
    cancelable: true,
    composed: true,
    clipboardData,
  });
  // Who prevents it has put the text in.
  if (!active.dispatchEvent(event)) return;
  const editable = editableOf(active);
  if (!editable) throw new Refusal('noEffect', `${describe(active)} took nothing that was pasted`);
  edit(editable, { type: 'insertText', text });
}
