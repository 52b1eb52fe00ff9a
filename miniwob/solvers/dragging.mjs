// @ts-check
// Tasks that drag: items in lists, boxes, shapes, handles, lines; and text that is highlighted.

import { boxOf, boxesOf, middle } from './places.mjs';

/** @typedef {import('../episode.mjs').Page} Page */
/** @typedef {import('../control.mjs').Point} Point */
/** @typedef {import('./places.mjs').Box} Box */

/** `Drag Gerda to the 3rd position.` @param {Page} page */
export async function dragInList(page) {
  const [, name, place = ''] = page.utterance.match(/^Drag (\S+) (.*)\.$/) ?? [];
  const names = (await page.look()).all('clickable').map((seen) => seen.name);
  const from = names.indexOf(name ?? '');
  const [, ordinal] = place.match(/the (\d)/) ?? [];
  const to = ordinal ? Number(ordinal) - 1 : newIndex(place, from, names.length);
  await moveItem(page, from, to);
}

/** @param {string} place @param {number} from @param {number} count */
function newIndex(place, from, count) {
  if (place.includes('top')) return 0;
  if (place.includes('bottom')) return count - 1;
  return place.startsWith('down') ? from + 1 : from - 1;
}

/** The edge of an item beyond which the dragged one takes its place. @param {Page} page @param {number} from @param {number} to */
async function moveItem(page, from, to) {
  const items = await page.read(boxesOf, '#sortable li');
  const [source, target] = [items[from], items[to]];
  if (!source || !target || from === to) return;
  const y = to > from ? target.bottom - 2 : target.top + 2;
  await page.drag(middle(source), { x: middle(target).x, y });
}

/** `to the bottom right.`, `left by one.` on a grid of three by three. @param {Page} page */
export async function dragInGrid(page) {
  const [, name, place = ''] = page.utterance.match(/^Drag (\S+) (.*)\.$/) ?? [];
  const names = (await page.look()).all('clickable').map((seen) => seen.name);
  const from = names.indexOf(name ?? '');
  const to = gridIndex(place, from);
  const cells = (await page.read(boxesOf, '#sortable li')).map(middle);
  // The grid puts an item behind the one it comes over from the left, and before it from the right.
  const isRightAndUp = to < from && to % 3 > from % 3;
  const [source, target] = [cells[from], cells[isRightAndUp ? to - 1 : to]];
  if (!source || !target) throw new Error(`no place for ${name}`);
  const across = isRightAndUp ? 1 : Math.sign(target.x - source.x);
  const along = Math.sign(target.y - source.y);
  // It gives way when the pointer is past its middle.
  await page.drag(source, { x: target.x + 10 * across, y: target.y + 10 * along });
}

/** @param {string} place @param {number} from */
function gridIndex(place, from) {
  const steps = { up: -3, down: 3, left: -1, right: 1 };
  const [first = ''] = place.split(' ');
  if (first in steps) return from + steps[/** @type {keyof typeof steps} */ (first)];
  const row = place.includes('top') ? 0 : place.includes('bottom') ? 2 : 1;
  const column = place.includes('left') ? 0 : place.includes('right') ? 2 : 1;
  return row * 3 + column;
}

/** The smallest of the rest goes up, until all are in order. @param {Page} page */
export async function sortNumbers(page) {
  for (let place = 0; place < 3; place++) {
    const numbers = (await page.look()).all('clickable').map(({ name }) => Number(name));
    const least = Math.min(...numbers.slice(place));
    await moveItem(page, numbers.indexOf(least, place), place);
  }
  await page.submit();
}

/** @param {Page} page */
export async function dragIntoBox(page) {
  const [small, large] = [
    await boxOf(page, '#draggableSmall'),
    await boxOf(page, '#draggableLarge'),
  ];
  await page.drag(uncovered(small, large), middle(large));
  await page.submit();
}

/** A point of the small box that the large one, which lies above it, leaves free. @param {Box} small @param {Box} large */
function uncovered(small, large) {
  const { x, y } = middle(small);
  const corners = [
    { x, y },
    { x: small.left + 2, y: small.top + 2 },
    { x: small.right - 2, y: small.top + 2 },
    { x: small.left + 2, y: small.bottom - 2 },
    { x: small.right - 2, y: small.bottom - 2 },
  ];
  const isFree = (/** @type {Point} */ point) =>
    point.x < large.left || point.x > large.right || point.y < large.top || point.y > large.bottom;
  return corners.find(isFree) ?? { x, y };
}

/** `Drag the circle left`. @param {Page} page */
export async function dragAside(page) {
  const [, direction = ''] = page.utterance.match(/(left|right|up|down)/) ?? [];
  const { x, y } = middle(await boxOf(page, 'svg > *'));
  const reach = 25;
  const steps = { left: [-reach, 0], right: [reach, 0], up: [0, -reach], down: [0, reach] };
  const [across = 0, along = 0] = steps[/** @type {keyof typeof steps} */ (direction)];
  await page.drag({ x, y }, { x: x + across, y: y + along });
  await page.submit();
}

/** @typedef {{ kind: string, colour: string, middle: Point }} Piece */

/** `Drag all circles into the black box.` @param {Page} page */
export async function dragKindIntoBox(page) {
  const [, kind = ''] = page.utterance.match(/^Drag all (\w+)s into/) ?? [];
  const box = await boxOf(page, '#shape-container');
  const pieces = (await page.read(piecesShown)).filter((piece) => piece.kind === kind);
  await dragAll(page, pieces, box);
  await page.submit();
}

/** `Drag all red shapes into the left box, and everything else into the right box.` @param {Page} page */
export async function sortIntoBoxes(page) {
  const [, wanted = ''] = page.utterance.match(/^Drag all (\w+?)s? (?:shapes )?into/) ?? [];
  const [left, right] = await page.read(boxesOf, '#shape-container');
  const pieces = await page.read(piecesShown);
  const isWanted = (/** @type {Piece} */ piece) => piece.kind === wanted || piece.colour === wanted;
  if (!left || !right) throw new Error('no boxes');
  await dragAll(page, pieces.filter(isWanted), left);
  await dragAll(
    page,
    pieces.filter((piece) => !isWanted(piece)),
    right,
  );
  await page.submit();
}

/** Side by side, so that none covers another. @param {Page} page @param {Piece[]} pieces @param {Box} box */
async function dragAll(page, pieces, box) {
  for (const [index, piece] of pieces.entries()) {
    const x =
      box.left + 14 + ((box.right - box.left - 28) * index) / Math.max(1, pieces.length - 1);
    await page.drag(piece.middle, { x, y: middle(box).y });
  }
}

/** @returns {Piece[]} */
function piecesShown() {
  /** @type {Record<string, string>} */
  const kinds = { rect: 'rectangle', circle: 'circle', polygon: 'triangle' };
  return [...document.querySelectorAll('#area_svg > :not(#shape-container)')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      kind: kinds[element.tagName] ?? '',
      colour: element.getAttribute('fill') ?? '',
      middle: { x: x + width / 2, y: y + height * 0.6 },
    };
  });
}

// Short, because the fewer pixels between two moves of the pointer, the nearer one comes to the dot.
const LINE_REACH = 28;

/** `Draw a vertical line that runs through the dot`. @param {Page} page */
export async function drawLine(page) {
  const { left, top, right, bottom } = await boxOf(page, 'svg');
  const dot = await boxOf(page, '#circ');
  // A little towards the dot's corner: that is where the page measures it.
  const [x, y] = [dot.left + 2, dot.top + 2];
  if (page.utterance.includes('vertical')) {
    const [from, to] = [Math.max(top + 3, y - LINE_REACH), Math.min(bottom - 3, y + LINE_REACH)];
    await page.drag({ x, y: from }, { x, y: to });
  } else {
    const [from, to] = [Math.max(left + 3, x - LINE_REACH), Math.min(right - 3, x + LINE_REACH)];
    await page.drag({ x: from, y }, { x: to, y });
  }
  await page.submit();
}

/** By the handle in its corner. @param {Page} page */
export async function resizeTextarea(page) {
  const isWidth = page.utterance.includes('width');
  const reach = page.utterance.includes('larger') ? 20 : -20;
  const { x, y } = middle(await boxOf(page, '.ui-resizable-se'));
  await page.drag({ x, y }, { x: x + (isWidth ? reach : 0), y: y + (isWidth ? 0 : reach) });
  await page.submit();
}

/** Three clicks mark a paragraph. @param {Page} page */
export async function highlightText(page) {
  const ordinal = Number(page.utterance.match(/(\d)(?:st|nd|rd)/)?.[1] ?? 0);
  const selector = ordinal ? '#randomText p' : '#randomText';
  await page.click({ selector, nth: Math.max(0, ordinal - 1) }, { count: 3 });
  await page.submit();
}

/** Drags over free half hours within the window, and names the event. @param {Page} page */
export async function createEvent(page) {
  const [, amount, unit, from, to] =
    page.utterance.match(/Create a ([\d.]+) (\w+?)s? event .* between (\w+) and (\w+)/) ?? [];
  const halves = Number(amount) * (unit === 'hour' ? 2 : 1 / 30);
  const first = await page.read(freeHalfHour, halfHourOf(from ?? ''), halfHourOf(to ?? ''), halves);
  await page.scroll({ type: 'intoView' }, { selector: `#hh-${first + 4}` });
  const [start, end] = [
    await boxOf(page, `#hh-${first}`),
    await boxOf(page, `#hh-${first + halves - 1}`),
  ];
  const { x } = middle(start);
  await page.drag({ x, y: start.top + 4 }, { x, y: end.bottom - 5 });
  await page.type({ selector: '#event-name' }, page.quoted[0] ?? '');
  await page.click({ role: 'button', name: 'Create' });
}

/** `8AM` is the sixteenth. @param {string} words */
function halfHourOf(words) {
  return ((parseInt(words) % 12) + (words.endsWith('PM') ? 12 : 0)) * 2;
}

/** @param {number} from @param {number} to @param {number} count */
function freeHalfHour(from, to, count) {
  const events = [...document.querySelectorAll('.event')].map((each) =>
    each.getBoundingClientRect(),
  );
  const isFree = (/** @type {number} */ half) => {
    const box = document.querySelector(`#hh-${half}`)?.getBoundingClientRect();
    return box && events.every(({ top, bottom }) => bottom <= box.top + 1 || top >= box.bottom - 1);
  };
  for (let first = from; first + count <= to; first++) {
    if (Array.from({ length: count }, (_, index) => first + index).every(isFree)) return first;
  }
  throw new Error('no free time');
}
