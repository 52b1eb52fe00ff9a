// The options of a custom select: in its list, wherever on the page that is, and in whatever part of it is
// drawn at the moment.
import { changeBell, nextFrame } from '../wait/clock';
import type { KitContext } from '../context';
import { bestOf, fold } from '../find/marks';
import { contentOf, nameOf } from '../dom/names';
import { attributeOf, rectOf } from '../dom/native';
import { Refusal } from '../refusal';
import { roleOf } from '../dom/roles';
import { rootsOf } from '../dom/roots';
import { deepQueryAll, parentOf } from '../dom/tree';
import { isVisible } from '../dom/visibility';
import { noOption } from './choose';

/** A list with more pages than these is not looked through. */
const PAGES_MAX = 200;
/** A page of a list is drawn within this time. */
const DRAWN_MS_MAX = 120;
const PLACES_MAX = 4;

/** Whether its list is open, as far as it says so. Some forget to say that theirs is closed again. */
export function isOpen(element: Element): boolean {
  if (roleOf(element) === 'listbox') return true;
  if (attributeOf(element, 'aria-expanded') !== 'true') return false;
  const lists = namedLists(element);
  return lists.length === 0 || lists.some((list) => shownOf(list, element));
}

/** Whether it is still open after this time; at once where it is not. */
export async function staysOpen(
  { window }: KitContext,
  element: Element,
  timeoutMs: number,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  const bell = changeBell(window, rootsOf(window.document));
  try {
    while (isOpen(element) && performance.now() < end) await bell.next(end - performance.now());
    return isOpen(element);
  } finally {
    bell.stop();
  }
}

/** The option with these words, once it is there. A long list is looked through from its beginning. */
export async function findOption(
  context: KitContext,
  element: Element,
  words: string,
  timeoutMs: number,
): Promise<Element> {
  const end = performance.now() + timeoutMs;
  const look = () => optionIn(optionsOf(element), words);
  const first = look();
  if (first) return first;
  const labels = new Set<string>();
  const note = () => {
    for (const option of optionsOf(element)) labels.add(labelOf(option));
  };
  const bell = changeBell(context.window, rootsOf(context.window.document));
  try {
    for (;;) {
      note();
      const found = look() ?? (await lookThrough(context, element, bell, end, note, look));
      if (found) return found;
      const left = end - performance.now();
      if (left <= 0) throw new Refusal('noOption', noOption(element, words, [...labels]));
      await bell.next(left);
    }
  } finally {
    bell.stop();
  }
}

export function labelOf(option: Element): string {
  return nameOf(option) || contentOf(option);
}

function optionIn(options: Element[], words: string): Element | undefined {
  const [best, ...others] = bestOf(options, words, (option) => [
    [nameOf(option), contentOf(option), attributeOf(option, 'title')],
    [attributeOf(option, 'data-value'), attributeOf(option, 'value')],
  ]);
  return others.length === 0 || (best && fold(labelOf(best)) === fold(words)) ? best : undefined;
}

/** Scrolls a list that is drawn in parts, page by page, until the option is drawn. */
async function lookThrough(
  context: KitContext,
  element: Element,
  bell: { next(msMax: number): Promise<void> },
  end: number,
  note: () => void,
  look: () => Element | undefined,
): Promise<Element | undefined> {
  const { window } = context;
  const list = listsOf(element)
    .flatMap((place) => [place, ...deepQueryAll(place, '*')])
    .find((part) => part.scrollHeight > part.clientHeight + 1 && part.clientHeight > 20);
  if (!list) return undefined;
  const before = list.scrollTop;
  list.scrollTop = 0;
  for (let page = 0; page < PAGES_MAX && performance.now() < end; page += 1) {
    await bell.next(Math.min(DRAWN_MS_MAX, Math.max(0, end - performance.now())));
    note();
    if (look()) {
      // What scrolling makes a page draw anew is drawn in its next frames.
      await nextFrame(window);
      await nextFrame(window);
      const found = look();
      if (found) return found;
    }
    const was = list.scrollTop;
    list.scrollTop = was + list.clientHeight * 0.8;
    if (list.scrollTop === was) break;
  }
  list.scrollTop = before;
  return undefined;
}

/** The options that belong to it; any that are visible where it does not say which. */
function optionsOf(element: Element): Element[] {
  const places = listsOf(element);
  const inside = places.flatMap((place) => deepQueryAll(place, OPTION)).filter(isVisible);
  if (inside.length > 0) return inside;
  // Some keep the options for screen readers out of sight, and show others that say nothing of themselves.
  const items = places.flatMap((place) => deepQueryAll(place, ITEM)).filter(isVisible);
  if (items.length > 0)
    return items.filter((item) => !items.some((it) => it !== item && item.contains(it)));
  return deepQueryAll(element.ownerDocument, OPTION).filter(isVisible);
}

/** What is shown of its list: the list that it names, or what is around that. */
function listsOf(element: Element): Element[] {
  if (roleOf(element) === 'listbox') return [element];
  const shown = namedLists(element).map((list) => shownOf(list, element));
  return shown.filter((list) => list !== undefined);
}

function namedLists(element: Element): Element[] {
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = `${attributeOf(element, 'aria-controls') ?? ''} ${attributeOf(element, 'aria-owns') ?? ''}`;
  const named = ids
    .split(/\s+/, PLACES_MAX)
    .map((id) =>
      id ? (root.getElementById(id) ?? element.ownerDocument.getElementById(id)) : null,
    );
  return named.filter((list) => list !== null);
}

function shownOf(list: Element, element: Element): Element | undefined {
  for (let at: Element | null = list; at && at !== element.ownerDocument.body; at = parentOf(at)) {
    const { width, height } = rectOf(at);
    if (at.contains(element)) return undefined;
    if (width > 1 && height > 1) return at;
  }
  return undefined;
}

const OPTION = '[role=option], [role=menuitemradio], [role=treeitem]';
const ITEM = 'li, [aria-selected], [class*=option], [class*=item]';

/** The suggestions of a field as one text, which is empty while there are none. */
export function suggestionsOf(field: Element): string {
  if (attributeOf(field, 'aria-expanded') === 'false') return '';
  const lists = listsOf(field);
  if (lists.some((list) => attributeOf(list, 'aria-busy') === 'true')) return '';
  const options = lists.length > 0 ? lists.flatMap((list) => deepQueryAll(list, OPTION)) : [];
  const shown = (options.length > 0 ? options : optionsOf(field)).slice(0, SUGGESTIONS_MAX);
  return shown.map(contentOf).join('\n');
}

const SUGGESTIONS_MAX = 50;
