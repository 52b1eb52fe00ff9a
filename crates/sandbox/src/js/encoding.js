// TextEncoder and TextDecoder of the Encoding standard, by the engine's native functions.
(function (room, natives) {
  'use strict';

  /** Bytes that are handed over at once. */
  const CHUNK = 4096;

  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }

    encode(text = '') {
      return new Uint8Array(natives.encodeUtf8(String(text).toWellFormed(), undefined).bytes);
    }

    encodeInto(text, destination) {
      if (!(destination instanceof Uint8Array)) {
        throw new TypeError('TextEncoder.encodeInto takes a Uint8Array');
      }
      const given = String(text).toWellFormed();
      const { bytes, read } = natives.encodeUtf8(given, destination.length);
      destination.set(new Uint8Array(bytes));
      return { read, written: bytes.byteLength };
    }
  }

  class TextDecoder {
    #decoder;
    #fatal;
    #ignoreBOM;

    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#fatal = Boolean(fatal);
      this.#ignoreBOM = Boolean(ignoreBOM);
      const name = String(label).toWellFormed();
      this.#decoder = natives.decoder(name, this.#fatal, this.#ignoreBOM);
      if (this.#decoder === undefined) {
        throw new RangeError(`TextDecoder knows no encoding ${name.slice(0, 100)}`);
      }
    }

    get encoding() {
      return this.#decoder.encoding;
    }

    get fatal() {
      return this.#fatal;
    }

    get ignoreBOM() {
      return this.#ignoreBOM;
    }

    decode(input = new Uint8Array(), { stream = false } = {}) {
      const bytes = bytesOf(input);
      let text = '';
      let at = 0;
      do {
        const chunk = Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + CHUNK));
        at += CHUNK;
        text += this.#decoder.decode(chunk, Boolean(stream) || at < bytes.length);
      } while (at < bytes.length);
      return text;
    }
  }

  function bytesOf(input) {
    if (input instanceof ArrayBuffer) return new Uint8Array(input);
    if (ArrayBuffer.isView(input)) {
      return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    }
    throw new TypeError('TextDecoder.decode takes an ArrayBuffer or a view of one');
  }

  Object.assign(globalThis, { TextEncoder, TextDecoder });
});
