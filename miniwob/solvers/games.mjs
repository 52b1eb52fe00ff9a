// @ts-check
// Tasks against an opponent or the clock.

/** @typedef {import('../episode.mjs').Page} Page */

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]; // prettier-ignore

// How often the opponent of tic-tac-toe plays anywhere instead of well.
const BLUNDERS = 0.55;

/** @typedef {('x' | 'o' | '')[]} Board */

/** Only a win counts: the move with the best hope of one. @param {Page} page */
export async function playTicTacToe(page) {
  while (!(await page.isDone())) {
    const board = await page.read(boardShown);
    const moves = freeOn(board).map((cell) => ({ cell, hope: hopeAfter(place(board, cell, 'x')) }));
    const best = moves.reduce((one, other) => (other.hope > one.hope ? other : one));
    await page.click({ selector: `#ttt-${best.cell}` });
  }
}

function boardShown() {
  const markOf = (/** @type {Element} */ cell) =>
    cell.classList.contains('mark-x') ? 'x' : cell.classList.contains('mark-o') ? 'o' : '';
  return /** @type {Board} */ ([...document.querySelectorAll('.ttt-row span')].map(markOf));
}

/** The chance to win when it is the opponent's turn. @param {Board} board @returns {number} */
function hopeAfter(board) {
  if (hasWon(board, 'x')) return 1;
  const free = freeOn(board);
  if (free.length === 0) return 0;
  const atRandom =
    free.reduce((sum, cell) => sum + hopeBefore(place(board, cell, 'o')), 0) / free.length;
  const clever = winningCell(board, 'o') ?? winningCell(board, 'x');
  const cleverly = clever === undefined ? atRandom : hopeBefore(place(board, clever, 'o'));
  return BLUNDERS * atRandom + (1 - BLUNDERS) * cleverly;
}

/** The same when it is our turn. @param {Board} board @returns {number} */
function hopeBefore(board) {
  if (hasWon(board, 'o')) return 0;
  return Math.max(0, ...freeOn(board).map((cell) => hopeAfter(place(board, cell, 'x'))));
}

/** @param {Board} board @param {'x' | 'o'} mark */
function winningCell(board, mark) {
  return freeOn(board).find((cell) => hasWon(place(board, cell, mark), mark));
}

/** @param {Board} board @param {'x' | 'o'} mark */
function hasWon(board, mark) {
  return LINES.some((line) => line.every((cell) => board[cell] === mark));
}

/** @param {Board} board */
function freeOn(board) {
  return board.flatMap((mark, cell) => (mark === '' ? [cell] : []));
}

/** @param {Board} board @param {number} cell @param {'x' | 'o'} mark @returns {Board} */
function place(board, cell, mark) {
  return board.with(cell, mark);
}

/** Watches the buttons blink, and pushes them in that order. @param {Page} page */
export async function repeatBlinks(page) {
  for (const id of await page.read(blinksSeen)) await page.click({ selector: `#${id}` });
}

/** @returns {Promise<string[]>} */
function blinksSeen() {
  const RESTED_MS = 1500;
  return new Promise((resolve) => {
    /** @type {string[]} */
    const blinked = [];
    /** @type {Element[]} */
    let lit = [];
    let last = performance.now();
    const timer = setInterval(() => {
      const now = [...document.querySelectorAll('#area button.push')];
      for (const button of now) if (!lit.includes(button)) blinked.push(button.id);
      if (now.length > 0) last = performance.now();
      lit = now;
      if (performance.now() - last < RESTED_MS) return;
      clearInterval(timer);
      resolve(blinked);
    }, 20);
  });
}

/** The second click comes so many seconds after the first. @param {Page} page */
export async function clickWithDelay(page) {
  const delayMs = Number(page.utterance.match(/wait (\d+) seconds/)?.[1]) * 1000;
  const [one, two] = (await page.look()).all('button');
  const begun = performance.now();
  await page.click(one?.number ?? 0);
  await page.hover(two?.number ?? 0);
  await page.read(
    (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    Math.max(0, delayMs - (performance.now() - begun)),
  );
  await page.click(two?.number ?? 0);
}

/** The price may rise again before the click, so it must be well below. @param {Page} page */
export async function buyStock(page) {
  const limit = Number(page.utterance.match(/less than \$([\d.]+?)\.?$/)?.[1]);
  await page.hover({ role: 'button', name: 'Buy' });
  await page.read(priceFallen, limit);
  await page.click({ role: 'button', name: 'Buy' });
}

/** Asks for less the longer it waits. @param {number} limit */
function priceFallen(limit) {
  const begun = performance.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const price = Number(
        document.querySelector('#stock-price')?.textContent?.slice(1) || Infinity,
      );
      const seconds = (performance.now() - begun) / 1000;
      if (price > limit - Math.max(0, 2.5 - seconds / 3)) return;
      clearInterval(timer);
      resolve(price);
    }, 10);
  });
}
