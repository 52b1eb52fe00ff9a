// By role, name and state, as assistive technology is told of them.
import type { LocatorStep, RoleState } from '../../wire';
import { attributeOf, rootOf, tagOf } from '../dom/native';
import { isHidden, nameOf } from '../dom/names';
import { headingLevel, roleOf } from '../dom/roles';
import { deepQueryAll } from '../dom/tree';
import { isDisabled } from '../dom/visibility';
import { checkedOf } from '../dom/facts';
import type { Finder } from './css';
import { MAY_HAVE_ROLE } from './marks';
import { wantedBy } from './words';

type RoleStep = Extract<LocatorStep, { by: 'role' }>;

export function byRole({ role, name, state = {} }: RoleStep): Finder {
  const said = role.trim().toLowerCase();
  const wanted = said === 'image' ? 'img' : said;
  const wantedName = name && wantedBy(name);
  return (root) => {
    const unheard = new Map<Element, boolean>();
    return deepQueryAll(root, MAY_HAVE_ROLE[wanted] ?? '*').filter(
      (element) =>
        roleOf(element) === wanted &&
        isSo(element, state) &&
        (state.includeHidden === true || !isUnheard(element, unheard)) &&
        (!wantedName || wantedName.fits(nameOf(element))),
    );
  };
}

function isSo(element: Element, state: RoleState): boolean {
  const is = <K extends keyof RoleState>(name: K, now: () => RoleState[K]) =>
    state[name] === undefined || state[name] === now();
  return (
    is('level', () => headingLevel(element)) &&
    is('checked', () => tickOf(element)) &&
    is('pressed', () => sworn(element, 'aria-pressed') ?? false) &&
    is('selected', () => isSelected(element)) &&
    is('expanded', () => expansionOf(element)) &&
    is('disabled', () => isDisabled(element))
  );
}

/** Neither one nor the other where it is mixed. */
function tickOf(element: Element): boolean | undefined {
  if (element instanceof HTMLInputElement && element.indeterminate) return undefined;
  return attributeOf(element, 'aria-checked') === 'mixed'
    ? undefined
    : (checkedOf(element) ?? false);
}

function isSelected(element: Element): boolean {
  if (element instanceof HTMLOptionElement) return element.selected;
  return attributeOf(element, 'aria-selected') === 'true';
}

function expansionOf(element: Element): boolean | undefined {
  const details = tagOf(element) === 'summary' ? element.parentElement : element;
  if (details instanceof HTMLDetailsElement) return details.open;
  return sworn(element, 'aria-expanded');
}

function sworn(element: Element, name: string): boolean | undefined {
  const said = attributeOf(element, name);
  return said === 'true' ? true : said === 'false' ? false : undefined;
}

/** Hidden from assistive technology, itself or by a host that it is in. Each host is asked once. */
function isUnheard(element: Element, known: Map<Element, boolean>): boolean {
  const way: Element[] = [];
  let hidden = false;
  for (let at: Element | undefined = element; at; at = hostOf(at)) {
    const before = known.get(at);
    hidden = before ?? isHidden(at);
    if (before === undefined) way.push(at);
    if (hidden || before !== undefined) break;
  }
  for (const at of way) known.set(at, hidden);
  return hidden;
}

function hostOf(element: Element): Element | undefined {
  const root = rootOf(element);
  return root instanceof ShadowRoot ? root.host : undefined;
}
