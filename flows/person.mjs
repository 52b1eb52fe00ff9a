// @ts-check
// The person: looks for things by role and name, as anyone would, and acts on them by mouse and keys alone.

import { join } from 'node:path';
import { filled } from './cases.mjs';
import { say } from './sites/kit/vary.mjs';
import { SITES } from './sites/all.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('./chores.mjs').Chore} Chore */
/** @typedef {import('./gestures.mjs').Gesture} Gesture */
/** @typedef {import('./gestures.mjs').Thing} Thing */

/** A person looks at what happened before the next gesture. Recorders count on it: they tell by the time between what
 * led to what. */
const PACE_MS = 250;
const LOOK_MS_MAX = 6_000;
const WHEEL_TURNS_MAX = 60;
const WHEEL_PIXELS = 500;

/**
 * @param {object} task
 * @param {Page} task.page shows the site already
 * @param {Chore} task.chore
 * @param {Record<string, string>} task.values
 * @param {string} task.files the folder of the files that are uploaded
 * @param {string} [task.variant] says in which words the site speaks
 */
export async function doChore({ page, chore, values, files, variant = 'same' }) {
  const tabs = [page];
  // As long as anyone listens, choosers stay in reach. To begin with the click that opens one would be too late.
  page.on('filechooser', () => {});
  for (const gesture of filled(chore.gestures, values)) {
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    const hand = new Hand(
      tabs[tabs.length - 1],
      (name) => spoken(name, chore.site, variant),
      files,
    );
    const [tab] = await Promise.all([otherTab(tabs, gesture), hand.make(gesture)]);
    if (gesture.tab === 'opens' && tab) tabs.push(tab);
    if (gesture.tab === 'closes') tabs.pop();
    if (gesture.until) await hand.find(gesture.until);
  }
}

/** @param {Page[]} tabs @param {Gesture} gesture @returns {Promise<Page | undefined>} */
async function otherTab(tabs, gesture) {
  const front = tabs[tabs.length - 1];
  if (gesture.tab === 'opens') return front.context().waitForEvent('page');
  return gesture.tab === 'closes' ? front.waitForEvent('close') : undefined;
}

/** @param {string} name @param {string} siteName @param {string} variant */
function spoken(name, siteName, variant) {
  const dictionary = SITES.find((site) => site.name === siteName)?.dictionary;
  if (variant === 'reworded') return say(name, dictionary?.reworded ?? []);
  return variant === 'translated' ? say(name, dictionary?.translated ?? []) : name;
}

class Hand {
  #page;
  #spoken;
  #files;

  /** @param {Page} page @param {(name: string) => string} spoken @param {string} files */
  constructor(page, spoken, files) {
    this.#page = page;
    this.#spoken = spoken;
    this.#files = files;
  }

  /** @param {Gesture} gesture */
  async make({ do: what, on, onto, text = '', answer }) {
    const { keyboard, mouse } = this.#page;
    if (what === 'press') return keyboard.press(text);
    if (!on) throw new Error(`${what} needs something to act on`);
    if (what === 'scroll') return this.#scrollTo(on);

    const target = await this.find(on);
    if (answer) this.#page.once('dialog', (dialog) => dialog.accept(answer.text));
    if (what === 'drag' && onto) return this.#drag(target, await this.find(onto));
    const { x, y } = await centreOf(target);
    await mouse.move(x, y, { steps: 3 });
    if (what === 'hover') return;
    if (what === 'choose') {
      // The popup of a list is a window of the system and not in reach, but the keys that choose in it are.
      await target.focus();
      return chooseByKeys(keyboard, target, text);
    }
    if (what === 'upload') {
      const choosing = this.#page.waitForEvent('filechooser');
      const [chooser] = await Promise.all([choosing, mouse.click(x, y)]);
      return chooser.setFiles(join(this.#files, text));
    }
    await mouse.click(x, y);
    if (what === 'type' && on.role === 'date') return typeDate(keyboard, text);
    if (what !== 'type') return;
    if (await isFilled(target)) await keyboard.press('Control+A');
    await keyboard.type(text);
  }

  /** Both are in view at once on every site. @param {Locator} dragged @param {Locator} target */
  async #drag(dragged, target) {
    const { mouse } = this.#page;
    const { x, y } = await centreOf(target);
    const from = await centreOf(dragged);
    await mouse.move(from.x, from.y, { steps: 3 });
    await mouse.down();
    await mouse.move(x, y, { steps: 8 });
    await mouse.move(x + 1, y + 1);
    await mouse.up();
  }

  /** @param {Thing} thing */
  async #scrollTo(thing) {
    const { mouse } = this.#page;
    await mouse.move(300, 300);
    for (let turn = 0; turn < WHEEL_TURNS_MAX; turn += 1) {
      if (await this.#locate(thing).count()) return;
      await mouse.wheel(0, WHEEL_PIXELS);
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
    throw new Error(`${JSON.stringify(thing)} is not in the list`);
  }

  /** @param {Thing} thing */
  async find(thing) {
    const deadline = performance.now() + LOOK_MS_MAX;
    if (thing.frame) await this.#page.waitForFunction(() => document.querySelector('iframe'));
    const found = this.#locate(thing);
    await found.waitFor({ timeout: deadline - performance.now() });
    return found;
  }

  /** @param {Thing} thing @returns {Locator} */
  #locate(thing) {
    const { role, name, says = [], last } = thing;
    let found = this.#named(this.#scopeOf(thing), role, name);
    for (const text of says) {
      const said = this.#page.getByText(this.#spoken(text), { exact: true });
      found = found.filter({ has: said });
    }
    return last ? found.last() : found;
  }

  /** @param {Thing} thing */
  #scopeOf(thing) {
    if (thing.in) return this.#locate(thing.in);
    return thing.frame ? this.#page.frameLocator(`iframe[src$="${thing.frame}"]`) : this.#page;
  }

  /**
   * @param {Page | Locator | import('playwright-core').FrameLocator} scope
   * @param {string} role @param {string | undefined} name
   */
  #named(scope, role, name) {
    const label = name && this.#spoken(name);
    // These two have no role that could be looked for.
    if (role === 'date' || role === 'file') return scope.getByLabel(label ?? '', { exact: true });
    return scope.getByRole(/** @type {any} */ (role), { name: label, exact: true });
  }
}

/**
 * By the letters that tell the option from the others, as recorders take each further key for one that was meant.
 * @param {import('playwright-core').Keyboard} keyboard @param {Locator} target @param {string} text
 */
async function chooseByKeys(keyboard, target, text) {
  const options = await target.locator('option').allTextContents();
  const place = options.indexOf(text);
  if (place < 0) throw new Error(`${text} is not among the options`);
  const others = options.filter((option) => option !== text).map((option) => option.toLowerCase());
  for (let length = 1; length <= text.length; length += 1) {
    const letters = text.slice(0, length);
    if (others.some((option) => option.startsWith(letters.toLowerCase()))) continue;
    return keyboard.type(letters);
  }
  await keyboard.press('Home');
  for (let step = 0; step < place; step += 1) await keyboard.press('ArrowDown');
}

/**
 * As an American browser takes a date; the click went into the middle, and the month stands first.
 * @param {import('playwright-core').Keyboard} keyboard @param {string} date
 */
async function typeDate(keyboard, date) {
  const [year, month, day] = date.split('-');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await keyboard.type(`${month}${day}${year}`);
}

/** @param {Locator} target */
function isFilled(target) {
  return target.evaluate(
    (element) => ('value' in element ? element.value : element.textContent) !== '',
  );
}

/** @param {Locator} target */
async function centreOf(target) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
