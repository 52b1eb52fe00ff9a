// URL after the URL standard, as far as addresses of pages go: http, https, ws,
// wss and ftp in full; file and others as scheme, path, query and fragment.
(function (room) {
  'use strict';

  const { REREAD, asciiLabel, decodePercent, hex } = room;

  const PORTS = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' };
  const FRAGMENT = /[\0-\x20"<>`\x7f]|[^\0-\x7f]+/g;
  const QUERY = /[\0-\x20"#<>'\x7f]|[^\0-\x7f]+/g;
  const QUERY_OPAQUE = /[\0-\x20"#<>\x7f]|[^\0-\x7f]+/g;
  const PATH = /[\0-\x20"#<>?`^{}\x7f]|[^\0-\x7f]+/g;
  const USER = /[\0-\x20"#<>?`{}/:;=@[\]\\^|\x7f]|[^\0-\x7f]+/g;
  const CONTROL = /[\0-\x1f\x7f]|[^\0-\x7f]+/g;
  const HOST_FORBIDDEN = /[\0-\x20"#%/:<>?@[\]\\^`{|}\x7f]/;

  class URL {
    #parts;
    #params;

    constructor(address, base) {
      const under = base === undefined ? undefined : parse(String(base), undefined);
      this.#take(parse(String(address), under));
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

    get href() {
      return write(this.#parts);
    }
    set href(address) {
      this.#take(parse(String(address), undefined));
    }

    get origin() {
      const { scheme } = this.#parts;
      return isSpecial(scheme) ? `${scheme}://${this.host}` : 'null';
    }

    get protocol() {
      return `${this.#parts.scheme}:`;
    }
    set protocol(text) {
      const scheme = /^([a-z][a-z0-9+.-]*)(:|$)/i.exec(String(text))?.[1].toLowerCase();
      const parts = this.#parts;
      if (scheme === undefined || isSpecial(scheme) !== isSpecial(parts.scheme)) return;
      parts.scheme = scheme;
      if (parts.port === PORTS[scheme]) parts.port = '';
    }

    get username() {
      return this.#parts.username;
    }
    set username(text) {
      if (this.#parts.host) this.#parts.username = encode(String(text), USER);
    }

    get password() {
      return this.#parts.password;
    }
    set password(text) {
      if (this.#parts.host) this.#parts.password = encode(String(text), USER);
    }

    get host() {
      const { host, port } = this.#parts;
      return port === '' ? (host ?? '') : `${host}:${port}`;
    }
    set host(text) {
      this.#setHost(/^(\[[^\]]*\]|[^:/?#\\]*)(?::(\d+))?/.exec(String(text)));
    }

    get hostname() {
      return this.#parts.host ?? '';
    }
    set hostname(text) {
      this.#setHost(/^(\[[^\]]*\]|[^:/?#\\]*)/.exec(String(text)));
    }

    get port() {
      return this.#parts.port;
    }
    set port(text) {
      const digits = /^\d*/.exec(String(text))[0];
      if (!this.#parts.host || (digits === '' && String(text) !== '')) return;
      if (Number(digits) <= 0xffff) this.#parts.port = portOf(digits, this.#parts.scheme);
    }

    get pathname() {
      return this.#parts.path;
    }
    set pathname(text) {
      if (!this.#parts.opaque) this.#parts.path = pathOf(String(text), '/', this.#parts.scheme);
    }

    get search() {
      return this.#parts.query ? `?${this.#parts.query}` : '';
    }
    set search(text) {
      this.#setQuery(String(text).replace(/^\?/, ''));
      this.#params?.[REREAD](this.#parts.query ?? '');
    }

    get searchParams() {
      this.#params ??= new URLSearchParams(this.#parts.query ?? '', (query) => {
        this.#parts.query = query === '' ? null : query;
      });
      return this.#params;
    }

    get hash() {
      return this.#parts.fragment ? `#${this.#parts.fragment}` : '';
    }
    set hash(text) {
      const fragment = String(text).replace(/^#/, '');
      this.#parts.fragment = fragment === '' ? null : encode(fragment, FRAGMENT);
    }

    toString() {
      return this.href;
    }

    toJSON() {
      return this.href;
    }

    #take(parts) {
      this.#parts = parts;
      this.#params?.[REREAD](parts.query ?? '');
    }

    #setQuery(query) {
      const set = isSpecial(this.#parts.scheme) ? QUERY : QUERY_OPAQUE;
      this.#parts.query = query === '' ? null : encode(query, set);
    }

    #setHost([, name, port] = []) {
      if (this.#parts.opaque || (name === '' && isSpecial(this.#parts.scheme))) return;
      try {
        this.#parts.host = hostOf(name, this.#parts.scheme);
        if (port !== undefined) this.port = port;
      } catch {
        // A setter leaves the address as it is rather than throw.
      }
    }
  }

  // Reading an address.

  function parse(text, base) {
    const address = text
      .toWellFormed()
      .replace(/^[\0-\x20]+|[\0-\x20]+$/g, '')
      .replace(/[\t\n\r]/g, '');
    const [, front, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/.exec(address);
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(front)?.[1].toLowerCase();
    const rest = scheme === undefined ? front : front.slice(scheme.length + 1);
    const parts = placed(text, scheme, rest, query, base);
    const set = isSpecial(parts.scheme) ? QUERY : QUERY_OPAQUE;
    if (query !== undefined) parts.query = encode(query, set);
    parts.fragment = fragment === undefined ? null : encode(fragment, FRAGMENT);
    return parts;
  }

  /** Everything before the query, taken from the base where the address leaves it out. */
  function placed(text, scheme, rest, query, base) {
    const inherits = base !== undefined && (scheme === undefined || scheme === base.scheme);
    const kind = scheme ?? base?.scheme;
    if (kind === undefined) throw invalid(text);
    const slashed = isSpecial(kind) || kind === 'file' ? rest.replaceAll('\\', '/') : rest;
    if (scheme !== undefined && isSpecial(kind) && !(inherits && !slashed.startsWith('/'))) {
      return withHost(text, kind, slashed.replace(/^\/*/, ''));
    }
    if (slashed.startsWith('//')) return withHost(text, kind, slashed.slice(2));
    if (scheme !== undefined && !(isSpecial(kind) && inherits)) {
      if (kind === 'file') return bare(kind, '', pathOf(slashed, '/', kind));
      if (slashed.startsWith('/')) return bare(kind, null, pathOf(slashed, '/', kind));
      return { ...bare(kind, null, encode(slashed, CONTROL)), opaque: true };
    }
    if (base.opaque && (slashed !== '' || query !== undefined)) throw invalid(text);
    const same = { ...base, query: null };
    if (slashed === '') return { ...same, query: query === undefined ? base.query : null };
    return { ...same, path: pathOf(slashed, base.path, kind) };
  }

  function withHost(text, scheme, rest) {
    const [, authority, path] = /^([^/]*)([^]*)$/.exec(rest);
    const at = authority.lastIndexOf('@');
    const [, name, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority.slice(at + 1)) ?? [];
    const isEmpty = name === '' && (isSpecial(scheme) || at >= 0 || port !== undefined);
    if (name === undefined || isEmpty || Number(port ?? 0) > 0xffff) throw invalid(text);
    const user = at < 0 ? [] : /^([^:]*)(?::([^]*))?$/.exec(authority.slice(0, at)).slice(1);
    const [username = '', password = ''] = user.map((one) => encode(one ?? '', USER));
    return {
      ...bare(scheme, hostOf(name, scheme, text), pathOf(path, '/', scheme)),
      username,
      password,
      port: portOf(port ?? '', scheme),
    };
  }

  function bare(scheme, host, path) {
    return { scheme, username: '', password: '', host, port: '', path, query: null, opaque: false };
  }

  function hostOf(name, scheme, text = name) {
    if (name.startsWith('[')) {
      if (!/^\[[0-9a-f:.]+\]$/i.test(name)) throw invalid(text);
      return name.toLowerCase();
    }
    if (!isSpecial(scheme)) return encode(name, CONTROL);
    const plain = decodePercent(name)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[。．｡]/g, '.');
    if (HOST_FORBIDDEN.test(plain)) throw invalid(text);
    const host = plain.split('.').map(asciiLabel).join('.');
    return ipv4(host, text) ?? host;
  }

  /** Numbers in any of the ways an IPv4 address may be written, as four decimals. */
  function ipv4(host, text) {
    const labels = host.replace(/\.$/, '').split('.');
    if (!/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1))) return undefined;
    const numbers = labels.map((label) => {
      if (/^0x[0-9a-f]*$/.test(label)) return Number(label === '0x' ? 0 : label);
      if (/^0[0-7]+$/.test(label)) return parseInt(label, 8);
      return /^(0|[1-9]\d*)$/.test(label) ? Number(label) : NaN;
    });
    const last = numbers.pop();
    const isRight =
      numbers.length <= 3 &&
      numbers.every((one) => one <= 255) &&
      last < 256 ** (4 - numbers.length);
    if (!isRight) throw invalid(text);
    const sum = numbers.reduce((all, one, at) => all + one * 256 ** (3 - at), last);
    return [24, 16, 8, 0].map((bits) => Math.floor(sum / 2 ** bits) % 256).join('.');
  }

  function portOf(digits, scheme) {
    const port = digits === '' ? '' : String(Number(digits));
    return port === PORTS[scheme] ? '' : port;
  }

  function pathOf(path, base, scheme) {
    const slashed = isSpecial(scheme) ? path.replaceAll('\\', '/') : path;
    const whole = slashed.startsWith('/') ? slashed : base.replace(/[^/]*$/, '') + slashed;
    const given = encode(whole, PATH).split('/').slice(1);
    const kept = [];
    given.forEach((segment, at) => {
      const isLast = at === given.length - 1;
      const dots = segment.replace(/%2e/gi, '.');
      if (dots === '..') kept.pop();
      if (dots !== '..' && dots !== '.') kept.push(segment);
      else if (isLast) kept.push('');
    });
    return whole === '' && !isSpecial(scheme) ? '' : `/${kept.join('/')}`;
  }

  function write({ scheme, username, password, host, port, path, query, fragment }) {
    const secret = password === '' ? '' : `:${password}`;
    const user = username === '' && secret === '' ? '' : `${username}${secret}@`;
    const authority = host === null ? '' : `//${user}${host}${port === '' ? '' : `:${port}`}`;
    const tail = (mark, text) => (text === null ? '' : mark + text);
    return `${scheme}:${authority}${path}${tail('?', query)}${tail('#', fragment)}`;
  }

  function isSpecial(scheme) {
    return Object.hasOwn(PORTS, scheme);
  }

  function invalid(text) {
    return new TypeError(`Invalid URL: ${text.slice(0, 200)}`);
  }

  // Escapes.

  function encode(text, set) {
    return text
      .toWellFormed()
      .replace(set, (piece) => encodeURIComponent(piece).replace(/['()*!~]/g, hex));
  }

  globalThis.URL = URL;
});
