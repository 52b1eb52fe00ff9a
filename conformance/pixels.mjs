// @ts-check
// Looks inside screenshots without an image library.

/** The size a PNG says it has. @param {Uint8Array} png */
export function pngSize(png) {
  const bytes = Buffer.from(png);
  if (bytes.toString('latin1', 1, 4) !== 'PNG') throw new Error('not a PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/**
 * The colour of one pixel as `r,g,b,a`, decoded by the page itself.
 * @param {import('playwright-core').Page} page
 * @param {Uint8Array} png
 * @param {number} x
 * @param {number} y
 */
export function pixel(page, png, x, y) {
  const read = async (/** @type {{ data: string, x: number, y: number }} */ { data, x, y }) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('no canvas');
    brush.drawImage(image, 0, 0);
    return [...brush.getImageData(x, y, 1, 1).data].join();
  };
  return page.evaluate(read, { data: Buffer.from(png).toString('base64'), x, y });
}
