// structuredClone: data and the built-in containers, circles included; never functions.
(function () {
  'use strict';

  const TypedArray = Object.getPrototypeOf(Uint8Array);

  globalThis.structuredClone = (value) => clone(value, new Map());

  function clone(value, seen) {
    if (typeof value === 'function' || typeof value === 'symbol') {
      throw refusal(`a ${typeof value} cannot be cloned`);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const [copy, fill] = shell(value, seen);
    seen.set(value, copy);
    fill?.();
    return copy;
  }

  /** An empty copy, and what fills it: a circle must find the copy before it is full. */
  function shell(value, seen) {
    if (Array.isArray(value)) {
      const copy = new Array(value.length);
      return [copy, () => own(value, copy, seen)];
    }
    if (value instanceof Date) return [new Date(value.getTime())];
    if (value instanceof RegExp) return [new RegExp(value.source, value.flags)];
    if (value instanceof ArrayBuffer) return [value.slice(0)];
    if (value instanceof TypedArray) return [value.slice()];
    if (value instanceof DataView) {
      const { buffer, byteOffset, byteLength } = value;
      return [new DataView(buffer.slice(byteOffset, byteOffset + byteLength))];
    }
    if (value instanceof Map) {
      const copy = new Map();
      return [
        copy,
        () => value.forEach((one, key) => copy.set(clone(key, seen), clone(one, seen))),
      ];
    }
    if (value instanceof Set) {
      const copy = new Set();
      return [copy, () => value.forEach((one) => copy.add(clone(one, seen)))];
    }
    if (value instanceof Error) return [errorLike(value)];
    if (value instanceof Boolean || value instanceof Number || value instanceof String) {
      return [Object(value.valueOf())];
    }
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) {
      throw refusal('this object cannot be cloned');
    }
    const copy = {};
    return [copy, () => own(value, copy, seen)];
  }

  function own(from, to, seen) {
    for (const key of Object.keys(from)) {
      const value = clone(from[key], seen);
      Object.defineProperty(to, key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  }

  function errorLike(error) {
    const kinds = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
    const Kind = kinds.find((one) => one.name === error.name) ?? Error;
    return new Kind(String(error.message));
  }

  function refusal(message) {
    const error = new TypeError(`structuredClone: ${message}`);
    error.name = 'DataCloneError';
    return error;
  }
});
