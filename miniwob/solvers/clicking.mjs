// @ts-check
// Tasks that are clicks on what has a name: buttons, links, tabs, sections, dialogs, widgets.

/** @typedef {import('../episode.mjs').Page} Page */

// The pages animate with jQuery, which alone knows when it has come to the end.
const STILL = '$(":animated").length === 0';

/** The only button there is. @param {Page} page */
export async function clickTheButton(page) {
  const sight = await page.look();
  await page.click(sight.number('button'));
}

/** Buttons named in capitals, in the order of the utterance. @param {Page} page */
export async function clickButtonsNamed(page) {
  for (const [, name] of page.utterance.matchAll(/button ([A-Z]+)/g)) {
    await page.click({ role: 'button', name });
  }
}

/** A button by its quoted name; others differ only in case. @param {Page} page */
export async function clickQuotedButton(page) {
  const sight = await page.look();
  await page.click(sight.number('button', page.quoted[0]));
}

/** The cross of a dialog is called "Close". @param {Page} page */
export async function clickDialogButton(page) {
  const name = page.quoted[0] === 'x' ? 'Close' : page.quoted[0];
  const sight = await page.look();
  await page.click(sight.number('button', name));
}

/** Words that listen to clicks. @param {Page} page */
export async function clickLink(page) {
  const sight = await page.look();
  await page.click(sight.number('clickable', page.quoted[0]));
}

/** The kind of widget is quoted. @param {Page} page */
export async function clickWidget(page) {
  const kind = page.quoted[0] ?? '';
  const selector = { text: 'input[type=input]', textarea: 'textarea', button: '#area button' }[
    kind
  ];
  await page.click({ selector: selector ?? `input[type=${kind}]`, nth: 0 });
}

/** @param {Page} page */
export async function clickTab(page) {
  const name = page.utterance.match(/Tab #\d/)?.[0];
  const sight = await page.look();
  await page.click(sight.number('link', name));
}

/** Tab by tab, until the link is in sight. @param {Page} page */
export async function clickLinkBehindTabs(page) {
  await openUntilSeen(page, async (sight) => sight.all('link'));
}

/** Section by section, until the link is in sight. @param {Page} page */
export async function clickLinkInSections(page) {
  await openUntilSeen(page, async (sight) => sight.all('tab'));
}

/**
 * @param {Page} page
 * @param {(sight: import('../sight.mjs').Sight) => Promise<import('../sight.mjs').Seen[]>} handles
 */
async function openUntilSeen(page, handles) {
  const name = page.quoted[0];
  let sight = await page.look();
  const closed = await handles(sight);
  for (const { number } of [undefined, ...closed].map((seen) => seen ?? { number: undefined })) {
    if (number !== undefined) {
      await page.click(number);
      // A tab of one task is itself the answer when the link is nowhere.
      if (await page.isDone()) return;
      await page.wait({ type: 'function', script: STILL });
      sight = await page.look();
    }
    const [link] = sight.all('clickable', name);
    if (link) {
      await page.click(link.number);
      return;
    }
  }
  throw new Error(`"${name}" is nowhere:\n${sight.text}`);
}

/** @param {Page} page */
export async function openSectionAndSubmit(page) {
  const sight = await page.look();
  await page.click(sight.number('tab'));
  await page.submit();
}

/** @param {Page} page */
export async function focusField(page) {
  const ordinal = Number(page.utterance.match(/(\d)(?:st|nd|rd)/)?.[1] ?? 1);
  const sight = await page.look();
  await page.click(sight.number('textbox', undefined, ordinal - 1));
}

/** @param {Page} page */
export async function markOddAndEven(page) {
  const sight = await page.look();
  for (const line of sight.linesThat((text) => /^-?\d+$/.test(text))) {
    const isOdd = Number(sight.lines[line]) % 2 !== 0;
    const [before, after] = [line - 1, line + 1].map((at) =>
      sight.elements.find((seen) => seen.line === at),
    );
    await page.click((isOdd ? before : after)?.number ?? 0);
  }
  await page.submit();
}

/** @param {Page} page */
export async function generateNumber(page) {
  const wanted = wantedNumber(page.utterance);
  for (;;) {
    await page.click({ role: 'button', name: 'Generate' });
    if (wanted(Number(await page.text({ selector: '#display-number' })))) break;
  }
  await page.submit();
}

/** @param {string} utterance @returns {(number: number) => boolean} */
function wantedNumber(utterance) {
  const [, relation, bound] = utterance.match(/(less|greater) than (\d+)/) ?? [];
  if (relation === 'less') return (number) => number < Number(bound);
  if (relation === 'greater') return (number) => number > Number(bound);
  const rest = utterance.includes('odd') ? 1 : 0;
  return (number) => number % 2 === rest;
}

/** Halves the range by what the page tells. @param {Page} page */
export async function guessNumber(page) {
  let [low, high] = [0, 9];
  while (low <= high) {
    const guess = Math.floor((low + high) / 2);
    await page.type({ role: 'spinbutton' }, String(guess));
    await page.submit();
    if (await page.isDone()) return;
    const told = await page.text({ selector: '#feedback' });
    if (told.includes('lower')) high = guess - 1;
    else low = guess + 1;
  }
}

/** The cards show their face one at a time. @param {Page} page */
export async function pickGreatestCard(page) {
  const cards = (await page.look()).all('clickable').map(({ number }) => number);
  const faces = [];
  for (const card of cards) {
    await page.click(card);
    faces.push(Number(await page.text({ selector: '.card:not(.hidden)' })));
  }
  await page.click(cards[faces.indexOf(Math.max(...faces))] ?? 0);
  await page.submit();
}

/** @param {Page} page */
export async function buyTicket(page) {
  const sight = await page.look();
  const tickets = sight.all('button').map(({ number, name, line }) => ({
    number,
    cost: Number(name.replace(/\D/g, '')),
    duration: minutesOf(sight.lines[line - 1] ?? ''),
  }));
  const measure = page.utterance.includes('cost') ? 'cost' : 'duration';
  const sign = /longest|most/.test(page.utterance) ? -1 : 1;
  tickets.sort((one, other) => sign * (one[measure] - other[measure]));
  await page.click(tickets[0]?.number ?? 0);
}

/** `14h 18m`. @param {string} words */
export function minutesOf(words) {
  const [, hours, minutes] = words.match(/(\d+)h (\d+)m/) ?? [];
  return Number(hours) * 60 + Number(minutes);
}
