// URL of the URL standard: the engine's native functions parse and change addresses.
(function (room, natives) {
  'use strict';

  const { createParams, rereadParams } = room;

  /** In the order in which the native functions give them. */
  const COMPONENTS = [
    'href',
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
    'origin',
  ];

  let componentOf;
  let change;

  class URL {
    #components;
    #params;

    static {
      componentOf = (url, at) => url.#components[at];
      change = (url, component, value) => {
        const changed = natives.changeUrl(url.href, component, wellFormed(value));
        if (changed === undefined) throw invalid(value);
        url.#components = changed;
        if (component !== 'hash') rereadParams(url.#params, url.search.slice(1));
      };
    }

    constructor(address, base) {
      const under = base === undefined ? undefined : wellFormed(base);
      this.#components = natives.parseUrl(wellFormed(address), under);
      if (this.#components === undefined) throw invalid(address);
    }

    static canParse(address, base) {
      return URL.parse(address, base) !== null;
    }

    static parse(address, base) {
      try {
        return new URL(address, base);
      } catch {
        return null;
      }
    }

    get searchParams() {
      this.#params ??= createParams(this.search.slice(1), (query) => {
        this.#components = natives.changeUrl(this.href, 'search', query);
      });
      return this.#params;
    }

    toString() {
      return this.href;
    }

    toJSON() {
      return this.href;
    }
  }

  COMPONENTS.forEach((component, at) => {
    const accessors = {
      get() {
        return componentOf(this, at);
      },
      set(value) {
        change(this, component, value);
      },
    };
    if (component === 'origin') delete accessors.set;
    Object.defineProperty(URL.prototype, component, {
      ...accessors,
      enumerable: true,
      configurable: true,
    });
  });

  function wellFormed(value) {
    return String(value).toWellFormed();
  }

  function invalid(address) {
    return new TypeError(`Invalid URL: ${String(address).slice(0, 200)}`);
  }

  globalThis.URL = URL;
});
