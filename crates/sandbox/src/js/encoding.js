// TextEncoder and TextDecoder, for UTF-8.
(function () {
  'use strict';

  const CHUNK = 4096;

  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }

    encode(text = '') {
      const string = String(text).toWellFormed();
      const bytes = new Uint8Array(utf8Length(string));
      let at = 0;
      for (const character of string) at = put(bytes, at, character.codePointAt(0));
      return bytes;
    }

    encodeInto(text, bytes) {
      let read = 0;
      let written = 0;
      for (const character of String(text).toWellFormed()) {
        const point = character.codePointAt(0);
        if (written + width(point) > bytes.length) break;
        written = put(bytes, written, point);
        read += character.length;
      }
      return { read, written };
    }
  }

  class TextDecoder {
    #fatal;
    #keepMark;
    #rest = [];

    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      const name = String(label).trim().toLowerCase();
      if (!['utf-8', 'utf8', 'unicode-1-1-utf-8'].includes(name)) {
        throw new RangeError(`TextDecoder knows only utf-8, not ${name}`);
      }
      this.#fatal = Boolean(fatal);
      this.#keepMark = Boolean(ignoreBOM);
    }

    get encoding() {
      return 'utf-8';
    }

    get fatal() {
      return this.#fatal;
    }

    get ignoreBOM() {
      return this.#keepMark;
    }

    decode(input = new Uint8Array(), { stream = false } = {}) {
      const given = bytesOf(input);
      const bytes = this.#rest.length > 0 ? Uint8Array.of(...this.#rest, ...given) : given;
      const end = stream ? wholeEnd(bytes) : bytes.length;
      this.#rest = [...bytes.subarray(end)];
      const points = decoded(bytes.subarray(0, end), this.#fatal);
      if (!this.#keepMark && points[0] === 0xfeff) points.shift();
      let text = '';
      for (let at = 0; at < points.length; at += CHUNK) {
        text += String.fromCodePoint(...points.slice(at, at + CHUNK));
      }
      return text;
    }
  }

  function width(point) {
    if (point < 0x80) return 1;
    if (point < 0x800) return 2;
    return point < 0x10000 ? 3 : 4;
  }

  function utf8Length(string) {
    let length = 0;
    for (const character of string) length += width(character.codePointAt(0));
    return length;
  }

  function put(bytes, at, point) {
    const size = width(point);
    if (size === 1) {
      bytes[at] = point;
      return at + 1;
    }
    for (let last = size - 1; last > 0; last -= 1) {
      bytes[at + last] = 0x80 | (point & 0x3f);
      point >>= 6;
    }
    bytes[at] = ((0xf00 >> size) & 0xff) | point;
    return at + size;
  }

  function bytesOf(input) {
    if (input instanceof ArrayBuffer) return new Uint8Array(input);
    if (ArrayBuffer.isView(input)) {
      return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    }
    throw new TypeError('TextDecoder.decode takes an ArrayBuffer or a view of one');
  }

  /** How many bytes follow this one, and which range the next may have: RFC 3629, section 4. */
  function lead(byte) {
    if (byte >= 0xc2 && byte <= 0xdf) return [1, 0x80, 0xbf];
    if (byte >= 0xe0 && byte <= 0xef)
      return [2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf];
    if (byte >= 0xf0 && byte <= 0xf4)
      return [3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf];
    return undefined;
  }

  function decoded(bytes, fatal) {
    const points = [];
    for (let at = 0; at < bytes.length;) {
      const first = bytes[at];
      at += 1;
      if (first < 0x80) {
        points.push(first);
        continue;
      }
      const [more, low, high] = lead(first) ?? [0];
      let point = first & (0x3f >> more);
      let left = more;
      while (left > 0 && at < bytes.length) {
        const byte = bytes[at];
        const fits = left === more ? byte >= low && byte <= high : (byte & 0xc0) === 0x80;
        if (!fits) break;
        point = (point << 6) | (byte & 0x3f);
        at += 1;
        left -= 1;
      }
      if (more > 0 && left === 0) points.push(point);
      else if (fatal) throw new TypeError('the bytes are not utf-8');
      else points.push(0xfffd);
    }
    return points;
  }

  /** Where a character that has not come whole begins. */
  function wholeEnd(bytes) {
    for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
      const byte = bytes[bytes.length - back];
      if ((byte & 0xc0) === 0x80) continue;
      const [more] = lead(byte) ?? [0];
      return more >= back ? bytes.length - back : bytes.length;
    }
    return bytes.length;
  }

  Object.assign(globalThis, { TextEncoder, TextDecoder });
});
