// CSS inside a part of the page: nothing outside of it counts, and a space in a selector also leads
// into open shadow roots, so that `my-app button` finds a button that the app keeps there.
import { inPageOrder } from '../dom/order';
import { queryAll, shadowRootOf } from '../dom/native';
import { deepQueryAll, hostsIn } from '../dom/tree';
import { Refusal } from '../refusal';

export type Finder = (root: Document | Element) => Element[];

/** `hosts` are what has open shadow roots in the page. */
export function byCss(selector: string, hosts: () => readonly Element[]): Finder {
  // Chrome itself takes no selector that begins at its scope.
  const whole = /^\s*[>+~]/.test(selector) ? `:scope ${selector}` : selector;
  refuseUnknown(whole, selector);
  const ways = splitSelector(whole);
  const within = ways.map(([first = '', ...others]) => [anchored(first), ...others].join(' '));
  // The scope is in one tree only.
  const isScoped = whole.includes(':scope');
  return (root) => {
    if (isScoped || hosts().length === 0) {
      const isWhole = isScoped || root instanceof Document;
      return [...queryAll(root, isWhole ? whole : within.join(', '))];
    }
    return inPageOrder(ways.flatMap((way) => along(root, way)));
  };
}

function refuseUnknown(selector: string, said: string): void {
  try {
    new DocumentFragment().querySelector(selector);
  } catch {
    throw new Refusal('badArguments', `"${said}" is not a CSS selector that Chrome understands`);
  }
}

function along(root: Document | Element, [first = '', ...others]: string[]): Element[] {
  let found =
    root instanceof Document ? deepQueryAll(root, first) : insideOf(root, first, anchored(first));
  for (const part of others) {
    const strictly = `:scope ${part}`;
    found = [...new Set(found.flatMap((element) => insideOf(element, part, strictly)))];
  }
  return found;
}

/** In the element's own tree by one selector, in the shadow trees in it by another. */
function insideOf(element: Element, part: string, inOwnTree: string): Element[] {
  const found = [...queryAll(element, inOwnTree)];
  for (const host of hostsIn(element)) {
    const shadow = shadowRootOf(host);
    if (shadow) found.push(...deepQueryAll(shadow, part));
  }
  return found;
}

/** What stands leftmost must be the scope or in it: `a > b` as `a:is(:scope, :scope *) > b`. */
function anchored(part: string): string {
  for (const [at, sign] of topSigns(part)) {
    if (/[\s>+~]/.test(sign)) return `${part.slice(0, at)}:is(:scope, :scope *)${part.slice(at)}`;
  }
  return part;
}

/** `a b > c, d` as its ways, each as the parts between which any depth lies: `[[a, b > c], [d]]`. */
export function splitSelector(selector: string): string[][] {
  const ways: string[][] = [];
  let parts: string[] = [];
  let begin = 0;
  const endPart = (at: number) => {
    const part = selector.slice(begin, at).trim();
    if (part) parts.push(part);
    begin = at + 1;
  };
  for (const [at, sign] of topSigns(selector)) {
    if (sign === ',') {
      endPart(at);
      ways.push(parts);
      parts = [];
    } else if (/\s/.test(sign) && isApart(selector.slice(begin, at), selector.slice(at))) {
      endPart(at);
    }
  }
  endPart(selector.length);
  return [...ways, parts].filter((way) => way.length > 0);
}

/** Whether a space is a combinator itself, and not only beside one. */
function isApart(before: string, after: string): boolean {
  return !/[>+~]\s*$/.test(before) && !/^\s*[>+~]/.test(after);
}

/** The signs that are in no string and no bracket, with their places. */
function* topSigns(selector: string): Iterable<[at: number, sign: string]> {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < selector.length; at += 1) {
    const sign = selector.charAt(at);
    if (sign === '\\') at += 1;
    else if (quote) quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (depth === 0) yield [at, sign];
  }
}
