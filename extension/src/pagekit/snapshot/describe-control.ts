// What is said of one element that can be used: role, name, what it holds and the state it is in.
import { controlBehind, WIDGETS } from '../dom/clickable';
import { checkedOf, cut, hrefOf, valueOf } from '../dom/facts';
import {
  attributeOf,
  hasAttribute,
  matches,
  queryAll,
  rectOf,
  trimmedAttribute,
  tagOf,
} from '../dom/native';
import { nameOf } from '../dom/names';
import { isEditingHost, roleOf } from '../dom/roles';
import { DOTS } from '../dom/secrets';
import { clean, inLine, quoted } from './escape';

const NAME_CHARS_MAX = 160;
const VALUE_CHARS_MAX = 120;
const ADDRESS_CHARS_MAX = 48;
const OPTIONS_MAX = 5;
const OPTION_CHARS_MAX = 24;
/** Fields whose form of input the role does not tell. */
const TYPED = new Set('color date datetime-local file month password time week'.split(' '));

const SINGLE_LINE = new Set(['combobox', 'searchbox', 'spinbutton']);

/** ` button "Save" disabled`, to follow a number. */
export function phraseOf(
  element: Element,
  attributes: readonly string[],
  active: Element | null,
): string {
  const subject = controlBehind(element) ?? element;
  const role = roleInWords(subject);
  const name = nameOf(subject);
  let words = ` ${role}`;
  words += name ? ` ${quoted(name, NAME_CHARS_MAX)}` : hintOf(element);
  return words + stateOf(subject, subject === element ? attributes : undefined, active);
}

function roleInWords(element: Element): string {
  const role = roleOf(element);
  // Some editors call themselves an application or a document; what one can do there is to type.
  if (role !== 'textbox' && !WIDGETS.has(role) && isEditingHost(element)) return 'textbox';
  return role || (tagOf(element) === 'label' ? 'clickable' : tagOf(element));
}

/** Describes an element that has no role but reacts to clicks. Its name is its text. */
export function clickablePhrase(
  element: Element,
  word: string,
  text: string,
  attributes: readonly string[],
  active: Element | null,
): string {
  const named = attributes.some((name) => name === 'aria-label' || name === 'aria-labelledby');
  const name =
    (named && nameOf(element)) || text || trimmedAttribute(element, 'title') || svgTitle(element);
  const label = name ? ` ${quoted(name, NAME_CHARS_MAX)}` : hintOf(element);
  const kind = name ? word : kindOf(element, word);
  return ` ${kind}${label}${stateOf(element, attributes, active)}`;
}

/** For what has no name, what it looks like: a shape, or how large a picture is. */
function kindOf(element: Element, word: string): string {
  if (element instanceof SVGElement) return tagOf(element);
  return word === 'canvas' ? `canvas ${formatSize(rectOf(element))}` : word;
}

/** `300×150`. */
export function formatSize({ width, height }: DOMRect): string {
  return `${Math.round(width)}×${Math.round(height)}`;
}

/** Where a link leads, as short as it can be understood; nothing where its name says it. */
export function addressOf(element: Element, phrase: string): string {
  const href = hrefOf(element);
  if (!href) return '';
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return '';
  }
  const here = element.ownerDocument.location;
  if (url.protocol === 'javascript:' || isSaidBy(phrase, url)) return '';
  let short: string;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') short = href;
  else if (url.origin !== here.origin)
    short = url.host + url.pathname.replace(/\/$/, '') + url.search;
  else if (url.hash && url.pathname === here.pathname && url.search === here.search)
    short = url.hash;
  else short = url.pathname + url.search;
  return ` → ${inLine(middleCut(clean(short), ADDRESS_CHARS_MAX)).replace(/ /g, '%20')}`;
}

/** A path that only repeats several words of the name: `/wiki/Military_use_of_children`. */
function isSaidBy(phrase: string, { pathname }: URL): boolean {
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  const words = segment.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const text = phrase.toLowerCase();
  return words.length >= 2 && words.every((word) => text.includes(word));
}

function stateOf(
  element: Element,
  attributes: readonly string[] | undefined,
  active: Element | null,
): string {
  const tag = tagOf(element);
  let words = '';
  if (tag === 'input' || tag === 'textarea' || tag === 'select') words += fieldState(element);
  else if (
    edits(element, tag, attributes) ||
    trimmedAttribute(element, 'aria-valuenow') ||
    attributeOf(element, 'role') === 'combobox'
  ) {
    const value = valueOf(element);
    if (value) words += valueInWords(value);
  }
  if (isMultiline(element, tag, attributes)) words += ' multiline';
  const aria = attributes === undefined || attributes.some((name) => name.startsWith('aria-'));
  if (aria) words += ariaState(element);
  if (tag === 'input' && element instanceof HTMLInputElement) {
    if (element.indeterminate) words += ' mixed';
    else if (element.checked) words += ' checked';
  } else if (aria && checkedOf(element)) words += ' checked';
  if (tag === 'summary') {
    words += element.parentElement?.hasAttribute('open') ? ' expanded' : ' collapsed';
  } else if (element instanceof HTMLMediaElement) {
    words += element.paused ? ' paused' : ' playing';
  }
  if (matches(element, ':disabled') || (aria && attributeOf(element, 'aria-disabled') === 'true')) {
    words += ' disabled';
  }
  if (element === active) words += ' focused';
  return words;
}

/** Whether Enter may begin a new line in it. */
function isMultiline(
  element: Element,
  tag: string,
  attributes: readonly string[] | undefined,
): boolean {
  if (tag === 'textarea') return true;
  if (tag === 'input' || tag === 'select') return false;
  const said = attributeOf(element, 'aria-multiline');
  if (said !== null) return said === 'true';
  return edits(element, tag, attributes) && !SINGLE_LINE.has(roleOf(element));
}

/** Whether text is edited in it; nearly all elements are answered for by their attributes. */
function edits(element: Element, tag: string, attributes: readonly string[] | undefined): boolean {
  const may =
    attributes === undefined ||
    tag === 'body' ||
    tag === 'canvas' ||
    attributes.some((name) => name === 'contenteditable' || name === 'tabindex');
  return may && isEditingHost(element);
}

function fieldState(field: Element): string {
  let words = '';
  if (field instanceof HTMLInputElement && TYPED.has(field.type)) words += ` type=${field.type}`;
  const value = valueOf(field);
  if (value) words += valueInWords(value);
  else if (value === '') {
    const hint = trimmedAttribute(field, 'placeholder');
    if (hint && hint !== nameOf(field)) words += ` placeholder=${quoted(hint, 40)}`;
  }
  if (field instanceof HTMLSelectElement) words += optionsOf(field);
  if (field instanceof HTMLInputElement && field.type === 'range') {
    words += ` (${field.min || '0'} to ${field.max || '100'})`;
  }
  if (hasAttribute(field, 'required')) words += ' required';
  if (hasAttribute(field, 'readonly')) words += ' readonly';
  if (matches(field, ':user-invalid') && trimmedAttribute(field, 'aria-invalid') !== 'true')
    words += ' invalid';
  return words;
}

function valueInWords(value: string): string {
  return ` value=${value === DOTS ? DOTS : quoted(value, VALUE_CHARS_MAX)}`;
}

/** The first options, and how many there are. */
function optionsOf(select: HTMLSelectElement): string {
  const count = select.options.length;
  if (count === 0) return ' (no options)';
  const shown: string[] = [];
  for (let at = 0; at < Math.min(count, OPTIONS_MAX); at += 1) {
    const label = select.options[at]?.label ?? '';
    shown.push(inLine(cut(clean(label), OPTION_CHARS_MAX)).replace(/[{}]/g, '\\$&'));
  }
  return ` {${shown.join(', ')}${count > OPTIONS_MAX ? `, … ${count} options` : ''}}`;
}

function ariaState(element: Element): string {
  let words = '';
  const is = (name: string): boolean => attributeOf(element, name) === 'true';
  if (attributeOf(element, 'aria-checked') === 'mixed') words += ' mixed';
  if (is('aria-selected')) words += ' selected';
  const expanded = attributeOf(element, 'aria-expanded');
  if (expanded === 'true') words += ' expanded';
  else if (expanded === 'false') words += ' collapsed';
  if (is('aria-pressed')) words += ' pressed';
  if (is('aria-required') && !hasAttribute(element, 'required')) words += ' required';
  if (is('aria-readonly')) words += ' readonly';
  const invalid = attributeOf(element, 'aria-invalid');
  if (invalid && invalid !== 'false') words += ' invalid';
  const current = attributeOf(element, 'aria-current');
  if (current && current !== 'false') words += ' current';
  const popup = attributeOf(element, 'aria-haspopup');
  if (popup && popup !== 'false' && expanded === null) words += ' popup';
  return words;
}

/** For what has no name, the word its makers used for it or for its picture. */
function hintOf(element: Element): string {
  for (const maker of [element, ...queryAll(element, 'svg,img,i,use')].slice(0, 3)) {
    for (const name of ['data-testid', 'data-icon', 'id', 'name', 'class']) {
      const hint = trimmedAttribute(maker, name)
        .split(/\s+/)
        .find((word) => /^[A-Za-z][\w-]{1,39}$/.test(word));
      if (hint) return ` (${hint})`;
    }
  }
  return '';
}

function svgTitle(element: Element): string {
  if (!(element instanceof SVGElement)) return '';
  return Array.from(element.children).find((child) => tagOf(child) === 'title')?.textContent ?? '';
}

function middleCut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const half = Math.floor((charsMax - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}
