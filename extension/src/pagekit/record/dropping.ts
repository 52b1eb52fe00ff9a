// What something is dropped on, so that it can be named on another day.
import { attributeOf, isElement, tagOf } from '../dom/native';
import { nameOf } from '../dom/names';
import { roleOf } from '../dom/roles';
import { parentOf } from '../dom/tree';
import { isOurs } from '../show/ours';

const LEVELS_MAX = 5;
const NAMING = [
  'id',
  'data-testid',
  'data-id',
  'data-column',
  'data-status',
  'data-list',
  'aria-label',
];

interface Place {
  clientX: number;
  clientY: number;
}

/** What is under the pointer besides what is carried: the nearest that can be told from others. */
export function ontoAt(
  document: Document,
  { clientX, clientY }: Place,
  carried: Element | undefined,
): Element | undefined {
  const hit = deepestAt(document, clientX, clientY, carried);
  let level = 0;
  for (
    let at: Element | null = hit ?? null;
    at && level < LEVELS_MAX;
    at = parentOf(at), level += 1
  ) {
    const tag = tagOf(at);
    if (tag === 'body' || tag === 'html') return undefined;
    if (isNamed(at)) return at;
  }
  return hit;
}

function deepestAt(
  root: Document | ShadowRoot,
  x: number,
  y: number,
  carried: Element | undefined,
): Element | undefined {
  const hit = root
    .elementsFromPoint(x, y)
    .find((element) => isElement(element) && !isOurs(element) && !isWithin(element, carried));
  if (!hit) return undefined;
  const shadow = hit.shadowRoot;
  return (shadow && shadow !== root ? deepestAt(shadow, x, y, carried) : undefined) ?? hit;
}

function isWithin(element: Element, outer: Element | undefined): boolean {
  if (!outer) return false;
  for (let at: Element | null = element; at; at = parentOf(at)) if (at === outer) return true;
  return false;
}

function isNamed(element: Element): boolean {
  if (NAMING.some((name) => attributeOf(element, name))) return true;
  return roleOf(element) !== '' && nameOf(element) !== '';
}
