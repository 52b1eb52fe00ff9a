// Choosing in a custom select: open it, and click its options.
import { quote } from '../../page-words';
import { changeBell } from '../wait/clock';
import type { KitContext } from '../context';
import { checkedOf, describe, valueOf } from '../dom/facts';
import { fold } from '../find/marks';
import { contentOf, nameOf } from '../dom/names';
import { attributeOf } from '../dom/native';
import { makeReady, type Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { rootsOf } from '../dom/roots';
import { click, PLAIN_CLICK } from './click';
import { editableOf } from './editing';
import { activeElementOf, focusOn } from './focus';
import { findOption, isOpen, labelOf } from './options';
import { stroke } from './keyboard';
import { usualEffect } from './press';
import { type } from './typing';

const OPENING_MS_MAX = 500;
const ESCAPE = { key: 'Escape', code: 'Escape', keyCode: 27 };

export async function chooseInCombobox(
  context: KitContext,
  fit: Fit,
  wanted: string[],
  timeoutMs: number,
): Promise<void> {
  const wasOpen = isOpen(fit.element);
  try {
    for (const words of wanted) await chooseOne(context, fit, words, timeoutMs);
  } catch (error) {
    // An open list would lie over whatever is below it.
    if (!wasOpen && isOpen(fit.element)) await closeList(context, fit.element);
    throw error;
  }
}

/** A modal list has the focus and keeps it from everything else: the key goes to whatever has it. */
async function closeList({ window }: KitContext, element: Element): Promise<void> {
  if (activeElementOf(window.document) === window.document.body) focusOn(element);
  await stroke(window, ESCAPE, [], usualEffect(window));
}

async function chooseOne(
  context: KitContext,
  fit: Fit,
  words: string,
  timeoutMs: number,
): Promise<void> {
  const { element } = fit;
  if (!isOpen(element)) await click(context.window, fit, PLAIN_CLICK, false);
  const found = await optionFor(context, element, words, timeoutMs, fit);
  const place = await makeReady(context, {
    target: context.numbers.of(found),
    need: 'click',
    timeoutMs,
    force: false,
  });
  const label = labelOf(found);
  await click(context.window, place, PLAIN_CLICK, false);
  const end = performance.now() + timeoutMs;
  await until(
    context,
    end,
    () => (tookOption(element, found, label) ? true : undefined),
    () => {
      return new Refusal('noEffect', `${describe(element)} did not take ${quote(label)}`);
    },
  );
}

/** The option, once it is there; an editable combobox is asked to show it by typing. */
async function optionFor(
  context: KitContext,
  element: Element,
  words: string,
  timeoutMs: number,
  fit: Fit,
): Promise<Element> {
  const typed = editableOf(element);
  if (!typed) return findOption(context, element, words, timeoutMs);
  try {
    return await findOption(context, element, words, Math.min(timeoutMs, OPENING_MS_MAX));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await type(context, { ...fit, element: typed }, words, true);
    return findOption(context, element, words, timeoutMs);
  }
}

function tookOption(element: Element, option: Element, label: string): boolean {
  if (attributeOf(option, 'aria-selected') === 'true' || checkedOf(option)) return true;
  const shown = `${valueOf(element) ?? ''} ${contentOf(element)} ${nameOf(element)}`;
  if (fold(shown).includes(fold(label))) return true;
  // Some clear their field and keep what was chosen beside it.
  return attributeOf(element, 'aria-expanded') === 'false';
}

async function until<T>(
  { window }: KitContext,
  end: number,
  look: () => T | undefined,
  refuse: () => Refusal,
): Promise<T> {
  const bell = changeBell(window, rootsOf(window.document));
  try {
    for (;;) {
      const seen = look();
      if (seen !== undefined) return seen;
      const left = end - performance.now();
      if (left <= 0) throw refuse();
      await bell.next(left);
    }
  } finally {
    bell.stop();
  }
}
