// @ts-check
// Tasks about shapes, colours and places: what is meant is seen, not named.

import { boxOf } from './places.mjs';

/** @typedef {import('../episode.mjs').Page} Page */
/** @typedef {import('../control.mjs').Point} Point */
/** @typedef {import('./places.mjs').Box} Box */

/**
 * @typedef {object} Shape
 * @property {string} kind `letter`, `digit`, `rectangle`, `circle`, `triangle`
 * @property {string} text
 * @property {string} colour
 * @property {'large' | 'small'} size
 * @property {Point} middle
 */

/** `Click on a large aqua digit`. @param {Page} page */
export async function clickShape(page) {
  const fits = fitsWords(page.utterance.replace('Click on a ', ''));
  const shape = (await page.read(shapesShown)).find(fits);
  await page.click(shape?.middle ?? { x: 0, y: 0 });
}

/** `How many aqua items are there?` @param {Page} page */
export async function countShapes(page) {
  const [, words = ''] = page.utterance.match(/^How many (.*)s are there/) ?? [];
  const count = (await page.read(shapesShown)).filter(fitsWords(words)).length;
  await page.click((await page.look()).number('button', String(count)));
}

/** @param {Page} page */
export async function identifyShape(page) {
  const [shape] = await page.read(shapesShown);
  const kind = shape?.kind === 'digit' ? 'number' : shape?.kind;
  await page.click({ role: 'button', name: kind ?? '' });
}

/** A size, a colour, a kind; each may be missing. @param {string} words @returns {(shape: Shape) => boolean} */
function fitsWords(words) {
  const parts = words.split(' ');
  return (shape) =>
    parts.every((part) => {
      if (part === 'large' || part === 'small') return shape.size === part;
      if (part === 'item') return true;
      if (part === 'shape') return !['letter', 'digit'].includes(shape.kind);
      return [shape.colour, shape.kind, shape.text].includes(part);
    });
}

/** @returns {Shape[]} */
function shapesShown() {
  /** @type {Record<string, string>} */
  const kinds = { rect: 'rectangle', circle: 'circle', polygon: 'triangle' };
  return [...document.querySelectorAll('#area_svg > *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const text = element.tagName === 'text' ? (element.textContent ?? '') : '';
    const side = text ? parseFloat(element.getAttribute('font-size') ?? '0') : height;
    return {
      kind: kinds[element.tagName] ?? (/\d/.test(text) ? 'digit' : 'letter'),
      text,
      colour: element.getAttribute('fill') ?? '',
      size: side > 15 ? 'large' : 'small',
      middle: { x: x + width / 2, y: y + height / 2 },
    };
  });
}

/** @param {Page} page */
export async function clickColour(page) {
  await page.click({ selector: '#area .color', nth: await page.read(boxOfColour) });
}

function boxOfColour() {
  const query = document.querySelector('#query');
  const swatch = query?.querySelector('#query-color');
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('no canvas');
  const plain = (/** @type {string} */ colour) => {
    context.fillStyle = colour;
    return context.fillStyle;
  };
  const shown = (/** @type {Element} */ element) =>
    plain(getComputedStyle(element).backgroundColor);
  const wanted = swatch ? shown(swatch) : plain(query?.querySelector('.bold')?.textContent ?? '');
  return [...document.querySelectorAll('#area .color')].findIndex((box) => shown(box) === wanted);
}

/** @param {Page} page */
export async function clickShades(page) {
  const [, colour = ''] = page.utterance.match(/shades of (\w+)/) ?? [];
  const shades = await page.read(strongestParts);
  for (const [nth, part] of shades.entries()) {
    if (part === colour) await page.click({ selector: '#area span', nth });
  }
  await page.submit();
}

function strongestParts() {
  return [...document.querySelectorAll('#area span')].map((span) => {
    const parts = (getComputedStyle(span).backgroundColor.match(/\d+/g) ?? [])
      .slice(0, 3)
      .map(Number);
    return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
  });
}

/** `(-2,1)`, on a grid of five by five. @param {Page} page */
export async function clickCoordinate(page) {
  const [, x, y] = page.utterance.match(/\((-?\d),(-?\d)\)/) ?? [];
  const points = await page.read(middlesOf, 'circle');
  const columns = [...new Set(points.map((point) => point.x))].sort((one, other) => one - other);
  const rows = [...new Set(points.map((point) => point.y))].sort((one, other) => other - one);
  await page.click({ x: columns[Number(x) + 2] ?? 0, y: rows[Number(y) + 2] ?? 0 });
}

/** The numbers are hidden after the first click, so their places are kept in mind. @param {Page} page */
export async function clickInOrder(page) {
  for (const point of await page.read(middlesOf, 'svg text')) await page.click(point);
}

/** @param {string} selector @returns {Point[]} */
function middlesOf(selector) {
  return [...document.querySelectorAll(selector)].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  });
}

/** The page tells how warm the place under the pointer is. @param {Page} page */
export async function findHotPlace(page) {
  const area = await boxOf(page, '#touch-area');
  const cold = await hoverUntil(page, grid(area, 40), ['COLD', 'WARM', 'HOT']);
  const warm = await hoverUntil(page, grid(around(cold, 40, area), 10), ['WARM', 'HOT']);
  const hot = await hoverUntil(page, grid(around(warm, 10, area), 4), ['HOT']);
  await page.click(hot);
}

/** @param {Page} page @param {Point[]} points @param {string[]} signals */
async function hoverUntil(page, points, signals) {
  for (const point of points) {
    await page.hover(point);
    const signal = await page.read(() => document.querySelector('#signal')?.textContent ?? '');
    if (signals.includes(signal)) return point;
  }
  throw new Error(`nowhere ${signals[0]}`);
}

/** @param {Box} box @param {number} step @returns {Point[]} */
function grid({ left, top, right, bottom }, step) {
  const points = [];
  for (let y = top + step / 2; y < bottom; y += step) {
    for (let x = left + step / 2; x < right; x += step)
      points.push({ x: Math.round(x), y: Math.round(y) });
  }
  return points;
}

/** @param {Point} point @param {number} reach @param {Box} limits @returns {Box} */
function around({ x, y }, reach, limits) {
  return {
    left: Math.max(x - reach, limits.left),
    top: Math.max(y - reach, limits.top),
    right: Math.min(x + reach, limits.right),
    bottom: Math.min(y + reach, limits.bottom),
  };
}
