// Texts of a fingerprint: what a person reads in a part of the page, bounded, without what fields hold and
// without secrets.
import { labelsOf } from '../dom/labels';
import {
  attributeOf,
  checkVisibility,
  childNodesOf,
  hasAttribute,
  isElement,
  tagOf,
} from '../dom/native';
import { nameOf, tidy } from '../dom/names';
import { roleOf } from '../dom/roles';
import { concealedElements, DOTS, isConcealed, isPasswordField, redacted } from '../dom/secrets';
import { childrenOf, pushInOrder } from '../dom/tree';
import { isOurs } from '../show/ours';
import type { PageQuery } from './page-query';

/** As `FACT_CHARS_MAX` in crates/wire: both sides compare texts of this length. */
export const FACT_CHARS_MAX = 160;
/** A part of the page that holds more elements says enough with these. */
const NODES_MAX = 300;
const SECRET_CHARS_MIN = 3;
const ROUGH_CHARS_MAX = 600;
const LABELLED = new Set(['input', 'select', 'textarea']);
const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'input',
  'select',
  'textarea',
  'iframe',
  'canvas',
]);
const BUTTONS = new Set([
  'button',
  'menuitem',
  'checkbox',
  'switch',
  'radio',
  'combobox',
  'listbox',
  'tooltip',
]);

/** Cut by characters as Rust counts them. */
export function bounded(text: string, charsMax = FACT_CHARS_MAX): string {
  if (text.length <= charsMax) return text;
  return Array.from(text.slice(0, charsMax * 2))
    .slice(0, charsMax)
    .join('')
    .trim();
}

export interface TextOptions {
  /** Left out with all that is in it. */
  without?: Element;
  /** What buttons in it say is left out: it is the same in every row. */
  isItem?: boolean;
  charsMax?: number;
}

/** What is read in an element. */
export function readIn(element: Element, options: TextOptions = {}): string {
  const { without, isItem = false, charsMax = FACT_CHARS_MAX } = options;
  let text = '';
  let looks = 0;
  const waiting: Node[] = [element];
  for (
    let at = waiting.pop();
    at && looks < NODES_MAX && text.length < charsMax * 2;
    at = waiting.pop()
  ) {
    looks += 1;
    if (!isElement(at)) {
      if (at instanceof Text) text += at.data;
      continue;
    }
    if (at === without || isOurs(at) || isConcealed(at)) continue;
    const tag = tagOf(at);
    if (SILENT.has(tag)) continue;
    if (at !== element) {
      if (isItem && isButton(at, tag)) continue;
      if (!checkVisibility(at) && getComputedStyle(at).display !== 'contents') continue;
      if (attributeOf(at, 'contenteditable') !== null) continue;
    }
    if (tag === 'img') text += ` ${attributeOf(at, 'alt') ?? ''} `;
    const children = childrenOf(at);
    if (children.length > 0) {
      text += ' ';
      pushInOrder(waiting, children);
    }
  }
  return bounded(tidy(text), charsMax);
}

function isButton(element: Element, tag: string): boolean {
  if (tag === 'button' || tag === 'label' || tag === 'summary') return true;
  return attributeOf(element, 'role') !== null && BUTTONS.has(roleOf(element));
}

/** What an element says in its own right, near enough to its name to compare many. */
export function roughText(element: Element): string {
  if (hasAttribute(element, 'aria-labelledby')) return nameOf(element);
  const label = attributeOf(element, 'aria-label');
  if (label?.trim()) return tidy(label);
  const labelled = roughLabel(element);
  if (labelled) return labelled;
  if (element instanceof HTMLInputElement) return roughOfInput(element);
  const isFilled = element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
  const text = isFilled ? '' : (element.textContent as string | null);
  if (text) {
    const said = tidy(text.length > ROUGH_CHARS_MAX ? text.slice(0, ROUGH_CHARS_MAX) : text);
    if (said) return said;
  }
  return tidy(attributeOf(element, 'title') ?? attributeOf(element, 'alt') ?? altIn(element) ?? '');
}

function roughLabel(element: Element): string {
  if (!LABELLED.has(tagOf(element))) return '';
  const [label] = labelsOf(element);
  return label ? tidy(label.textContent.slice(0, ROUGH_CHARS_MAX)) : '';
}

function roughOfInput(input: HTMLInputElement): string {
  switch (input.type) {
    case 'submit':
    case 'button':
    case 'reset':
      return tidy(input.value || (attributeOf(input, 'title') ?? ''));
    case 'image':
      return tidy(attributeOf(input, 'alt') ?? '');
    default:
      return tidy(attributeOf(input, 'placeholder') ?? attributeOf(input, 'title') ?? '');
  }
}

/** An icon inside a link or button. */
function altIn(element: Element): string | null {
  for (const child of childNodesOf(element)) {
    if (isElement(child) && tagOf(child) === 'img') return attributeOf(child, 'alt');
  }
  return null;
}

/** Takes secrets of the page out of texts. One for a whole round of fingerprints. */
export type Mask = (text: string) => string;

export function maskFor(page: PageQuery, known: Iterable<string> = []): Mask {
  const secrets = new Set<string>(known);
  for (const field of page.all('input')) {
    if (!(field instanceof HTMLInputElement) || field.value.length < SECRET_CHARS_MIN) continue;
    if (isPasswordField(field)) secrets.add(field.value);
  }
  const conceals = concealedElements().length > 0;
  if (secrets.size === 0 && !conceals) return (text) => text;
  const longest = [...secrets]
    .filter(({ length }) => length >= SECRET_CHARS_MIN)
    .sort((one, other) => other.length - one.length);
  return (text) => longest.reduce((left, secret) => left.replaceAll(secret, DOTS), redacted(text));
}
