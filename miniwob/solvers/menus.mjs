// @ts-check
// Tasks that choose from what opens: menus, trees, date pickers, suggestions, pages of results.

import { Refused } from '../control.mjs';

/** @typedef {import('../episode.mjs').Page} Page */

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June',
  'July', 'August', 'September', 'October', 'November', 'December',
]; // prettier-ignore

/** `Select Alvera>Terza>Ludovika`: submenus open under the pointer. @param {Page} page */
export async function clickInMenu(page) {
  const path = page.utterance.replace('Select ', '').split('>');
  await walkMenu(page, path);
}

/** Items are asked for by label, or by the icon beside it. @param {Page} page */
export async function clickInMenuByIcon(page) {
  await page.click({ role: 'button', name: 'Menu' });
  const label = page.quoted[1] ?? (await page.read(labelOfIcon));
  const isNested = ['Prev', 'Stop', 'Play', 'Next'].includes(label);
  await walkMenu(page, isNested ? ['Playback', label] : [label]);
}

function labelOfIcon() {
  const icon = document.querySelector('#query .ui-icon')?.classList[1] ?? '';
  return document.querySelector(`#menu .${icon}`)?.parentElement?.textContent ?? '';
}

/** @param {Page} page @param {string[]} path */
async function walkMenu(page, path) {
  for (const [depth, name] of path.entries()) {
    const item = { role: 'menuitem', name };
    await page.wait({ type: 'element', target: item });
    if (depth + 1 < path.length) await page.hover(item);
    else await page.click(item);
  }
}

/**
 * The page takes its first slice away and puts it back whenever the pointer comes over it: a real
 * mouse never meets it, so it is clicked by events of our own making.
 * @param {Page} page
 */
export async function clickInPie(page) {
  await page.click({ text: '+' });
  const sight = await page.look();
  const label = sight.number('clickable', page.quoted[0]);
  try {
    await page.click(label);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await page.click(label, { input: 'synthesised' });
  }
}

/** Folder by folder, until the name is in sight. @param {Page} page */
export async function clickInTree(page) {
  for (;;) {
    const sight = await page.look();
    const [named] = sight.all('clickable', page.quoted[0]);
    if (named) {
      await page.click(named.number);
      return;
    }
    const folder = sight.elements.findIndex(({ hint }) => hint.split(' ').includes('expandable'));
    if (folder < 0) throw new Error(`"${page.quoted[0]}" is nowhere:\n${sight.text}`);
    await page.click(sight.elements[folder + 1]?.number ?? 0);
  }
}

/** @param {Page} page */
export async function chooseDate(page) {
  await pickDate(page, page.utterance);
  await page.submit();
}

/** `03/05/2016`, month first. @param {Page} page @param {string} words */
async function pickDate(page, words) {
  const [, month, day, year] = words.match(/(\d+)\/(\d+)\/(\d+)/) ?? [];
  const wanted = Number(year) * 12 + Number(month) - 1;
  await page.click({ selector: '#datepicker' });
  for (;;) {
    const [name, shownYear] = (await page.text({ selector: '.ui-datepicker-title' }))
      .trim()
      .split(/\s+/);
    const shown = Number(shownYear) * 12 + MONTHS.indexOf(name ?? '');
    if (shown === wanted) break;
    await page.click({ selector: shown > wanted ? '.ui-datepicker-prev' : '.ui-datepicker-next' });
  }
  const sight = await page.look();
  await page.click(sight.number('link', String(Number(day))));
}

/** `starts with "Ce" and ends with "lic"`. @param {Page} page */
export async function chooseSuggestion(page) {
  const [start = '', end = ''] = page.quoted;
  await suggested(
    page,
    { role: 'textbox' },
    start,
    (name) => name.startsWith(start) && name.endsWith(end),
  );
  await page.submit();
}

/**
 * Types, and clicks the first suggestion that fits.
 * @param {Page} page
 * @param {import('../control.mjs').Target} field
 * @param {string} words
 * @param {(name: string) => boolean} fits
 */
async function suggested(page, field, words, fits) {
  await page.type(field, words);
  await page.wait({ type: 'element', target: { selector: '.ui-autocomplete li', nth: 0 } });
  const sight = await page.look();
  const item = sight.elements.find(
    ({ role, name }) => role !== 'textbox' && role !== 'button' && fits(name),
  );
  if (!item) throw new Error(`no suggestion fits "${words}":\n${sight.text}`);
  await page.click(item.number);
}

/** @param {Page} page */
export async function bookFlight(page) {
  const [, wish, from = '', to = ''] =
    page.utterance.match(/^Book the (\w+) .* from: (.*) to: (.*) on/) ?? [];
  await suggested(page, { label: 'From:' }, from, (name) => name.includes(from));
  await suggested(page, { label: 'To:' }, to, (name) => name.includes(to));
  await pickDate(page, page.utterance);
  await page.click({ role: 'button', name: 'Search' });
  const flights = await page.read(flightsOffered);
  const measure = wish === 'cheapest' ? 'price' : 'minutes';
  const best = flights.reduce((one, other) => (other[measure] < one[measure] ? other : one));
  await page.click({ selector: '.flight-price', nth: flights.indexOf(best) });
}

function flightsOffered() {
  return [...document.querySelectorAll('.flight')].map((flight) => {
    const text = (/** @type {string} */ selector) =>
      flight.querySelector(selector)?.textContent ?? '';
    const [, hours, minutes] = text('.time-duration').match(/(\d+)h (\d+)m/) ?? [];
    return {
      price: Number(text('.flight-price').replace(/\D/g, '')),
      minutes: Number(hours) * 60 + Number(minutes),
    };
  });
}

/** Three results to a page. @param {Page} page */
export async function clickSearchResult(page) {
  const position = Number(page.utterance.match(/the (\d)(?:st|nd|rd|th) search result/)?.[1]) - 1;
  await page.type({ role: 'textbox' }, page.quoted[0] ?? '');
  await page.click({ role: 'button', name: 'Search' });
  const leaf = Math.floor(position / 3) + 1;
  if (leaf > 1) await page.click((await page.look()).number('link', String(leaf)));
  await page.click({ selector: '#page-content a', nth: position % 3 });
}

/** One contact to a page. @param {Page} page */
export async function findInPhoneBook(page) {
  const [, name, property = ''] =
    page.utterance.match(/^Find (.*) in the contact book and click on their (\w+)/) ?? [];
  let sight = await page.look();
  while (!sight.lines.includes(`## ${name}`)) {
    await page.click(sight.number('link', '>'));
    sight = await page.look();
  }
  const [row] = sight.linesThat((text) => text.toLowerCase().startsWith(`${property}:`));
  await page.click(sight.elements.find(({ line }) => line === row)?.number ?? 0);
}
