// Any value as plain JSON data, whatever it is and whatever its getters do, cut to a budget.
(function (room) {
  'use strict';

  const DEPTH_MAX = 24;
  const TypedArray = Object.getPrototypeOf(Uint8Array);

  /** `describe` is the API's; it sees what is neither a plain object nor an array. */
  room.describe = undefined;

  /** Plain data; `undefined` stays so. `budget.left` goes down, `budget.cut` tells of an omission. */
  room.printable = (value, budget) => plain(value, budget, [], true);

  /** One value as text for a log. */
  room.text = (value, budget) => {
    if (typeof value === 'string') return value;
    const data = room.printable(value, budget);
    return typeof data === 'string' ? data : (JSON.stringify(data) ?? 'undefined');
  };

  /** An error's name and message, or what else was thrown. */
  room.message = (error) => {
    if (!isError(error)) return room.text(error, { left: 2_000, cut: false });
    const message = String(read(error, 'message') ?? '');
    const name = read(error, 'name');
    if (typeof name !== 'string' || name === '' || name === 'Error') return message || 'Error';
    return message === '' ? name : `${name}: ${message}`;
  };

  /** A property of something a script made; one that throws is not there. */
  function read(object, name) {
    try {
      return object[name];
    } catch {
      return undefined;
    }
  }

  function isError(value) {
    try {
      return value instanceof Error;
    } catch {
      return false;
    }
  }

  function plain(value, budget, above, mayDescribe) {
    switch (typeof value) {
      case 'string':
        return text(value, budget);
      case 'number':
      case 'boolean':
        budget.left -= 5;
        return value;
      case 'undefined':
        return undefined;
      case 'function':
        return text(`[function ${String(read(value, 'name') ?? '')}]`, budget);
      case 'object':
        if (value !== null) return guarded(value, budget, above, mayDescribe);
        budget.left -= 5;
        return null;
      default:
        return text(String(value), budget);
    }
  }

  function text(value, budget) {
    if (value.length > budget.left) budget.cut = true;
    const kept = value.slice(0, Math.max(budget.left, 0));
    budget.left -= kept.length + 3;
    return kept.toWellFormed();
  }

  function guarded(value, budget, above, mayDescribe) {
    if (above.includes(value)) return text('[circular]', budget);
    if (above.length >= DEPTH_MAX) {
      budget.cut = true;
      return '[deeper]';
    }
    above.push(value);
    try {
      return object(value, budget, above, mayDescribe);
    } catch (error) {
      if (room.isLimit(error)) throw error;
      return text(`[threw ${room.message(error)}]`, budget);
    } finally {
      above.pop();
    }
  }

  function object(value, budget, above, mayDescribe) {
    if (Array.isArray(value)) return list(value, value.length, budget, above);
    const proto = Object.getPrototypeOf(value);
    if (proto !== Object.prototype && proto !== null) {
      if (mayDescribe && room.describe !== undefined) {
        const described = room.describe(value);
        if (described !== value && described !== undefined) {
          return plain(described, budget, above, false);
        }
      }
      const known = builtin(value, budget, above);
      if (known !== undefined) return known;
    }
    if (mayDescribe && typeof value.toJSON === 'function') {
      return plain(value.toJSON(''), budget, above, false);
    }
    return record(Object.keys(value), (key) => value[key], budget, above);
  }

  function builtin(value, budget, above) {
    if (value instanceof Error) return text(room.message(value), budget);
    if (value instanceof Promise) return text('[promise: await it]', budget);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (value instanceof RegExp) return text(String(value), budget);
    if (value instanceof Set) return list([...value], value.size, budget, above);
    if (value instanceof Map) {
      const keys = [...value.keys()];
      if (keys.some((key) => typeof key === 'object' || typeof key === 'function')) {
        return list([...value], value.size, budget, above);
      }
      const entries = new Map(keys.map((key) => [String(key), value.get(key)]));
      return record([...entries.keys()], (key) => entries.get(key), budget, above);
    }
    if (value instanceof TypedArray) return list(value, value.length, budget, above);
    if (value instanceof ArrayBuffer) return text(`[${value.byteLength} bytes]`, budget);
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return plain(value.valueOf(), budget, above, false);
    }
    return undefined;
  }

  function list(values, length, budget, above) {
    const data = [];
    budget.left -= 2;
    for (let at = 0; at < length; at += 1) {
      if (budget.left <= 0) {
        budget.cut = true;
        data.push(`… ${length - at} more`);
        break;
      }
      data.push(plain(values[at], budget, above, true) ?? missing(budget));
    }
    return data;
  }

  function missing(budget) {
    budget.left -= 5;
    return null;
  }

  function record(keys, get, budget, above) {
    const data = Object.create(null);
    budget.left -= 2;
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at];
      if (budget.left - key.length <= 0) {
        budget.cut = true;
        data['…'] = `${keys.length - at} more`;
        break;
      }
      const value = plain(get(key), budget, above, true);
      if (value === undefined) continue;
      budget.left -= key.length + 4;
      data[key.toWellFormed()] = value;
    }
    return data;
  }
});
