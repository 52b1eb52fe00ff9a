// @ts-check
// A cube that is turned by dragging, and swings on by itself.

import { boxOf, middle } from './places.mjs';

/** @typedef {import('../episode.mjs').Page} Page */
/** @typedef {import('../control.mjs').Point} Point */

// Where the cube must be turned to, in degrees, for a side to be in front.
/** @type {Record<string, { x?: number, y: number }>} */
const SIDES = {
  1: { y: 264 },
  2: { x: 0, y: 0 },
  3: { x: 269, y: 0 },
  4: { x: 177, y: 0 },
  5: { x: 86, y: 0 },
  6: { y: 88 },
};
const DEGREES_PER_PIXEL = 2;
const CUBE_AT_REST = 'Math.abs(cube.viewport.torqueX) <= 1 && Math.abs(cube.viewport.torqueY) <= 1';

/** The cube swings on after each push, so it is looked at and pushed again. @param {Page} page */
export async function turnCube(page) {
  const wanted = page.quoted[0] ?? '';
  const goal = SIDES[wanted] ?? { y: 0 };
  for (let pushes = 0; pushes < 30; pushes++) {
    const cube = await page.read(cubeShown);
    if (cube.front === wanted) break;
    const [left, lift] = [turn(cube.x, goal.x ?? cube.x), turn(cube.y, goal.y)];
    const isUpright = Math.abs(lift) < 40;
    await push(page, isUpright ? { x: left, y: 0 } : { x: 0, y: -lift });
  }
  await page.hover({ role: 'button', name: 'Submit' });
  await page.submit();
}

/** @param {Page} page @param {Point} degrees */
async function push(page, degrees) {
  const pixels = (/** @type {number} */ angle) =>
    Math.sign(angle) * Math.min(60, Math.max(20, Math.abs(angle) / DEGREES_PER_PIXEL));
  const { x, y } = middle(await boxOf(page, '.viewport'));
  // Coming and pressing at once would be a push of its own.
  await page.hover({ x, y });
  await page.drag({ x, y }, { x: x + pixels(degrees.x), y: y + pixels(degrees.y) });
  await page.wait({ type: 'function', script: CUBE_AT_REST });
}

/** The short way from one angle to another. @param {number} from @param {number} to */
function turn(from, to) {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

function cubeShown() {
  const { positionX, positionY } = /** @type {any} */ (globalThis).cube.viewport;
  const front = document.querySelector('.cube-image.active')?.textContent ?? '';
  return { x: Number(positionX), y: Number(positionY), front };
}
