// @ts-check
// Where things are in the viewport.

/** @typedef {import('../episode.mjs').Page} Page */
/** @typedef {import('../control.mjs').Point} Point */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** @param {Box} box @returns {Point} */
export function middle({ left, top, right, bottom }) {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** @param {Page} page @param {string} selector */
export async function boxOf(page, selector) {
  const [box] = await page.read(boxesOf, selector);
  if (!box) throw new Error(`no ${selector}`);
  return box;
}

/** @param {string} selector @returns {Box[]} */
export function boxesOf(selector) {
  return [...document.querySelectorAll(selector)].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
}
