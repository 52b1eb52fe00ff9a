// The accessible name of an element, as accname computes it: what a person would call it.
import { labelsOf } from './labels';
import {
  attributeOf,
  checkVisibility,
  closest,
  isElement,
  rootOf,
  trimmedAttribute,
  tagOf,
} from './native';
import { isEditingHost, roleOf } from './roles';
import { isInConcealed, isSecret } from './secrets';
import { childrenOf } from './tree';

export function nameOf(element: Element): string {
  return tidy(ownName(element, { visited: new Set(), mode: 'self' }));
}

/** What an element says by its visible content, named or not. */
export function contentOf(element: Element): string {
  return tidy(fromContent(element, { visited: new Set(), mode: 'content' }));
}

/** Whitespace collapsed; signs of icon fonts, which say nothing, left out. */
export function tidy(text: string): string {
  return text.replace(/[\s\uE000-\uF8FF]+/gu, ' ').trim();
}

interface Journey {
  visited: Set<Element>;
  /** `reference`: named by aria-labelledby; `hidden`: the same, inside something hidden. */
  mode: 'self' | 'content' | 'reference' | 'hidden' | 'label';
  /** It refers to itself, beside its label: then it means what it says. */
  isOwn?: boolean;
}

/** A name of more parts than these is no name, and a deeper tree would end our stack. */
const PARTS_MAX = 800;
const NAMED_BY_CONTENT = new Set(
  (
    'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox ' +
    'menuitemradio option radio row rowheader switch tab tooltip treeitem'
  ).split(' '),
);
/** Embedded in another's name, these give what they hold. */
const HOLDING_TEXT = new Set(['textbox', 'searchbox']);
const HOLDING_CHOICE = new Set(['combobox', 'listbox']);
const HOLDING_NUMBER = new Set(['slider', 'spinbutton', 'scrollbar', 'progressbar', 'meter']);
const NO_CONTENT = new Set(['script', 'style', 'template', 'noscript', 'head']);

function ownName(element: Element, journey: Journey): string {
  if (journey.visited.has(element) || journey.visited.size > PARTS_MAX) return '';
  journey.visited.add(element);
  const { mode } = journey;
  if (mode === 'content' || mode === 'label') {
    // On the way down what is around was asked already. While a dialog is open, all that is behind it is
    // often said to be hidden, and keeps its names.
    if (attributeOf(element, 'aria-hidden') === 'true' || isUnrendered(element)) return '';
  }

  if (mode === 'self' || mode === 'content' || mode === 'label') {
    const referred = byReference(element);
    if (referred) return referred;
  }
  const role = roleOf(element);
  const label = trimmedAttribute(element, 'aria-label');
  if (mode === 'content' || mode === 'label' || !label) {
    const held = mode === 'self' ? undefined : heldValue(element, role);
    if (held !== undefined) return held;
  }
  if (label) return label;
  const native = journey.isOwn ? '' : nativeName(element, journey);
  if (native) return native;
  if (mode !== 'self' || NAMED_BY_CONTENT.has(role) || isNativeLabel(element)) {
    if (!(mode === 'self' && isEditingHost(element))) {
      const text = fromContent(element, journey);
      if (text.trim()) return text;
    }
  }
  const tip = attributeOf(element, 'title') ?? '';
  if (tip || (mode === 'content' && role === '')) return tip;
  return attributeOf(element, 'aria-placeholder') ?? '';
}

function byReference(element: Element): string {
  if (attributeOf(element, 'aria-labelledby') === null) return '';
  const parts: string[] = [];
  for (const part of referredBy(element)) {
    const mode = isHidden(part) ? 'hidden' : 'reference';
    parts.push(ownName(part, { visited: new Set(), mode, isOwn: part === element }));
  }
  return tidy(parts.join(' '));
}

/** What `aria-labelledby` points at. */
export function referredBy(element: Element): readonly Element[] {
  // Chrome before 135 has no reflection, which also knows elements set by script.
  const reflected = (element as { ariaLabelledByElements?: readonly Element[] | null })
    .ariaLabelledByElements;
  if (Array.isArray(reflected)) return reflected as Element[];
  const root = rootOf(element) as Partial<Document | ShadowRoot>;
  const ids = attributeOf(element, 'aria-labelledby')?.split(/\s+/) ?? [];
  return ids.flatMap((id) => (id ? (root.getElementById?.(id) ?? []) : []));
}

function heldValue(element: Element, role: string): string | undefined {
  if (HOLDING_TEXT.has(role)) {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      return isSecret(element) ? '' : element.value;
    }
    return undefined;
  }
  if (HOLDING_CHOICE.has(role)) {
    if (element instanceof HTMLSelectElement) {
      return Array.from(element.selectedOptions, (option) => option.label).join(' ');
    }
    return element instanceof HTMLInputElement && !isSecret(element) ? element.value : undefined;
  }
  if (HOLDING_NUMBER.has(role)) {
    return (
      attributeOf(element, 'aria-valuetext') ??
      attributeOf(element, 'aria-valuenow') ??
      (element instanceof HTMLInputElement ? element.value : undefined)
    );
  }
  return undefined;
}

function nativeName(element: Element, journey: Journey): string {
  switch (tagOf(element)) {
    case 'input':
      return element instanceof HTMLInputElement ? inputName(element, journey) : '';
    case 'textarea':
    case 'select':
      return byLabels(element, journey) || fieldHint(element);
    case 'button':
    case 'meter':
    case 'output':
    case 'progress':
      return byLabels(element, journey);
    case 'img':
    case 'area':
      return attributeOf(element, 'alt') ?? '';
    case 'optgroup':
    case 'option':
    case 'track':
      return attributeOf(element, 'label') ?? '';
    case 'fieldset':
      return byChild(element, 'legend', journey);
    case 'table':
      return byChild(element, 'caption', journey);
    case 'figure':
      return byChild(element, 'figcaption', journey);
    case 'svg':
      return byChild(element, 'title', journey);
    default:
      return element instanceof SVGElement ? byChild(element, 'title', journey) : '';
  }
}

function inputName(input: HTMLInputElement, journey: Journey): string {
  const labelled = byLabels(input, journey);
  if (labelled) return labelled;
  switch (input.type) {
    case 'submit':
      return input.value || trimmedAttribute(input, 'title') || 'Submit';
    case 'reset':
      return input.value || trimmedAttribute(input, 'title') || 'Reset';
    case 'button':
      return input.value;
    case 'image':
      return trimmedAttribute(input, 'alt') || trimmedAttribute(input, 'title') || 'Submit';
    default:
      return fieldHint(input);
  }
}

function fieldHint(field: Element): string {
  return (
    trimmedAttribute(field, 'title') ||
    trimmedAttribute(field, 'placeholder') ||
    trimmedAttribute(field, 'aria-placeholder')
  );
}

function byLabels(field: Element, journey: Journey): string {
  const labels = labelsOf(field);
  if (labels.length === 0) return '';
  const parts: string[] = [];
  for (const label of labels) {
    const visited = new Set(journey.visited).add(field);
    parts.push(ownName(label, { visited, mode: isHidden(label) ? 'hidden' : 'label' }));
  }
  return tidy(parts.join(' '));
}

function byChild(element: Element, tag: string, journey: Journey): string {
  for (const child of childrenOf(element)) {
    if (isElement(child) && tagOf(child) === tag) {
      const visited = new Set(journey.visited);
      if (tag === 'title') return child.textContent;
      return tidy(ownName(child, { visited, mode: 'label' }));
    }
  }
  return '';
}

function fromContent(element: Element, journey: Journey): string {
  if (NO_CONTENT.has(tagOf(element)) || isInConcealed(element)) return '';
  let text = pseudoText(element, '::before');
  const mode = journey.mode === 'self' ? 'content' : journey.mode;
  for (const child of childrenOf(element)) {
    if (child instanceof Text) {
      text += child.data;
    } else if (isElement(child)) {
      text += contribution(child, { visited: journey.visited, mode });
    }
  }
  return text + pseudoText(element, '::after');
}

function contribution(child: Element, journey: Journey): string {
  if (tagOf(child) === 'br') return ' ';
  const name = ownName(child, journey);
  if (name === '') return '';
  const display = getComputedStyle(child).display;
  return display === 'inline' || display === 'contents' ? name : ` ${name} `;
}

function pseudoText(element: Element, which: '::before' | '::after'): string {
  const style = getComputedStyle(element, which);
  const { content } = style;
  if (!content.startsWith('"') || style.display === 'none') return '';
  const text = content.slice(1, content.lastIndexOf('"')).replace(/\\(.)/g, '$1');
  return style.display === 'inline' ? text : ` ${text} `;
}

function isNativeLabel(element: Element): boolean {
  const tag = tagOf(element);
  return tag === 'label' || tag === 'legend' || tag === 'caption' || tag === 'figcaption';
}

/** Hidden from assistive technology: not rendered, or said to be hidden. */
export function isHidden(element: Element): boolean {
  return closest(element, '[aria-hidden=true]') !== null || isUnrendered(element);
}

function isUnrendered(element: Element): boolean {
  if (checkVisibility(element, { visibilityProperty: true })) return false;
  const { display, visibility } = getComputedStyle(element);
  if (visibility !== 'visible') return true;
  return display !== 'contents' || !isRenderedContents(element);
}

function isRenderedContents(element: Element): boolean {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (checkVisibility(at)) return true;
    if (getComputedStyle(at).display !== 'contents') return false;
  }
  return true;
}
