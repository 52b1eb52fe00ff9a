// From a target as a caller says it to the elements that are meant.
import type { Target } from '../../wire';
import type { KitContext } from '../context';
import { cut, describe } from '../dom/facts';
import { byLabel, byRole, bySelector } from './marks';
import { byText, clickableAround } from './text';
import { isConnected } from '../dom/native';
import { Refusal } from '../refusal';
import { isOurs } from '../show/ours';
import { elementAt } from '../dom/tree';
import { isVisible } from '../dom/visibility';

const CANDIDATES_LISTED = 5;

/** The one element that is meant; refuses when there is none or when several could be. */
export function findOne(context: KitContext, target: Target): Element {
  const found = findAll(context, target);
  const [first] = found;
  if (!first) throw new Refusal('notFound', `nothing on the page fits ${inWords(target)}`);
  const nth = nthOf(target);
  if (nth !== undefined) {
    const chosen = found[nth];
    if (chosen) return chosen;
    throw new Refusal('notFound', `only ${found.length} fit ${inWords(target)}; count from 0`);
  }
  if (found.length === 1 || !isVisible(first)) return first;
  const meant = typeof target === 'object' && 'text' in target ? found.filter(isClickable) : [];
  if (meant.length === 1 && meant[0]) return meant[0];
  throw new Refusal('ambiguous', ambiguity(context, target, found));
}

/** All that fit equally well, in the order of the page; visible ones only, if there are any. */
export function findAll(context: KitContext, target: Target): Element[] {
  if (typeof target === 'number') return [numbered(context, target)];
  if (typeof target === 'string') {
    throw new Refusal(
      'badArguments',
      `the page kit takes targets with their kind, not "${target}"`,
    );
  }
  if ('x' in target) return [atPoint(context, target)];
  const found = matching(context.window.document, target).filter((element) => !isOurs(element));
  const visible = found.filter(isVisible);
  return visible.length > 0 ? visible : found;
}

export function inWords(target: Target): string {
  if (typeof target === 'number') return `[${target}]`;
  if (typeof target === 'string') return target;
  if ('x' in target) return `the point ${target.x},${target.y}`;
  if ('selector' in target) return `"${target.selector}"`;
  if ('label' in target) return `the label "${target.label}"`;
  if ('text' in target) return `the text "${target.text}"`;
  return target.name === undefined ? `the role ${target.role}` : `${target.role} "${target.name}"`;
}

function matching(
  document: Document,
  target: Exclude<Target, number | string | { x: number }>,
): Element[] {
  if ('selector' in target) return bySelector(document, target.selector);
  if ('label' in target) return byLabel(document, target.label);
  if ('text' in target) return byText(document, target.text);
  return byRole(document, target.role, target.name);
}

function numbered({ numbers }: KitContext, number: number): Element {
  const element = numbers.element(number);
  if (!element) {
    throw new Refusal('gone', `no element of the page has the number ${number}; look again`);
  }
  if (!isConnected(element)) {
    throw new Refusal('gone', `[${number}], ${wordsForGone(element)}, has left the page`);
  }
  return element;
}

/** What is not in the page has no visible text: its name is taken from what it holds. */
export function wordsForGone(element: Element): string {
  const words = describe(element);
  const text = element.textContent.replace(/\s+/g, ' ').trim();
  return words.includes('"') || !text ? words : `${words} "${cut(text, 60)}"`;
}

function atPoint({ window }: KitContext, { x, y }: { x: number; y: number }): Element {
  const element = elementAt(window.document, x, y);
  if (element) return element;
  const { innerWidth, innerHeight } = window;
  throw new Refusal(
    'notFound',
    `nothing is at ${x},${y}; the view is ${innerWidth} by ${innerHeight} pixels`,
  );
}

function nthOf(target: Target): number | undefined {
  return typeof target === 'object' && 'nth' in target ? target.nth : undefined;
}

function isClickable(element: Element): boolean {
  return clickableAround(element) === element;
}

function ambiguity({ numbers }: KitContext, target: Target, found: Element[]): string {
  const listed = found
    .slice(0, CANDIDATES_LISTED)
    .map((element) => `[${numbers.of(element)}] ${describe(element)}`);
  const more = found.length - listed.length;
  return (
    `${found.length} elements fit ${inWords(target)}: ${listed.join(', ')}` +
    `${more > 0 ? ` and ${more} more` : ''}; say which by number or nth`
  );
}
