// @ts-check
// Tasks that fill in a form: text, ticks, choices, dates, sliders.

/** @typedef {import('../episode.mjs').Page} Page */

const ONLY_FIELD = { role: 'textbox' };

/** @param {Page} page */
export async function enterQuotedText(page) {
  await page.type(ONLY_FIELD, page.quoted[0] ?? '');
  await page.submit();
}

/** @param {Page} page */
export async function enterInCase(page) {
  const text = page.quoted[0] ?? '';
  const isUpper = page.utterance.includes('upper case');
  await page.type(ONLY_FIELD, isUpper ? text.toUpperCase() : text.toLowerCase());
  await page.submit();
}

/** @param {Page} page */
export async function enterPasswordTwice(page) {
  for (const nth of [0, 1]) {
    await page.type({ selector: 'input[type=password]', nth }, page.quoted[0] ?? '');
  }
  await page.submit();
}

/** @param {Page} page */
export async function logIn(page) {
  const [user, password] = page.quoted;
  await page.type({ selector: '#username' }, user ?? '');
  await page.type({ selector: '#password' }, password ?? '');
  await page.click({ selector: '#subbtn' });
}

/** A popup may come as soon as a field gets the focus, and the fields are dead until it goes. @param {Page} page */
export async function logInPastPopup(page) {
  const [user, password] = page.quoted;
  for (const [selector, text] of [
    ['#username', user],
    ['#password', password],
  ]) {
    await page.click({ selector: selector ?? '' });
    const [cancel] = (await page.look()).all('button', 'Cancel');
    if (cancel) await page.click(cancel.number);
    await page.type({ selector: selector ?? '' }, text ?? '');
  }
  await page.click({ selector: '#subbtn' });
}

/** `10/11/2011`, month first, into a native date field. @param {Page} page */
export async function enterDate(page) {
  const [, month, day, year] = page.utterance.match(/(\d+)\/(\d+)\/(\d+)/) ?? [];
  await page.type({ selector: 'input[type=date]' }, `${year}-${month}-${day}`);
  await page.submit();
}

/** `8:04 PM` into a native time field. @param {Page} page */
export async function enterTime(page) {
  const [, hour, minute, half] = page.utterance.match(/(\d+):(\d+)\s([AP])M/) ?? [];
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  await page.type({ selector: 'input[type=time]' }, `${String(hours).padStart(2, '0')}:${minute}`);
  await page.submit();
}

/** `Select a, b and click Submit.` @param {Page} page */
export async function tickNamed(page) {
  const [, list] = page.utterance.match(/^Select (.*) and click Submit\.$/) ?? [];
  await tick(page, (list ?? '').split(', '));
  await page.submit();
}

/** The boxes bear other words for the same things. @param {Page} page */
export async function tickSimilar(page) {
  const [, list] = page.utterance.match(/similar to (.*) and click Submit\.$/) ?? [];
  const similar = await page.read(similarWords, (list ?? '').split(', '));
  await tick(page, similar);
  await page.submit();
}

/** Stands for knowing the language: the page has the list of synonyms. @param {string[]} words */
function similarWords(words) {
  /** @type {string[][]} */
  const groups = /** @type {any} */ (globalThis).SYNONYMS;
  return groups.filter((group) => group.some((word) => words.includes(word))).flat();
}

/** @param {Page} page @param {string[]} names */
async function tick(page, names) {
  const sight = await page.look();
  for (const box of sight.all('checkbox')) {
    if (names.includes(box.name)) await page.check(box.number);
  }
}

/** @param {Page} page */
export async function chooseRadio(page) {
  const [, name] = page.utterance.match(/^Select (.*) and click Submit\.$/) ?? [];
  const sight = await page.look();
  await page.check(sight.number('radio', name));
  await page.submit();
}

/** Ticks the boxes as a picture of a digit shows it. @param {Page} page */
export async function drawWithCheckboxes(page) {
  const pattern = await page.read(patternOfPicture);
  const boxes = (await page.look()).all('checkbox');
  for (const [index, isOn] of pattern.entries()) {
    if (isOn) await page.check(boxes[index]?.number ?? 0);
  }
  await page.submit();
}

/** Whether each box of the visible picture, 4 wide and 7 high, is a bright one. */
async function patternOfPicture() {
  const image = [...document.querySelectorAll('aside img')].find((each) => each.checkVisibility());
  if (!(image instanceof HTMLImageElement)) throw new Error('no picture');
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('no canvas');
  drawing.drawImage(image, 0, 0);
  const { width, data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  const light = (/** @type {number} */ x, /** @type {number} */ y) =>
    data[(y * width + x) * 4] ?? 0;
  const lit = Array.from({ length: width * canvas.height }, (_, at) => at)
    .map((at) => ({ x: at % width, y: Math.floor(at / width) }))
    .filter(({ x, y }) => light(x, y) > 60);
  // The pictures have margins of their own around the boxes.
  const [left, right] = [Math.min(...lit.map(({ x }) => x)), Math.max(...lit.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...lit.map(({ y }) => y)), Math.max(...lit.map(({ y }) => y))];
  const lights = Array.from({ length: 28 }, (_, index) => {
    const x = left + ((right - left) * ((index % 4) + 0.5)) / 4;
    const y = top + ((bottom - top) * (Math.floor(index / 4) + 0.5)) / 7;
    return light(Math.round(x), Math.round(y));
  });
  const middle = (Math.min(...lights) + Math.max(...lights)) / 2;
  return lights.map((light) => light > middle);
}

/** `Select Bobine from the list and click Submit.` @param {Page} page */
export async function selectFromList(page) {
  const [, options] = page.utterance.match(/^Select (.*) from the (?:scroll )?list/) ?? [];
  await page.select({ selector: '#options' }, ...(options ?? '').split(', '));
  await page.submit();
}

/** @param {Page} page */
export async function sliderAndCheckbox(page) {
  const [, value, ordinal] = page.utterance.match(/^Select (-?\d+) .* the (\d)/) ?? [];
  await slideTo(page, 0, Number(value));
  await page.check({ role: 'checkbox', nth: Number(ordinal) - 1 });
  await page.submit();
}

/** @param {Page} page */
export async function radioAndText(page) {
  const [, radio, textbox] = page.utterance.match(/the (\d).. radio .* the (\d).. textbox/) ?? [];
  await page.check({ role: 'radio', nth: Number(radio) - 1 });
  await page.type({ role: 'textbox', nth: Number(textbox) - 1 }, page.quoted[0] ?? '');
  await page.submit();
}

/** A drop-down made of list items in front of a hidden select. @param {Page} page */
export async function dropdownAndButton(page) {
  const [, option] = page.utterance.match(/^Choose (.*) from the dropdown/) ?? [];
  await page.click({ selector: '.selectric' });
  const shown = {
    selector: `.selectric-items li`,
    nth: await page.read(indexOfOption, option ?? ''),
  };
  await page.click(shown);
  await page.click({ role: 'button', name: page.quoted[0] ?? '' });
}

/** @param {string} option */
function indexOfOption(option) {
  const items = [...document.querySelectorAll('.selectric-items li')];
  // Only items in sight are counted by a target.
  return items
    .filter((item) => item.checkVisibility() && item.getBoundingClientRect().height > 0)
    .findIndex((item) => item.textContent === option);
}

/** @param {Page} page */
export async function useSlider(page) {
  const [, value] = page.utterance.match(/^Select (-?\d+)/) ?? [];
  await slideTo(page, 0, Number(value));
  await page.submit();
}

/** @param {Page} page */
export async function useSliders(page) {
  /** @type {number[]} */
  const values = JSON.parse(page.utterance.match(/\[.*\]/)?.[0] ?? '[]');
  for (const [nth, value] of values.entries()) await slideTo(page, nth, value);
  await page.submit();
}

/** With the arrow keys; the value stands below the slider. @param {Page} page @param {number} nth @param {number} value */
async function slideTo(page, nth, value) {
  const handle = { selector: '.ui-slider-handle', nth };
  const now = Number(await page.text({ selector: '[id^=val]', nth }));
  const key = value > now ? 'ArrowRight' : 'ArrowLeft';
  const keys = Array.from({ length: Math.abs(value - now) }, () => key);
  if (keys.length > 0) await page.press(keys, handle);
}

/** Keys are refused by the page: only the arrows beside the field work. @param {Page} page */
export async function useSpinner(page) {
  const value = Number(page.utterance.match(/-?\d+/)?.[0]);
  const selector = value > 0 ? '.ui-spinner-up' : '.ui-spinner-down';
  for (let count = 0; count < Math.abs(value); count++) await page.click({ selector });
  await page.submit();
}

/** A colour by name, or by the swatch in the order. @param {Page} page */
export async function enterColour(page) {
  const hex = await page.read(colourAsked, page.utterance);
  await page.type({ selector: '#col' }, hex, { submit: true });
  await page.submit();
}

/** @param {string} utterance */
function colourAsked(utterance) {
  const swatch = document.querySelector('#query .cc');
  const [, name] = utterance.match(/^Select (\w+) with/) ?? [];
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = swatch ? getComputedStyle(swatch).backgroundColor : (name ?? '');
  return String(context.fillStyle).slice(1).toUpperCase();
}

/** Fields in any order, with their labels before or behind them. @param {Page} page */
export async function searchMovies(page) {
  const [, genre, director, year] =
    page.utterance.match(/^Search for (.*) movies directed by (.*) from year (\d+)/) ?? [];
  const labels = await page.read(labelsOfFields);
  for (const [nth, label] of labels.entries()) {
    const text = /genre/i.test(label) ? genre : /director/i.test(label) ? director : year;
    await page.type({ role: 'textbox', nth }, text ?? '');
  }
  const sight = await page.look();
  await page.click(sight.elements.at(-1)?.number ?? 0);
}

/** What stands in the row of each field. */
function labelsOfFields() {
  return [...document.querySelectorAll('#area input')].map((field) => {
    let row = field.parentElement;
    while (row && !row.innerText.trim()) row = row.parentElement;
    return row?.innerText ?? '';
  });
}
