// How an expectation says that it was not met.

import { Guarded } from '../missing.js';

const CHARS_MAX = 1_000;
const DEPTH_MAX = 4;
const FIELDS_MAX = 50;

export class ExpectError extends Error {
  name = 'ExpectError';
}

/** `of` is what was looked at (`locator`, `page`, `value`), `call` the matcher as it was written. */
export function failure({ message, of, not, call, locator, expected, received, waitedMs }) {
  const waited = waitedMs === undefined ? '' : ` within ${waitedMs} ms`;
  const lines = [`expect(${of})${not ? '.not' : ''}.${call} was not met${waited}`];
  if (message !== undefined) lines.unshift(String(message));
  if (locator !== undefined) lines.push(`Locator:  ${locator}`);
  if (expected !== undefined) lines.push(`Expected: ${not ? 'not ' : ''}${expected}`);
  lines.push(`Received: ${received}`);
  return new ExpectError(lines.join('\n'));
}

/** A value as a person would write it, never longer than it helps. */
export function shown(value) {
  const text = told(value, 0);
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text;
}

function told(value, depth) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[function ${value.name}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return `[${value.name}: ${value.message}]`;
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString();
  if (value instanceof Guarded)
    return told(value.toJSON?.() ?? `[${value.constructor.label}]`, depth + 1);
  if (typeof value.told === 'string') return value.told;
  if (depth >= DEPTH_MAX) return Array.isArray(value) ? '[…]' : '{…}';
  if (value instanceof Map) return `Map ${told([...value], depth + 1)}`;
  if (value instanceof Set) return `Set ${told([...value], depth + 1)}`;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value).slice(0, FIELDS_MAX);
    return `[${items.map((item) => told(item, depth + 1)).join(', ')}]`;
  }
  const fields = Object.entries(value).slice(0, FIELDS_MAX);
  return `{${fields.map(([name, field]) => `${name}: ${told(field, depth + 1)}`).join(', ')}}`;
}
