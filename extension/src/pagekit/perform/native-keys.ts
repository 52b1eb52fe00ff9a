// What keys do to native controls: buttons, forms, radio groups, ranges, selects, dialogs.
import { tellChange, tellInput } from './commit';
import { focusOn } from './focus';

/** Whether the key activates it as a click would. */
export function activates(element: Element, key: 'Enter' | ' '): boolean {
  if (element instanceof HTMLButtonElement || element.localName === 'summary') return true;
  if (element instanceof HTMLInputElement) {
    if (['button', 'submit', 'reset', 'image', 'color', 'file'].includes(element.type)) return true;
    return key === ' ' && (element.type === 'checkbox' || element.type === 'radio');
  }
  const isLink = element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement;
  return key === 'Enter' && isLink && element.href !== '';
}

/** Enter in a field submits its form: by its first submit button, or without any if it is alone. */
export function submitFrom(field: HTMLInputElement): void {
  const { form } = field;
  if (!form) return;
  const controls = [...HTMLFormControlsCollection.prototype[Symbol.iterator].call(form.elements)];
  const button = controls.find(
    (control): control is HTMLButtonElement | HTMLInputElement =>
      (control instanceof HTMLButtonElement && control.type === 'submit') ||
      (control instanceof HTMLInputElement && ['submit', 'image'].includes(control.type)),
  );
  if (button) {
    if (!button.disabled) button.click();
    return;
  }
  const fields = controls.filter(
    (control) => control instanceof HTMLInputElement && !SILENT.has(control.type),
  );
  if (fields.length <= 1) HTMLFormElement.prototype.requestSubmit.call(form);
}

/** Arrows and their like in what has steps; false where they have no such meaning. */
export function stepValue(element: Element, key: string): boolean {
  if (element instanceof HTMLSelectElement) return stepSelect(element, key);
  if (!(element instanceof HTMLInputElement)) return false;
  if (element.type === 'radio') return stepRadio(element, key);
  if (element.type === 'number')
    return (key === 'ArrowUp' || key === 'ArrowDown') && step(element, key);
  return element.type === 'range' && step(element, key);
}

/** Escape closes what is on top: a modal dialog, or a popover. */
export function closeTopmost(document: Document): void {
  const popovers = [...document.querySelectorAll<HTMLElement>('[popover]:popover-open')];
  const auto = popovers.filter((popover) => popover.popover !== 'manual').at(-1);
  if (auto) {
    auto.hidePopover();
    return;
  }
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

function step(input: HTMLInputElement, key: string): boolean {
  const before = input.value;
  const tenth = (Number(input.max || 100) - Number(input.min || 0)) / 10;
  const size = Number(input.step) || 1;
  const page = Math.max(1, Math.round(tenth / size));
  if (key === 'ArrowUp' || key === 'ArrowRight') input.stepUp();
  else if (key === 'ArrowDown' || key === 'ArrowLeft') input.stepDown();
  else if (key === 'PageUp') input.stepUp(page);
  else if (key === 'PageDown') input.stepDown(page);
  else if (key === 'Home') input.value = input.min || '0';
  else if (key === 'End') input.value = input.max || '100';
  else return false;
  if (input.value !== before) {
    tellInput(input);
    tellChange(input);
  }
  return true;
}

function stepRadio(radio: HTMLInputElement, key: string): boolean {
  const by = ARROWS[key];
  if (by === undefined) return false;
  const root = radio.getRootNode() as Document | ShadowRoot;
  const group = [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    (other) => other.name === radio.name && other.form === radio.form && !other.disabled,
  );
  const next = group.at((group.indexOf(radio) + by) % group.length);
  if (next && focusOn(next)) next.click();
  return true;
}

function stepSelect(select: HTMLSelectElement, key: string): boolean {
  const by = ARROWS[key] ?? (key === 'Home' ? -Infinity : key === 'End' ? Infinity : undefined);
  if (by === undefined || select.multiple) return false;
  const open = [...select.options].filter(
    (option) => !option.disabled && !option.closest('optgroup[disabled]'),
  );
  const current = select.selectedOptions[0];
  const at = (current ? open.indexOf(current) : -1) + by;
  const next = open[Math.max(0, Math.min(open.length - 1, at))];
  if (next && next !== current) {
    next.selected = true;
    tellInput(select);
    tellChange(select);
  }
  return true;
}

const ARROWS: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};
/** Fields that do not stand in the way of a form without a button. */
const SILENT = new Set([
  'hidden',
  'checkbox',
  'radio',
  'button',
  'reset',
  'range',
  'color',
  'file',
]);
