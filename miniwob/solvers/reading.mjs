// @ts-check
// Tasks whose answer is read from the page, worked out, and entered.

/** @typedef {import('../episode.mjs').Page} Page */

/** @param {Page} page @param {string} answer */
async function enter(page, answer) {
  await page.type({ selector: 'input[type=text]' }, answer);
  await page.submit();
}

/** @param {Page} page */
export async function readTable(page) {
  const [, key] = page.utterance.match(/the value of (.*) into/) ?? [];
  const rows = (await page.tables()).flat();
  await enter(page, rows.find(([label]) => label === key)?.[1] ?? '');
}

/** @param {Page} page */
export async function readTableIntoForm(page) {
  const rows = (await page.tables()).flat();
  for (const nth of [0, 1]) {
    const label = (await page.text({ selector: '#form label', nth })).replace(/:\s*$/, '').trim();
    await page.type({ role: 'textbox', nth }, rows.find(([key]) => key === label)?.[1] ?? '');
  }
  await page.submit();
}

/** @param {Page} page */
export async function findWord(page) {
  const ordinal = Number(page.utterance.match(/the (\d+)(?:st|nd|rd|th) word/)?.[1]);
  const words = (await page.text({ selector: '#area p' })).trim().split(/\s+/);
  await enter(page, (words[ordinal - 1] ?? '').replace(/[^a-zA-Z]/g, ''));
}

/** @param {Page} page */
export async function findLastWord(page) {
  const text = await page.read(valueOf, '#text-area');
  await enter(
    page,
    text
      .trim()
      .split(/\s+/)
      .at(-1)
      ?.replace(/[^a-zA-Z0-9]/g, '') ?? '',
  );
}

/** @param {string} selector */
function valueOf(selector) {
  const field = document.querySelector(selector);
  return field instanceof HTMLTextAreaElement ? field.value : '';
}

/** By the clipboard, as a person would. @param {Page} page */
export async function copyAndPaste(page) {
  const nth = Number(page.utterance.match(/the (\d)(?:st|nd|rd)/)?.[1] ?? 1) - 1;
  await page.press(['Control+a', 'Control+c'], { selector: 'textarea', nth });
  await page.press(['Control+v'], { selector: '#answer-input' });
  await page.submit();
}

/** `7 x 2 =`. @param {Page} page */
export async function solveArithmetic(page) {
  const [, left, sign, right] =
    (await page.text({ selector: '#math-problem' })).match(/(\d+) ([-+x]) (\d+)/) ?? [];
  const [one, other] = [Number(left), Number(right)];
  const answer = sign === '+' ? one + other : sign === '-' ? one - other : one * other;
  await enter(page, String(answer));
}

/** `1 + x = 21`, or `x - 3 = 5`. @param {Page} page */
export async function solveForX(page) {
  const [, left, sign, right, total] =
    (await page.text({ selector: '#math-problem' })).match(/(\w+) ([-+]) (\w+) = (-?\d+)/) ?? [];
  const number = Number(left === 'x' ? right : left);
  const answer =
    sign === '+'
      ? Number(total) - number
      : left === 'x'
        ? Number(total) + number
        : number - Number(total);
  await enter(page, String(answer));
}

/** @param {Page} page */
export async function countBlocks(page) {
  await enter(
    page,
    String(await page.read(() => document.querySelectorAll('.addition-block').length)),
  );
}

/** Letters, each bent its own way. @param {Page} page */
export async function readBentText(page) {
  await enter(page, (await page.text({ selector: '#captcha' })).replace(/\s/g, ''));
}

/** The sides of a drawn polygon, by the rhythm of its outline. @param {Page} page */
export async function countSides(page) {
  const sides = await page.read(sidesOnCanvas);
  const sight = await page.look();
  await page.click(sight.number('button', String(sides)));
}

/**
 * How far the outline is from the middle swings once per side: the strongest frequency is their
 * number.
 */
function sidesOnCanvas() {
  const canvas = document.querySelector('canvas#c');
  const drawing = canvas instanceof HTMLCanvasElement && canvas.getContext('2d');
  if (!drawing) throw new Error('no canvas');
  const { width, height } = drawing.canvas;
  const { data } = drawing.getImageData(0, 0, width, height);
  const isInk = (/** @type {number} */ x, /** @type {number} */ y) =>
    (data[(Math.round(y) * width + Math.round(x)) * 4 + 3] ?? 0) > 100;
  const radii = Array.from({ length: 360 }, (_, degree) => {
    const angle = (degree * Math.PI) / 180;
    for (let radius = 45; radius > 5; radius -= 0.5) {
      if (isInk(width / 2 + radius * Math.cos(angle), height / 2 + radius * Math.sin(angle)))
        return radius;
    }
    return 0;
  });
  const strength = (/** @type {number} */ sides) => {
    let [real, imaginary] = [0, 0];
    for (const [degree, radius] of radii.entries()) {
      real += radius * Math.cos((sides * degree * Math.PI) / 180);
      imaginary += radius * Math.sin((sides * degree * Math.PI) / 180);
    }
    return Math.hypot(real, imaginary);
  };
  return [3, 4, 5, 6, 7].reduce((best, sides) => (strength(sides) > strength(best) ? sides : best));
}

/** @param {Page} page */
export async function scrollTextarea(page) {
  const y = page.utterance.includes('to the bottom') ? 1 : 0;
  await page.scroll({ type: 'to', y }, { selector: '#text-area' });
  await page.submit();
}

/** @param {Page} page */
export async function signAgreement(page) {
  const [name, button] = page.quoted;
  if (name !== undefined) {
    await page.scroll({ type: 'to', y: 1 }, { selector: '#text-area' });
    await page.type({ label: 'Name' }, name);
  }
  await page.click({ role: 'button', name: button ?? 'Cancel' });
}
