// @ts-check
// Decodes as much of a picture as proves that it is whole.

import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

const PNG_SIGNATURE = '89504e470d0a1a0a';
const PNG_CHANNELS = /** @type {Record<number, number>} */ ({ 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 });

/** @param {{ type: string, bytes: Buffer }} picture */
export function assertWhole({ type, bytes }) {
  if (type === 'image/png') return assertWholePng(bytes);
  if (type === 'image/jpeg') {
    assert.equal(bytes.subarray(0, 2).toString('hex'), 'ffd8');
    return assert.equal(bytes.subarray(-2).toString('hex'), 'ffd9');
  }
  assert.equal(type, 'image/webp');
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(bytes.readUInt32LE(4) + 8, bytes.length);
}

/** Every row of pixels is there. @param {Buffer} png */
function assertWholePng(png) {
  assert.equal(png.subarray(0, 8).toString('hex'), PNG_SIGNATURE);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const bits = png[24] * PNG_CHANNELS[png[25]];
  const packed = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') packed.push(png.subarray(at + 8, at + 8 + length));
  }
  const pixels = inflateSync(Buffer.concat(packed));
  assert.equal(pixels.length, height * (1 + Math.ceil((width * bits) / 8)));
}
