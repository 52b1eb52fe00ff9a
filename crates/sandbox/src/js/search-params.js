// URLSearchParams, and the escapes of forms.
(function (room) {
  'use strict';

  /** How an address tells its parameters that it has another query now. */
  const REREAD = Symbol('reread');

  class URLSearchParams {
    #pairs = [];
    #changed;

    constructor(init = '', changed = undefined) {
      this.#changed = changed;
      if (typeof init === 'object' && init !== null) this.#pairs = pairsOf(init);
      else this[REREAD](String(init).replace(/^\?/, ''));
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
      this.#pairs[at][1] = wellFormed(value);
      this.#pairs = this.#pairs.filter((pair, index) => index <= at || !matches(pair, name));
      this.#tell();
    }

    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
      this.#tell();
    }

    forEach(run, self) {
      for (const [name, value] of this.#pairs) run.call(self, value, name, this);
    }

    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value];
    }

    *keys() {
      for (const [name] of this.#pairs) yield name;
    }

    *values() {
      for (const [, value] of this.#pairs) yield value;
    }

    [Symbol.iterator]() {
      return this.entries();
    }

    toString() {
      return this.#pairs.map((pair) => pair.map(form).join('=')).join('&');
    }

    [REREAD](query) {
      this.#pairs = query
        .split('&')
        .filter((piece) => piece !== '')
        .map((piece) => {
          const at = piece.indexOf('=');
          return (at < 0 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)]).map(unform);
        });
    }

    #tell() {
      this.#changed?.(this.toString());
    }
  }

  function decodePercent(text) {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      const bytes = escapes.slice(1).split('%');
      return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => parseInt(byte, 16)));
    });
  }

  function form(text) {
    return encodeURIComponent(text)
      .replace(/['()!~]/g, hex)
      .replaceAll('%20', '+');
  }

  function hex(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  }

  function unform(text) {
    return decodePercent(text.replaceAll('+', ' '));
  }

  function wellFormed(value) {
    return String(value).toWellFormed();
  }

  function matches(pair, name, value) {
    return pair[0] === String(name) && (value === undefined || pair[1] === String(value));
  }

  function pairsOf(init) {
    const given = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
    return given.map((pair) => {
      const [name, value, ...more] = pair;
      if (value === undefined || more.length > 0) {
        throw new TypeError('URLSearchParams takes pairs of a name and a value');
      }
      return [wellFormed(name), wellFormed(value)];
    });
  }

  Object.assign(room, { REREAD, decodePercent, hex });
  globalThis.URLSearchParams = URLSearchParams;
});
