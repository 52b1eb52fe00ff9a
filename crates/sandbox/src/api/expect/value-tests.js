// What can be expected of a plain value. Each test tells whether it passes, and what to show when not.

import { badArgument, kindOf } from '../errors.js';
import { equals, includes } from './equality.js';
import { shown } from './showing.js';

const compared = (word, test) => (actual, expected) => ({
  pass: test(actual, expected),
  expected: `${word} ${shown(expected)}`,
});
const plain = (test, expected) => (actual) => ({ pass: test(actual), expected });

export const VALUE_TESTS = {
  toBe: (actual, expected) => ({ pass: Object.is(actual, expected), expected: shown(expected) }),
  toEqual: (actual, expected) => ({ pass: equals(actual, expected), expected: shown(expected) }),
  toStrictEqual: (actual, expected) => ({
    pass: equals(actual, expected, true),
    expected: shown(expected),
  }),
  toMatchObject: (actual, expected) => ({
    pass: includes(actual, expected),
    expected: `at least ${shown(expected)}`,
  }),
  toMatch: (actual, expected) => ({ pass: matches(actual, expected), expected: shown(expected) }),
  toContain: (actual, expected) => ({
    pass: contains(actual, (item) => Object.is(item, expected), expected),
    expected: `containing ${shown(expected)}`,
  }),
  toContainEqual: (actual, expected) => ({
    pass: contains(actual, (item) => equals(item, expected)),
    expected: `containing ${shown(expected)}`,
  }),
  toHaveLength: (actual, expected) => ({
    pass: actual?.length === expected,
    expected: `length ${shown(expected)}`,
    received: `length ${shown(actual?.length)}: ${shown(actual)}`,
  }),
  toHaveProperty: (actual, path, ...rest) => property(actual, path, rest),
  toBeInstanceOf: (actual, Kind) => ({ pass: actual instanceof Kind, expected: `a ${Kind.name}` }),
  toBeTruthy: plain(Boolean, 'something true'),
  toBeFalsy: plain((actual) => !actual, 'something false'),
  toBeNull: plain((actual) => actual === null, 'null'),
  toBeUndefined: plain((actual) => actual === undefined, 'undefined'),
  toBeDefined: plain((actual) => actual !== undefined, 'something defined'),
  toBeNaN: plain((actual) => Number.isNaN(actual), 'NaN'),
  toBeGreaterThan: compared('more than', (actual, expected) => actual > expected),
  toBeGreaterThanOrEqual: compared('at least', (actual, expected) => actual >= expected),
  toBeLessThan: compared('less than', (actual, expected) => actual < expected),
  toBeLessThanOrEqual: compared('at most', (actual, expected) => actual <= expected),
  toBeCloseTo: (actual, expected, digits = 2) => ({
    pass: actual === expected || Math.abs(actual - expected) < 10 ** -digits / 2,
    expected: `about ${shown(expected)}`,
  }),
  toThrow: (actual, expected) => thrown(actual, expected),
  toThrowError: (actual, expected) => thrown(actual, expected),
};

function matches(actual, expected) {
  if (typeof actual !== 'string')
    throw badArgument(`toMatch is for strings, not ${kindOf(actual)}`);
  return expected instanceof RegExp
    ? new RegExp(expected.source, expected.flags.replace(/[gy]/g, '')).test(actual)
    : actual.includes(expected);
}

function contains(actual, fits, part) {
  if (typeof actual === 'string' && typeof part === 'string') return actual.includes(part);
  if (typeof actual?.[Symbol.iterator] === 'function') return [...actual].some(fits);
  throw badArgument(`toContain is for strings and lists, not ${kindOf(actual)}`);
}

function property(actual, path, rest) {
  const names = Array.isArray(path) ? path : (String(path).match(/[^.[\]]+/g) ?? []);
  let at = actual;
  let there = true;
  for (const name of names) {
    there = at !== null && at !== undefined && name in Object(at);
    if (!there) break;
    at = at[name];
  }
  const pass = there && (rest.length === 0 || equals(at, rest[0]));
  const value = rest.length === 0 ? '' : ` = ${shown(rest[0])}`;
  return {
    pass,
    expected: `${names.join('.')}${value}`,
    received: there ? shown(at) : shown(actual),
  };
}

/** A function is called; an error, as `rejects` has it, was thrown already. */
function thrown(actual, expected) {
  let error = actual;
  let threw = typeof actual !== 'function';
  if (!threw) {
    try {
      actual();
    } catch (caught) {
      error = caught;
      threw = true;
    }
  }
  const pass = threw && isError(error, expected);
  return {
    pass,
    expected: expected === undefined ? 'an error' : `error ${shown(expected)}`,
    received: threw ? shown(error) : 'no error',
  };
}

function isError(error, expected) {
  const text = String(error?.message ?? error);
  if (expected === undefined) return true;
  if (typeof expected === 'string') return text.includes(expected);
  if (expected instanceof RegExp) return matches(text, expected);
  if (typeof expected === 'function') return error instanceof expected;
  return text === expected.message;
}
