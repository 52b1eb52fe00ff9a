// Resolves a caller's target to elements of the page.
import type { Fingerprint, Locator, Target } from '../../wire';
import type { KitContext } from '../context';
import { isAriaHidden } from '../dom/aria-hidden';
import { describe } from '../dom/facts';
import { attributeOf } from '../dom/native';
import { candidatesFor } from '../fingerprint/candidates';
import { byLabel, byRole, bySelector } from './marks';
import { byText, clickableAround } from './text';
import { describeTarget } from './describe-target';
import { locate } from './locator';
import { numbered } from './numbered';
import { Refusal } from '../refusal';
import { isOurs } from '../show/ours';
import { elementAt } from '../dom/tree';
import { isVisible } from '../dom/visibility';

const CANDIDATES_LISTED = 5;

/** The one element that matches; throws when there is none, or when several match. */
export function findOne(context: KitContext, target: Target): Element {
  const found = findAll(context, target);
  const [first] = found;
  if (!first) {
    const words = `nothing on the page matches ${describeTarget(target)}`;
    throw new Refusal('notFound', words + unheardInWords(context, target));
  }
  const nth = nthOf(target);
  if (nth !== undefined) {
    const chosen = found[nth];
    if (chosen) return chosen;
    throw new Refusal(
      'notFound',
      `only ${found.length} match ${describeTarget(target)}; count from 0`,
    );
  }
  if (found.length === 1 || (mayChoose(target) && !isVisible(first))) return first;
  const meant = meantOf(target, found);
  if (meant.length === 1 && meant[0]) return meant[0];
  throw new Refusal('ambiguous', ambiguity(context, target, found));
}

/** Those of several that somebody who says this means. */
function meantOf(target: Target, found: Element[]): Element[] {
  if (typeof target !== 'object') return [];
  if ('text' in target) return found.filter(isClickable);
  if (!('label' in target)) return [];
  // An open list often has the label of its field.
  const lists = found.flatMap((field) => attributeOf(field, 'aria-controls')?.split(/\s+/) ?? []);
  return found.filter(({ id }) => !lists.includes(id));
}

/**
 * All that fit equally well, in the order of the page; visible ones only, if there are any. By a
 * locator all that fit it, seen or not. By a fingerprint what may be it, the best first.
 */
export function findAll(context: KitContext, target: Target): Element[] {
  if (typeof target === 'number') return [numbered(context, target)];
  if (typeof target === 'string') {
    throw new Refusal(
      'badArguments',
      `the page kit takes targets with their kind, not "${target}"`,
    );
  }
  if ('x' in target) return [atPoint(context, target)];
  if (isLocator(target)) return locate(context, target.locator);
  if ('like' in target) return candidatesFor(context, target.like);
  const found = matching(context.window.document, target).filter((element) => !isOurs(element));
  const visible = found.filter(isVisible);
  if (visible.length === 0) return found;
  // Of a copy and what it copies, the one that is read out is meant.
  const heard = 'selector' in target ? [] : visible.filter((element) => !isAriaHidden(element));
  return heard.length > 0 ? heard : visible;
}

/** That a role was looked for which the page hides from assistive technology. */
function unheardInWords({ window }: KitContext, target: Target): string {
  if (typeof target !== 'object' || !('role' in target)) return '';
  const { length } = byRole(window.document, target.role, target.name, true).filter(isVisible);
  return length === 0
    ? ''
    : `; ${length} that can be seen ${length === 1 ? 'is' : 'are'} hidden from assistive technology ` +
        '(aria-hidden), where roles are not looked for: use its text or its number';
}

/** Like `findAll`, but returns an empty list where that would throw `gone` or `notFound`. */
export function findAny(context: KitContext, target: Target): Element[] {
  try {
    return findAll(context, target);
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'gone' || error.code === 'notFound')) return [];
    throw error;
  }
}

/** The elements that a caller asks about: only the nth one, if the target names it. */
export function findMeant(context: KitContext, target: Target): Element[] {
  const found = findAny(context, target);
  const nth = nthOf(target);
  return nth === undefined ? found : found.slice(nth, nth + 1);
}

function matching(
  document: Document,
  target: Exclude<
    Target,
    number | string | { x: number } | { locator: Locator } | { like: Fingerprint }
  >,
): Element[] {
  if ('selector' in target) return bySelector(document, target.selector);
  if ('label' in target) return byLabel(document, target.label);
  if ('text' in target) return byText(document, target.text);
  return byRole(document, target.role, target.name);
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

/** By a locator or a fingerprint only one may be found: whoever gave it knows which one is meant. */
function mayChoose(target: Target): boolean {
  return !isLocator(target) && !(typeof target === 'object' && 'like' in target);
}

function isLocator(target: Target): target is { locator: Locator } {
  return typeof target === 'object' && 'locator' in target;
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
    `${found.length} elements match ${describeTarget(target)}: ${listed.join(', ')}` +
    `${more > 0 ? ` and ${more} more` : ''}; say which by number or nth`
  );
}
