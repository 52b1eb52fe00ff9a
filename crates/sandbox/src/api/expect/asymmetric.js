// `expect.any(Number)` and its like, for use inside other values.

import { Asymmetric, equals, includes } from './equality.js';
import { shown } from './showing.js';

const PRIMITIVES = new Map([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [BigInt, 'bigint'],
  [Symbol, 'symbol'],
  [Function, 'function'],
]);

export const asymmetric = {
  any: (Kind) =>
    new Asymmetric(`any ${Kind.name}`, (value) =>
      PRIMITIVES.has(Kind) ? typeof value === PRIMITIVES.get(Kind) : value instanceof Kind,
    ),
  anything: () => new Asymmetric('anything', (value) => value !== null && value !== undefined),
  objectContaining: (part) =>
    new Asymmetric(`object containing ${shown(part)}`, (value) => includes(value, part)),
  arrayContaining: (items) =>
    new Asymmetric(
      `array containing ${shown(items)}`,
      (value) =>
        Array.isArray(value) && items.every((item) => value.some((there) => equals(there, item))),
    ),
  stringContaining: (part) =>
    new Asymmetric(
      `string containing ${shown(part)}`,
      (value) => typeof value === 'string' && value.includes(part),
    ),
  stringMatching: (pattern) =>
    new Asymmetric(
      `string matching ${shown(pattern)}`,
      (value) => typeof value === 'string' && new RegExp(pattern).test(value),
    ),
  closeTo: (number, digits = 2) =>
    new Asymmetric(
      `close to ${number}`,
      (value) => typeof value === 'number' && Math.abs(value - number) < 10 ** -digits / 2,
    ),
};
