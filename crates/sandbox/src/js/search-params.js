// URLSearchParams of the URL standard: the engine's native functions read and write each pair.
(function (room, natives) {
  'use strict';

  class URLSearchParams {
    #pairs = [];
    /** Of the address whose parameters they are. */
    #changed;

    static {
      room.createParams = (query, changed) => {
        const params = new URLSearchParams(query);
        params.#changed = changed;
        return params;
      };
      room.rereadParams = (params, query) => {
        if (params !== undefined) params.#pairs = pairsIn(query);
      };
    }

    constructor(init = '') {
      const isObject = typeof init === 'object' && init !== null;
      this.#pairs = isObject ? pairsOf(init) : pairsIn(wellFormed(init).replace(/^\?/, ''));
    }

    get size() {
      return this.#pairs.length;
    }

    append(name, value) {
      this.#pairs.push([wellFormed(name), wellFormed(value)]);
      this.#tell();
    }

    delete(name, value) {
      this.#pairs = this.#pairs.filter((pair) => !matches(pair, name, value));
      this.#tell();
    }

    get(name) {
      return this.#pairs.find((pair) => matches(pair, name))?.[1] ?? null;
    }

    getAll(name) {
      return this.#pairs.filter((pair) => matches(pair, name)).map(([, value]) => value);
    }

    has(name, value) {
      return this.#pairs.some((pair) => matches(pair, name, value));
    }

    set(name, value) {
      const at = this.#pairs.findIndex((pair) => matches(pair, name));
      if (at < 0) {
        this.append(name, value);
        return;
      }
      this.#pairs[at] = [this.#pairs[at][0], wellFormed(value)];
      this.#pairs = this.#pairs.filter((pair, index) => index <= at || !matches(pair, name));
      this.#tell();
    }

    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
      this.#tell();
    }

    forEach(run, self) {
      for (const [name, value] of this) run.call(self, value, name, this);
    }

    /** Whoever iterates sees what is added or taken away meanwhile. */
    *entries() {
      for (let at = 0; at < this.#pairs.length; at += 1) yield [...this.#pairs[at]];
    }

    *keys() {
      for (const [name] of this) yield name;
    }

    *values() {
      for (const [, value] of this) yield value;
    }

    [Symbol.iterator]() {
      return this.entries();
    }

    toString() {
      return this.#pairs.map(([name, value]) => natives.writePair(name, value)).join('&');
    }

    #tell() {
      this.#changed?.(this.toString());
    }
  }

  function pairsIn(query) {
    return query
      .split('&')
      .filter((piece) => piece !== '')
      .map((piece) => natives.readPair(piece));
  }

  function pairsOf(init) {
    const given = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
    return given.map((one) => {
      const pair = [...one];
      if (pair.length !== 2) {
        throw new TypeError('URLSearchParams takes pairs of a name and a value');
      }
      return pair.map(wellFormed);
    });
  }

  function wellFormed(value) {
    return String(value).toWellFormed();
  }

  function matches(pair, name, value) {
    const isNamed = pair[0] === wellFormed(name);
    return isNamed && (value === undefined || pair[1] === wellFormed(value));
  }

  globalThis.URLSearchParams = URLSearchParams;
});
