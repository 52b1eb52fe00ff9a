// @ts-check
// As much of PNG as is needed to know that a picture is one.

import assert from 'node:assert/strict';

const SIGNATURE = '89504e470d0a1a0a';

/** @param {Buffer} png @returns {{ width: number, height: number }} */
export function sizeOf(png) {
  assert.equal(png.subarray(0, 8).toString('hex'), SIGNATURE, 'not a PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
