// Choosing in a custom select: open it, and click its options.
import { quote } from '../../page-words';
import { changeBell } from '../wait/clock';
import type { KitContext } from '../context';
import { checkedOf, describe, valueOf } from '../dom/facts';
import { bestOf, fold } from '../find/marks';
import { contentOf, nameOf } from '../dom/names';
import { attributeOf } from '../dom/native';
import { makeReady, type Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { roleOf } from '../dom/roles';
import { rootsOf } from '../dom/roots';
import { deepQueryAll } from '../dom/tree';
import { isVisible } from '../dom/visibility';
import { noOption } from './choose';
import { click, PLAIN_CLICK } from './click';
import { editableOf } from './editing';
import { type } from './typing';

export async function chooseInCombobox(
  context: KitContext,
  fit: Fit,
  wanted: string[],
  timeoutMs: number,
): Promise<void> {
  const { element } = fit;
  for (const words of wanted) {
    await open(context, fit);
    const found = await optionFor(context, element, words, timeoutMs, fit);
    const place = await makeReady(context, {
      target: context.numbers.of(found),
      need: 'click',
      timeoutMs,
      force: false,
    });
    const label = nameOf(found) || contentOf(found);
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
}

async function open({ window }: KitContext, fit: Fit): Promise<void> {
  const { element } = fit;
  if (roleOf(element) === 'listbox' || attributeOf(element, 'aria-expanded') === 'true') return;
  await click(window, fit, PLAIN_CLICK, false);
}

/** The option, once it is there; an editable combobox is asked to show it by typing. */
async function optionFor(
  context: KitContext,
  element: Element,
  words: string,
  timeoutMs: number,
  fit: Fit,
): Promise<Element> {
  const look = () => {
    const [best, ...others] = bestOf(optionsOf(element), words, (option) => [
      [nameOf(option), contentOf(option)],
      [attributeOf(option, 'data-value'), attributeOf(option, 'value')],
    ]);
    return others.length === 0 || (best && fold(nameOf(best)) === fold(words)) ? best : undefined;
  };
  const refuse = () => {
    const labels = optionsOf(element).map((option) => nameOf(option) || contentOf(option));
    return new Refusal('noOption', noOption(element, words, labels));
  };
  const begun = performance.now();
  const typed = editableOf(element);
  if (!typed) return until(context, begun + timeoutMs, look, refuse);
  try {
    return await until(context, begun + Math.min(timeoutMs, OPENING_MS_MAX), look, refuse);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await type(context, { ...fit, element: typed }, words, true);
    return until(context, begun + timeoutMs, look, refuse);
  }
}

const OPENING_MS_MAX = 500;

/** The options that belong to it; any that are visible where it does not say which. */
function optionsOf(element: Element): Element[] {
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = `${attributeOf(element, 'aria-controls') ?? ''} ${attributeOf(element, 'aria-owns') ?? ''}`;
  const owned = ids
    .split(/\s+/)
    .map((id) => (id ? root.getElementById(id) : null))
    .filter((popup) => popup !== null);
  const places = roleOf(element) === 'listbox' ? [element] : owned;
  const inside = places.flatMap((place) => deepQueryAll(place, OPTION)).filter(isVisible);
  return inside.length > 0 ? inside : deepQueryAll(element.ownerDocument, OPTION).filter(isVisible);
}

const OPTION = '[role=option], [role=menuitemradio], [role=treeitem]';

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
