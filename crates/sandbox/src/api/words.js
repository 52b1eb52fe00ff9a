// Texts as locators match them, and how locators are written in errors.

import { badArgument, kindOf } from './errors.js';

/** A text or a pattern, as the wire says it. */
export function wordsOf(text, exact, where) {
  if (text instanceof RegExp) return { text: text.source, flags: stateless(text.flags) };
  if (typeof text === 'number') return wordsOf(String(text), exact, where);
  if (typeof text !== 'string') {
    throw badArgument(`${where} takes a string or a RegExp, not ${kindOf(text)}`);
  }
  return exact ? { text, exact: true } : { text };
}

/** `g` and `y` remember where they stopped; a match of the whole has no use for that. */
export function stateless(flags) {
  return flags.replace(/[gy]/g, '');
}

/** As it would stand in a script. */
export function written(value) {
  if (typeof value === 'string')
    return `'${value.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
  if (value instanceof RegExp || typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{ ${fields.map(([name, field]) => `${name}: ${writtenField(field)}`).join(', ')} }`;
}

/** A locator within options writes itself. */
function writtenField(field) {
  return typeof field?.toJSON === 'function' ? String(field) : written(field);
}

/** `getByRole('button', { name: 'Save' })`. */
export function writtenCall(name, argument, options) {
  const rest = options && Object.values(options).some((field) => field !== undefined);
  return `${name}(${written(argument)}${rest ? `, ${written(options)}` : ''})`;
}
