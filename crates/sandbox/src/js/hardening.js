// Takes away what scripts must not have, and freezes what they share with the API and with each
// other's runs.
(function (room) {
  'use strict';

  const GONE = [
    'SharedArrayBuffer',
    'Atomics',
    'WebAssembly',
    'WeakRef',
    'FinalizationRegistry',
    'DOMException',
  ];
  const frozen = new WeakSet();

  room.seal = (namespaces) => {
    forbidCode();
    tameDecoding();
    boundNatives();
    for (const name of GONE) delete globalThis[name];
    for (const proto of [Object.prototype, Error.prototype, ...errorPrototypes()])
      allowOverriding(proto);
    for (const name of Object.getOwnPropertyNames(globalThis)) sealGlobal(name);
    for (const value of hidden()) freezeAll(value);
    for (const namespace of namespaces) {
      for (const name of Object.keys(namespace)) sealExport(namespace[name]);
    }
    room.onlyScripts();
  };

  room.sealGiven = (given) => {
    for (const name of Object.keys(given)) sealExport(given[name]);
  };

  /** No text becomes code but the script itself. */
  function forbidCode() {
    const refuse = () => {
      throw new TypeError('code cannot be made from text here: write it in the script');
    };
    const samples = [function () {}, async function () {}, function* () {}, async function* () {}];
    for (const sample of samples) {
      const proto = Object.getPrototypeOf(sample);
      const stand = function () {
        refuse();
      };
      Object.defineProperty(stand, 'name', { value: proto.constructor.name });
      Object.defineProperty(stand, 'prototype', { value: proto, writable: false });
      Object.defineProperty(proto, 'constructor', { value: stand });
      if (proto === Function.prototype) globalThis.Function = stand;
      else Object.setPrototypeOf(stand, Function);
    }
    globalThis.eval = refuse;
  }

  /** Longer than any array that fits into the memory a script has. */
  const LENGTH_MAX = 10_000_000;
  /** A sort compares each element many times, and never looks at the clock. */
  const SORT_LENGTH_MAX = 1_000_000;
  /** Letters to compare in the worst case: some seconds. */
  const SEARCH_STEPS_MAX = 4e9;
  const SORTS = new Set(['sort', 'toSorted']);
  const SEARCHES = ['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll'];

  /**
   * The engine looks at the clock between steps of a script, but not inside its own functions. Those
   * that would go on for minutes in one call refuse what is too long.
   */
  function boundNatives() {
    for (const name of Object.getOwnPropertyNames(Array.prototype)) {
      const max = SORTS.has(name) ? SORT_LENGTH_MAX : LENGTH_MAX;
      guard(Array.prototype, name, (self) => {
        if (self?.length > max) throw tooLong(name, `${max} elements`);
      });
    }
    const typed = Object.getPrototypeOf(Uint8Array.prototype);
    for (const name of SORTS) {
      guard(typed, name, (self) => {
        if (self?.length > LENGTH_MAX) throw tooLong(name, `${LENGTH_MAX} elements`);
      });
    }
    for (const name of SEARCHES) {
      guard(String.prototype, name, (self, wanted) => {
        if (typeof self !== 'string' || typeof wanted !== 'string') return;
        if (self.length * wanted.length > SEARCH_STEPS_MAX) throw tooLong(name, 'that');
      });
    }
  }

  function tooLong(name, max) {
    return new RangeError(`${name}: too long; nothing longer than ${max} is taken at once`);
  }

  function guard(proto, name, check) {
    const descriptor = Object.getOwnPropertyDescriptor(proto, name);
    const native = descriptor?.value;
    if (typeof native !== 'function' || name === 'constructor') return;
    const { apply } = Reflect;
    const guarded = {
      [name](...args) {
        check(this, args[0]);
        return apply(native, this, args);
      },
    }[name];
    Object.defineProperty(guarded, 'length', { value: native.length });
    Object.defineProperty(proto, name, { ...descriptor, value: guarded });
  }

  /** Theirs would throw a `DOMException`, whose stack tells of the API's own code. */
  function tameDecoding() {
    for (const name of ['atob', 'btoa']) {
      const decode = globalThis[name];
      globalThis[name] = (text) => {
        let problem;
        try {
          return decode(String(text));
        } catch (error) {
          problem = String(error.message);
        }
        throw new RangeError(`${name}: ${problem}`);
      };
    }
  }

  function errorPrototypes() {
    return Object.getOwnPropertyNames(globalThis)
      .map((name) => globalThis[name]?.prototype)
      .filter((proto) => proto instanceof Error);
  }

  /**
   * A frozen prototype would forbid `error.name = …` or `object.toString = …` as well: the property
   * that is inherited cannot be written. As an accessor it can, and the object gets its own.
   */
  function allowOverriding(proto) {
    for (const key of Reflect.ownKeys(proto)) {
      const { value, writable, configurable } = Object.getOwnPropertyDescriptor(proto, key);
      if (!writable || !configurable) continue;
      Object.defineProperty(proto, key, {
        get: () => value,
        set(own) {
          if (this === proto) throw new TypeError(`${String(key)} is shared and cannot be changed`);
          Object.defineProperty(this, key, {
            value: own,
            writable: true,
            enumerable: true,
            configurable: true,
          });
        },
        enumerable: false,
        configurable: false,
      });
    }
  }

  function sealGlobal(name) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    if (name !== 'globalThis') freezeAll(descriptor.value);
    if (!descriptor.configurable) return;
    const fixed = 'value' in descriptor ? { writable: false } : {};
    Object.defineProperty(globalThis, name, { ...fixed, configurable: false });
  }

  /** What no global leads to. */
  function hidden() {
    const iterators = [
      [][Symbol.iterator](),
      new Map().entries(),
      new Set().values(),
      ''[Symbol.iterator](),
      'a'.matchAll(/a/g),
    ];
    const made = [function* () {}, async function* () {}, async function () {}];
    const helpers = [[].values().map(String), Iterator.from({ next() {} })];
    return [...iterators, ...made, ...helpers].map(Object.getPrototypeOf);
  }

  /** And everything that can be reached from it. */
  function freezeAll(start) {
    const waiting = [start];
    while (waiting.length > 0) {
      const value = waiting.pop();
      if (!isObject(value) || value === globalThis || frozen.has(value)) continue;
      frozen.add(value);
      Object.freeze(value);
      waiting.push(Object.getPrototypeOf(value));
      for (const key of Reflect.ownKeys(value)) {
        const { value: inner, get, set } = Object.getOwnPropertyDescriptor(value, key);
        waiting.push(inner, get, set);
      }
    }
  }

  /** A function with all its methods; of an object only its prototypes, for its state is its own. */
  function sealExport(value) {
    if (!isObject(value)) return;
    if (typeof value === 'function') freezeMethods(value);
    for (
      let proto = Object.getPrototypeOf(value);
      isObject(proto);
      proto = Object.getPrototypeOf(proto)
    ) {
      freezeMethods(proto);
    }
  }

  function freezeMethods(owner) {
    if (frozen.has(owner)) return;
    frozen.add(owner);
    Object.freeze(owner);
    for (const key of Reflect.ownKeys(owner)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key);
      for (const inner of [value, get, set]) {
        if (typeof inner === 'function' || (key === 'prototype' && isObject(inner)))
          freezeMethods(inner);
      }
    }
  }

  function isObject(value) {
    return (typeof value === 'object' && value !== null) || typeof value === 'function';
  }
});
