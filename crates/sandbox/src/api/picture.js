// A picture of a page. Returned from a script, or logged, the agent gets to see it.

import { badArgument, kindOf } from './errors.js';
import { inside, keep, seal } from './inside.js';
import { Guarded } from './missing.js';

export class Picture extends Guarded {
  static label = 'picture';

  constructor({ base64, width, height, scale = 1, format = 'png' }) {
    super();
    keep(this, { base64, width, height, scale, format });
  }

  get base64() {
    return inside(this).base64;
  }

  get width() {
    return inside(this).width;
  }

  get height() {
    return inside(this).height;
  }

  /** Its pixels to one CSS pixel. */
  get scale() {
    return inside(this).scale;
  }

  /** `png` or `jpeg`. */
  get format() {
    return inside(this).format;
  }

  /** Bytes of the file. */
  get length() {
    return bytesIn(inside(this).base64);
  }

  toString(encoding) {
    return encoding === 'base64' ? this.base64 : `[picture ${this.width}×${this.height}]`;
  }

  toJSON() {
    return { type: 'image', ...inside(this) };
  }
}

/** More bytes than this reach few agents. */
const BYTES_MAX = 700_000;

/** How large a picture is to be: small enough for any agent, unless all pixels are asked for. */
export function sizeParams({ scale, maxBytes }, doing) {
  if (scale !== undefined && scale !== 'css' && scale !== 'device') {
    throw badArgument(`${doing}: scale is 'css' or 'device', not ${kindOf(scale)}`);
  }
  const whole = scale === 'device';
  return { scale, maxBytes: maxBytes ?? (whole ? undefined : BYTES_MAX) };
}

/** A PDF, which only its size can be said of. */
export class Pdf extends Guarded {
  static label = 'pdf';

  constructor(base64) {
    super();
    keep(this, { base64 });
  }

  get base64() {
    return inside(this).base64;
  }

  get length() {
    return bytesIn(inside(this).base64);
  }

  toString(encoding) {
    return encoding === 'base64' ? this.base64 : `[PDF of ${this.length} bytes]`;
  }

  toJSON() {
    return { type: 'pdf', bytes: this.length, base64Length: this.base64.length };
  }
}

/** Four letters are three bytes, less what fills the last four. */
function bytesIn(base64) {
  const filling = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - filling;
}

seal(Picture, Pdf);
