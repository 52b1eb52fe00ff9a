// Values that are set as a whole: dates, times, colours, ranges, and any text field at once.
import { quote } from '../../page-words';
import { describe } from '../dom/facts';
import { fieldKind } from '../dom/fields';
import { DOTS, isSecret } from '../dom/secrets';
import { Refusal } from '../refusal';
import { isTextField } from './editing';
import { tellChange, tellInput } from './commit';

export function setWhole(element: Element, value: string): void {
  if (!isTextField(element) || !['whole', 'text'].includes(fieldKind(element))) {
    throw new Refusal('wrongKind', `${describe(element)} has no value to set`);
  }
  const before = element.value;
  // Set in this world, past any wrapper that a framework has put around the property.
  element.value = value;
  if (!sameValue(element, value)) {
    const took = element.value;
    element.value = before;
    const [taken, given] = isSecret(element) ? [DOTS, DOTS] : [took, value];
    throw new Refusal(
      'badArguments',
      `${describe(element)} takes ${formatOf(element, taken)}, not "${given}"`,
    );
  }
  if (element.value === before) return;
  tellInput(element, isTextOnly(element) ? 'insertReplacementText' : undefined, value);
  tellChange(element);
}

function isTextOnly(element: Element): boolean {
  return fieldKind(element) === 'text';
}

/** Whether the field took what was asked, and not something near it. */
function sameValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): boolean {
  const { value: now, type } = field;
  if (type === 'range' || type === 'number')
    return value.trim() !== '' && Number(now) === Number(value);
  if (type === 'color') return now === value.toLowerCase();
  if (type === 'time' || type === 'datetime-local') {
    const bare = (text: string) => text.replace(' ', 'T').replace(/(:\d\d):00(\.0+)?$/, '$1');
    return bare(now) === bare(value);
  }
  return now.replace(/\r\n?/g, '\n') === value.replace(/\r\n?/g, '\n');
}

function formatOf(field: HTMLInputElement | HTMLTextAreaElement, took: string): string {
  if (!(field instanceof HTMLInputElement)) return quote(took);
  if (field.type === 'range') {
    // A page may write anything into these attributes.
    const number = (said: string, usual: string) =>
      said !== '' && !Number.isNaN(Number(said)) ? said.trim() : usual;
    const [min, max] = [number(field.min, '0'), number(field.max, '100')];
    return `numbers from ${min} to ${max} in steps of ${number(field.step, '1')}`;
  }
  return FORMATS[field.type] ?? quote(took);
}

const FORMATS: Partial<Record<string, string>> = {
  date: 'dates such as 2026-11-15',
  time: 'times such as 14:30',
  'datetime-local': 'moments such as 2026-11-15T14:30',
  month: 'months such as 2026-11',
  week: 'weeks such as 2026-W46',
  color: 'colours such as #ff8800',
  number: 'numbers',
};
