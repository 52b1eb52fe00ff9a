// What a field shows a person, as text: the same for reading, tables and waiting.
import { checkedOf, valueOf } from './facts';
import { attributeOf, tagOf } from './native';
import { roleOf } from './roles';

const FIELDS = new Set(['input', 'select', 'textarea']);
const TICKED = new Set(['checkbox', 'radio', 'switch']);
const BUTTONS = new Set(['button', 'submit', 'reset']);

export function isField(tag: string): boolean {
  return FIELDS.has(tag);
}

/** Secrets are dots, boxes to tick are `[x]` or `[ ]`, buttons say what is on them. */
export function shownValueOf(element: Element): string {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'hidden') return '';
    if (element.type === 'checkbox' || element.type === 'radio') return tick(element.checked);
    if (BUTTONS.has(element.type)) return element.value;
    if (element.type === 'image') return element.alt;
  }
  return valueOf(element) ?? '';
}

/** The state of something that is ticked but is no field of HTML. */
export function shownTickOf(element: Element): string {
  if (FIELDS.has(tagOf(element)) || attributeOf(element, 'aria-checked') === null) return '';
  return TICKED.has(roleOf(element)) ? tick(checkedOf(element) ?? false) : '';
}

function tick(on: boolean): string {
  return on ? '[x]' : '[ ]';
}
