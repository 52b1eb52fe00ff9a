// Locators: step by step, each looks inside what the one before has found or chooses among it.
import type { Locator, LocatorStep } from '../../wire';
import type { KitContext } from '../context';
import { contains } from '../dom/native';
import { inPageOrder } from '../dom/order';
import { parentOf, shadowRootsIn } from '../dom/tree';
import { isVisible } from '../dom/visibility';
import { Refusal } from '../refusal';
import { isOurs } from '../show/ours';
import { numbered } from './numbered';
import type { Finder } from './css';
import { createTextContents } from './text-content';
import { finderFor, type InsideStep, type Known, type Scope } from './steps';
import { wantedBy } from './words';

interface Search extends Known {
  context: KitContext;
  /** Steps inside a filter are gone for each element. */
  finders: Map<LocatorStep, Finder>;
}

/** All that fit, seen or not, in the order of the page. */
export function locate(context: KitContext, locator: Locator): Element[] {
  const { document } = context.window;
  // A page that is still on its way may have nothing yet.
  if (!(document.documentElement as Element | null)) return [];
  let known: Element[] | undefined;
  const hosts = () => (known ??= shadowRootsIn(document).map(({ host }) => host));
  const textContents = createTextContents(document, hosts);
  return along({ context, textContents, hosts, finders: new Map() }, document, locator);
}

function along(search: Search, root: Scope, { steps }: Locator): Element[] {
  if (steps.length === 0) throw new Refusal('badArguments', 'the locator has no steps');
  let found: Scope[] = [root];
  for (const step of steps) found = take(search, root, step, found);
  return found.filter((scope) => scope instanceof Element);
}

function take(search: Search, root: Scope, step: LocatorStep, found: Scope[]): Element[] {
  switch (step.by) {
    case 'nth': {
      const chosen = amongOf(step, found).at(step.index);
      return chosen ? [chosen] : [];
    }
    case 'filter':
      return amongOf(step, found).filter(filterOf(search, step));
    case 'and': {
      const others = new Set(along(search, root, step.locator));
      return amongOf(step, found).filter((element) => others.has(element));
    }
    case 'or':
      return inPageOrder([...amongOf(step, found), ...along(search, root, step.locator)]);
    case 'number': {
      const element = numbered(search.context, step.number);
      return found.some((scope) => isInside(element, scope)) ? [element] : [];
    }
    case 'frame':
      throw new Refusal('badArguments', 'a locator leads into a frame before it comes to its page');
    default: {
      const lists = found.map(finderOf(search, step));
      const [only] = lists;
      const all = lists.length === 1 && only ? only : inPageOrder(lists.flat());
      return all.filter((element) => !isOurs(element));
    }
  }
}

function finderOf(search: Search, step: InsideStep): Finder {
  let finder = search.finders.get(step);
  if (!finder) search.finders.set(step, (finder = finderFor(step, search)));
  return finder;
}

function amongOf({ by }: LocatorStep, found: Scope[]): Element[] {
  return found.map((scope) => {
    if (scope instanceof Element) return scope;
    throw new Refusal(
      'badArguments',
      `a locator cannot begin with "${by}": say first where to look`,
    );
  });
}

function filterOf(
  search: Search,
  { has, hasNot, hasText, hasNotText, visible }: Extract<LocatorStep, { by: 'filter' }>,
): (element: Element) => boolean {
  const wanted = hasText && wantedBy(hasText);
  const unwanted = hasNotText && wantedBy(hasNotText);
  const { textContents } = search;
  return (element) =>
    (!wanted || wanted.fits(textContents.of(element))) &&
    !unwanted?.fits(textContents.of(element)) &&
    (!has || along(search, element, has).length > 0) &&
    (!hasNot || along(search, element, hasNot).length === 0) &&
    (visible === undefined || isVisible(element) === visible);
}

function isInside(element: Element, scope: Scope): boolean {
  if (scope instanceof Document) return true;
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (contains(scope, at)) return true;
  }
  return false;
}
