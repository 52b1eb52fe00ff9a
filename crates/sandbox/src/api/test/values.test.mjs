import assert from 'node:assert/strict';
import { test } from 'node:test';

import { run } from './bed/bed.mjs';

const { expect } = run();
const circle = {};
circle.self = circle;
const other = {};
other.self = other;
class Point {
  constructor(x) {
    this.x = x;
  }
}

/** Value, matcher, arguments for which it holds, and for which it does not. */
const MET = [
  [1, 'toBe', [1], [2]],
  [NaN, 'toBe', [NaN], [0]],
  [{ a: [1, { b: 2 }], c: undefined }, 'toEqual', [{ a: [1, { b: 2 }] }], [{ a: [1, { b: 3 }] }]],
  [new Map([['a', [1]]]), 'toEqual', [new Map([['a', [1]]])], [new Map([['a', [2]]])]],
  [new Set([{ a: 1 }]), 'toEqual', [new Set([{ a: 1 }])], [new Set([{ a: 2 }])]],
  [new Date(5), 'toEqual', [new Date(5)], [new Date(6)]],
  [/a/g, 'toEqual', [/a/g], [/a/]],
  [[1, 2], 'toEqual', [[1, 2]], [{ 0: 1, 1: 2 }]],
  [circle, 'toEqual', [other], [{ self: 1 }]],
  [
    { a: 1, id: 'x9' },
    'toEqual',
    [{ a: expect.any(Number), id: expect.stringMatching(/^x/) }],
    [{ a: expect.any(String), id: 'x9' }],
  ],
  [new Point(1), 'toEqual', [{ x: 1 }], [{ x: 2 }]],
  [new Point(1), 'toStrictEqual', [new Point(1)], [{ x: 1 }]],
  [{ a: undefined }, 'toStrictEqual', [{ a: undefined }], [{}]],
  [{ a: { b: 1, c: 2 }, d: [1] }, 'toMatchObject', [{ a: { b: 1 }, d: [1] }], [{ a: { b: 2 } }]],
  ['hello', 'toMatch', [/l+/g], [/x/]],
  ['hello', 'toMatch', ['ell'], ['elo']],
  ['hello', 'toContain', ['ell'], ['elo']],
  [[1, 2], 'toContain', [2], [3]],
  [[{ a: 1 }], 'toContainEqual', [{ a: 1 }], [{ a: 2 }]],
  [[1, 2], 'toHaveLength', [2], [3]],
  [{ a: { b: [5] } }, 'toHaveProperty', ['a.b[0]', 5], ['a.c']],
  [{ a: { b: 1 } }, 'toHaveProperty', [['a', 'b']], ['a.b', 2]],
  [new Point(1), 'toBeInstanceOf', [Point], [Map]],
  [3, 'toBeGreaterThan', [2], [3]],
  [3, 'toBeGreaterThanOrEqual', [3], [4]],
  [3, 'toBeLessThan', [4], [3]],
  [3, 'toBeLessThanOrEqual', [3], [2]],
  [0.1 + 0.2, 'toBeCloseTo', [0.3], [0.31]],
  [[1, 2, 3], 'toEqual', [expect.arrayContaining([3, 1])], [expect.arrayContaining([4])]],
  [
    { a: 1, b: 2 },
    'toEqual',
    [expect.objectContaining({ a: 1 })],
    [expect.objectContaining({ c: 1 })],
  ],
  ['abc', 'toEqual', [expect.stringContaining('b')], [expect.stringContaining('x')]],
  [0, 'toEqual', [expect.anything()], [expect.closeTo(1)]],
];

test('values meet what is expected of them, or do not', () => {
  for (const [value, matcher, good, bad] of MET) {
    expect(value)[matcher](...good);
    expect(value).not[matcher](...bad);
    assert.throws(() => expect(value)[matcher](...bad), { name: 'ExpectError' }, matcher);
    assert.throws(() => expect(value).not[matcher](...good), { name: 'ExpectError' }, matcher);
  }
});

test('some expectations need no other value', () => {
  for (const [matcher, good, bad] of [
    ['toBeTruthy', 'a', ''],
    ['toBeFalsy', 0, 1],
    ['toBeNull', null, undefined],
    ['toBeUndefined', undefined, null],
    ['toBeDefined', null, undefined],
    ['toBeNaN', NaN, 1],
  ]) {
    expect(good)[matcher]();
    expect(bad).not[matcher]();
    assert.throws(() => expect(bad)[matcher](), { name: 'ExpectError' });
  }
});

test('errors are expected by text, pattern, kind or likeness', async () => {
  const fails = () => {
    throw new RangeError('too far');
  };
  for (const expected of [undefined, 'far', /^too/, RangeError, new Error('too far')])
    expect(fails).toThrow(expected);
  expect(fails).not.toThrow('near');
  expect(() => 1).not.toThrow();
  assert.throws(() => expect(() => 1).toThrow(), /Received: no error/);
  await expect(Promise.reject(new Error('no'))).rejects.toThrow('no');
  await expect(Promise.resolve(4)).resolves.toBe(4);
  await expect(Promise.resolve(4)).resolves.not.toBe(5);
  await assert.rejects(expect(Promise.resolve(4)).rejects.toThrow(), /resolved with 4/);
});

test('what is asked again comes to be as expected, or is late', async () => {
  let count = 0;
  await expect.poll(() => (count += 1)).toBeGreaterThan(3);
  assert.equal(count, 4);
  await expect.poll(async () => 'x').not.toBe('y');
  await assert.rejects(expect.poll(() => 1, { timeout: 300, message: 'the count' }).toBe(2), {
    name: 'ExpectError',
    message:
      /^the count\nexpect\(poll\)\.toBe\(\) was not met within \d+ ms\nExpected: 2\nReceived: 1$/,
  });
  let tries = 0;
  await expect(() => {
    tries += 1;
    expect(tries).toBe(3);
  }).toPass();
  await assert.rejects(
    expect(() => {
      throw new Error('still not');
    }).toPass({ timeout: 100 }),
    /toPass\(\) was not met within 100 ms\nReceived: \[Error: still not\]/,
  );
});

test('a failure shows values as a person would write them, and not endlessly', () => {
  const said = (value) => {
    try {
      expect(value).toBe('other');
    } catch (error) {
      return error.message.split('\n').at(-1);
    }
    return undefined;
  };
  assert.equal(said({ a: [1, 'x'], b: undefined }), 'Received: {a: [1, "x"], b: undefined}');
  assert.equal(said(10n), 'Received: 10n');
  assert.equal(said(new Map([[1, 2]])), 'Received: Map [[1, 2]]');
  assert.equal(said(circle), 'Received: {self: {self: {self: {self: {…}}}}}');
  assert.ok(said('x'.repeat(5_000)).length < 1_100);
});

test('wrong use says so', () => {
  assert.throws(() => expect(5).toMatch(/5/), /toMatch is for strings, not a number/);
  assert.throws(() => expect(5).toContain(5), /toContain is for strings and lists/);
  assert.throws(() => expect.poll(5), /takes a function, not a number/);
});
