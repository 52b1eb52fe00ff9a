// The steps of a locator that look inside: each takes a part of the page and gives what it finds there.
import type { LocatorStep, Words } from '../../wire';
import { labelsOf } from '../dom/labels';
import { attributeOf, isElement, trimmedAttribute } from '../dom/native';
import { referredBy, tidy } from '../dom/names';
import { isEditingHost } from '../dom/roles';
import { activeIn, deepQueryAll, parentOf } from '../dom/tree';
import { Refusal } from '../refusal';
import { byCss, type Finder } from './css';
import { byRole } from './role';
import { smallestWithText, type TextContents } from './text-content';
import { wantedBy } from './words';

export type Scope = Document | Element;

export type InsideStep = Exclude<
  LocatorStep,
  { by: 'number' | 'nth' | 'filter' | 'and' | 'or' | 'frame' }
>;

/** What a look has found out of the page, for all its steps. */
export interface Known {
  textContents: TextContents;
  /** What has an open shadow root. */
  hosts: () => readonly Element[];
}

export function finderFor(step: InsideStep, { textContents, hosts }: Known): Finder {
  switch (step.by) {
    case 'css':
      return byCss(step.selector, hosts);
    case 'xpath':
      return (root) => insideByXPath(root, step.xpath);
    case 'text': {
      const wanted = wantedBy(step.words);
      return (root) => smallestWithText(elementOf(root), wanted, textContents);
    }
    case 'role':
      return byRole(step);
    case 'label':
      return byLabel(step.words, textContents);
    case 'placeholder':
      return byAttribute('placeholder', step.words);
    case 'altText':
      return byAttribute('alt', step.words);
    case 'title':
      return byAttribute('title', step.words);
    case 'testId':
      return byAttribute('data-testid', { ...step.words, exact: true });
    case 'focused':
      return byFocus;
  }
}

/** Paths lead from the element, also those that seem to lead from the document. */
function insideByXPath(root: Scope, path: string): Element[] {
  const document = root instanceof Document ? root : root.ownerDocument;
  const from = !(root instanceof Document) && path.startsWith('/') ? `.${path}` : path;
  const found: Element[] = [];
  try {
    const { ORDERED_NODE_SNAPSHOT_TYPE } = XPathResult;
    const nodes = document.evaluate(from, root, null, ORDERED_NODE_SNAPSHOT_TYPE, null);
    for (let at = 0; at < nodes.snapshotLength; at += 1) {
      const node = nodes.snapshotItem(at);
      if (node && isElement(node)) found.push(node);
    }
  } catch {
    throw new Refusal('badArguments', `"${path}" is not an XPath to elements`);
  }
  return found;
}

/** The selector `:focus` does not fit a frame while something in it has the focus. */
function byFocus(root: Scope): Element[] {
  const document = root instanceof Document ? root : root.ownerDocument;
  const { body } = document as { body: HTMLElement | null };
  const active = activeIn(document) ?? (body && isEditingHost(body) ? body : null);
  if (root instanceof Document) return active ? [active] : [];
  for (let at = active; at; at = parentOf(at)) if (active && at === root) return [active];
  return [];
}

function byLabel(words: Words, textContents: TextContents): Finder {
  const wanted = wantedBy(words);
  return (root) =>
    deepQueryAll(root, MAY_BE_LABELLED).filter((element) =>
      labelTextsOf(element, textContents).some((text) => wanted.fits(text)),
    );
}

/** The first of these counts: what is referred to, what is said, the labels around or beside it. */
function labelTextsOf(element: Element, textContents: TextContents): string[] {
  if (attributeOf(element, 'aria-labelledby') !== null) {
    const referred = referredBy(element);
    if (referred.length > 0) return referred.map((label) => textContents.of(label));
  }
  const own = trimmedAttribute(element, 'aria-label');
  if (own) return [tidy(own)];
  return labelsOf(element).map((label) => textContents.of(label));
}

function byAttribute(name: string, words: Words): Finder {
  const wanted = wantedBy(words);
  return (root) =>
    deepQueryAll(root, `[${name}]`).filter((element) =>
      wanted.fits(tidy(attributeOf(element, name) ?? '')),
    );
}

function elementOf(root: Scope): Element {
  return root instanceof Document ? root.documentElement : root;
}

const MAY_BE_LABELLED =
  'input:not([type=hidden]), textarea, select, button, meter, output, progress, [aria-label], ' +
  '[aria-labelledby]';
