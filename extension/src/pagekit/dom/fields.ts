// Which control a caller means when it points at a label, a wrapper or a stand-in, and its kind.
import type { FieldKind, Need } from '../../wire';
import { labelsOf } from './labels';
import { attributeOf, matches } from './native';
import { isEditingHost, roleOf } from './roles';
import { deepQueryAll, parentOf } from './tree';
import { isVisible } from './visibility';
import { hasEditContext } from './writing';

export function fieldKind(element: Element, need?: Need): FieldKind {
  if (element instanceof HTMLInputElement) {
    if (need === 'choose' && isComboboxLike(element)) return 'combobox';
    return INPUT_KINDS[element.type] ?? 'text';
  }
  if (element instanceof HTMLTextAreaElement) return 'text';
  if (element instanceof HTMLSelectElement) return 'select';
  const role = roleOf(element);
  if (TICK_ROLES.has(role)) return 'tick';
  if (isComboboxLike(element)) return 'combobox';
  if (role === 'slider' && attributeOf(element, 'aria-valuenow') !== null) return 'whole';
  return isEditingHost(element) || hasEditContext(element) ? 'rich' : 'none';
}

/** The control meant, for that need; the element itself where it is no stand-in. */
export function controlFor(element: Element, need: Need): Element {
  const fits = FITS[need];
  if (!fits || fits(element)) return element;
  const labelled = labelOf(element)?.control;
  if (labelled && fits(labelled)) return labelled;
  if (need === 'edit' && element instanceof HTMLElement && element.isContentEditable) {
    return editingHostOf(element);
  }
  if (element instanceof HTMLOptionElement && need === 'choose') {
    return element.closest('select') ?? element;
  }
  const inside = deepQueryAll(element, MAY_FIT).filter(fits);
  const visible = inside.filter(isVisible);
  const [only] = visible.length > 0 ? visible : inside;
  const count = visible.length > 0 ? visible.length : inside.length;
  if (only && count === 1) return only;
  if (need === 'files') return fileInputNear(element) ?? element;
  return element;
}

/** What can stand for a control in a click: its labels, and the element the caller pointed at. */
export function partnersOf(control: Element, pointedAt: Element): Element[] {
  const partners = new Set<Element>([pointedAt]);
  partners.delete(control);
  for (const label of labelsOf(control)) partners.add(label);
  const label = labelOf(control);
  if (label?.control) partners.add(label.control);
  return [...partners];
}

/** The nearest label around, which passes a click on to its control. */
export function labelOf(element: Element): HTMLLabelElement | undefined {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at instanceof HTMLLabelElement) return at;
  }
  return undefined;
}

export function isReadOnly(element: Element): boolean {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return element.readOnly;
  }
  return attributeOf(element, 'aria-readonly') === 'true';
}

export function editingHostOf(element: HTMLElement): HTMLElement {
  let host = element;
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at instanceof HTMLElement && at.isContentEditable) host = at;
    else break;
  }
  return host;
}

const isTick = (element: Element) => fieldKind(element) === 'tick';
const isFileInput = (element: Element) => fieldKind(element) === 'file';
const FITS: Partial<Record<Need, (element: Element) => boolean>> = {
  edit: (element) => ['text', 'rich', 'whole'].includes(fieldKind(element, 'edit')),
  choose: (element) => ['select', 'combobox'].includes(fieldKind(element, 'choose')),
  check: isTick,
  files: isFileInput,
};
const MAY_FIT = 'input, textarea, select, [contenteditable], [role], [aria-haspopup=listbox]';

const INPUT_KINDS: Partial<Record<string, FieldKind>> = {
  checkbox: 'tick',
  radio: 'tick',
  file: 'file',
  date: 'whole',
  time: 'whole',
  'datetime-local': 'whole',
  month: 'whole',
  week: 'whole',
  range: 'whole',
  color: 'whole',
  button: 'none',
  submit: 'none',
  reset: 'none',
  image: 'none',
  hidden: 'none',
};
const TICK_ROLES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

function isComboboxLike(element: Element): boolean {
  const role = roleOf(element);
  if (element instanceof HTMLInputElement && !attributeOf(element, 'role')) {
    return element.list === null && attributeOf(element, 'aria-haspopup') === 'listbox';
  }
  return (
    role === 'combobox' || role === 'listbox' || attributeOf(element, 'aria-haspopup') === 'listbox'
  );
}

/** A button often opens a file input that is hidden beside it. */
function fileInputNear(element: Element): Element | undefined {
  if (!matches(element, 'button, a, [role=button], label')) return undefined;
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const inputs = deepQueryAll(at, 'input[type=file]');
    if (inputs.length > 0) return inputs.length === 1 ? inputs[0] : undefined;
  }
  return undefined;
}
