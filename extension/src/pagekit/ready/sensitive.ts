// Things for which the person is to be asked first: passwords, payments, files, messages. Judged only
// where the caller denies them, and before anything is done.
import { quote } from '../../page-words';
import type { Need, Sensitivity } from '../../wire';
import { WIDGETS } from '../dom/clickable';
import { describe, labelOf } from '../dom/facts';
import { labelsOf } from '../dom/labels';
import {
  attributeOf,
  closest,
  hasAttribute,
  matches,
  queryAll,
  trimmedAttribute,
  tagOf,
} from '../dom/native';
import { contentOf, nameOf } from '../dom/names';
import { isEditingHost, roleOf } from '../dom/roles';
import { isPasswordField } from '../dom/secrets';
import { activeIn, parentOf } from '../dom/tree';
import { Refusal } from '../refusal';
import {
  identifiesCardField,
  identifiesOneTimeCode,
  namesCardField,
  namesComposer,
  namesDownloading,
  namesOneTimeCode,
  namesPayment,
  namesSending,
  namesSubmitting,
} from './sensitive-words';

export type Denied = readonly Sensitivity[];

/** Refuses what is of one of these kinds, named as the person would call it. */
export function refuseSensitive(element: Element, need: Need, deny: Denied): void {
  const found = suspectOf(element, need, deny);
  if (found) throw new Refusal('sensitive', personWords(found.element), found.kind);
}

/** Whether what is typed into it is a secret: a password, a one-time code, the number on a card's back. */
export function takesSecret(field: Element): boolean {
  if (isPasswordField(field)) return true;
  const purpose = trimmedAttribute(field, 'autocomplete').toLowerCase();
  return ONE_TIME_CODES.test(purpose) || CARD_CODES.test(purpose);
}

/** Whether it takes the number of a card or an account, or what belongs to one. */
export function takesCardData(field: Element): boolean {
  return isCardField(field, trimmedAttribute(field, 'autocomplete').toLowerCase());
}

/** Whether it takes a code that is good once. Many pages do not say so to the browser. */
export function takesOneTimeCode(field: Element): boolean {
  const purpose = trimmedAttribute(field, 'autocomplete').toLowerCase();
  if (ONE_TIME_CODES.test(purpose)) return true;
  if (!(field instanceof HTMLInputElement) || matches(field, NO_TEXT)) return false;
  if (['name', 'id'].some((name) => identifiesOneTimeCode(trimmedAttribute(field, name))))
    return true;
  return labelTextsOf(field).some(namesOneTimeCode);
}

/** What a press would set off, if it is of one of these kinds. */
export function pressedSensitively(
  element: Element,
  need: Need,
  deny: Denied,
): Suspect | undefined {
  return suspectOf(element, need, deny);
}

/** Of what kind submitting a form is, if of one of these. */
export function submittedSensitively(
  form: HTMLFormElement,
  submitter: Element | null,
  deny: Denied,
): Sensitivity | undefined {
  const button = submitter ?? [...queryAll(form, SUBMITS)][0];
  const kinds = kindsOfPress(button).map(({ kind }) => kind);
  if (holdsCardField(form)) kinds.push('payment');
  if (holdsPassword(form)) kinds.push('password');
  return kinds.find((kind) => deny.includes(kind));
}

/** How a person would call an element. */
export function wordsFor(element: Element): string {
  return personWords(element);
}

export interface Suspect {
  /** What reacts, which may be around the element or behind its label. */
  element: Element;
  kind: Sensitivity;
}

function suspectOf(element: Element, need: Need, deny: Denied): Suspect | undefined {
  const first = (kinds: Suspect[]) => kinds.find(({ kind }) => deny.includes(kind));
  switch (need) {
    // Keys that write come with a focus.
    case 'edit':
    case 'focus':
      return first(kindsOfField(element).map((kind) => ({ element, kind })));
    case 'click':
      return first(kindsOfPress(reactorOf(element)));
    case 'enter': {
      const pressed = keyTargetOf(element);
      const composed = isComposer(pressed) ? [{ element: pressed, kind: 'send' as const }] : [];
      return first([...composed, ...kindsOfPress(reactorOf(pressed) ?? submitterOf(pressed))]);
    }
    default:
      return undefined;
  }
}

function kindsOfField(field: Element): Sensitivity[] {
  const kinds: Sensitivity[] = [];
  const purpose = trimmedAttribute(field, 'autocomplete').toLowerCase();
  if (isPasswordField(field) || ONE_TIME_CODES.test(purpose)) kinds.push('password');
  if (isCardField(field, purpose)) kinds.push('payment');
  return kinds;
}

function kindsOfPress(pressed: Element | undefined): Suspect[] {
  if (!pressed) return [];
  const suspects: Suspect[] = [];
  const suspect = (kind: Sensitivity) => suspects.push({ element: pressed, kind });
  const form = formSubmittedBy(pressed);
  // What only opens something, or sorts a table, does nothing yet.
  const names = opensOrSorts(pressed) ? [] : namesOf(pressed);
  if (names.some(namesPayment) || (form && holdsCardField(form))) suspect('payment');
  if (bringsFile(pressed) || names.some(namesDownloading)) suspect('download');
  if (leadsElsewhere(pressed) || closest(pressed, SEARCHES)) return suspects;
  const submits = form && names.some(namesSubmitting) && holdsComposer(form);
  if (names.some(namesSending) || submits) suspect('send');
  return suspects;
}

/** What it is called, and what stands on it, which may be something else. */
function namesOf(pressed: Element): string[] {
  const text = pressed instanceof HTMLInputElement ? pressed.value : contentOf(pressed);
  return [nameOf(pressed), text].filter(({ length }) => length <= NAME_CHARS_MAX);
}

/** What a click on an element sets off: a button or link that it is or is in, if any. */
function reactorOf(element: Element): Element | undefined {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at instanceof HTMLLabelElement) {
      return at.control && BUTTONS.has(roleOf(at.control)) ? at.control : undefined;
    }
    const role = roleOf(at);
    if (BUTTONS.has(role)) return tagOf(at) === 'summary' ? undefined : at;
    if (WIDGETS.has(role)) return undefined;
  }
  return pointedOf(element);
}

/** Some pages make their buttons of anything; the pointer tells of them, and is inherited. */
function pointedOf(element: Element): Element | undefined {
  let pointed: Element | undefined;
  for (let at: Element | null = element; at && tagOf(at) !== 'body'; at = parentOf(at)) {
    if (getComputedStyle(at).cursor !== 'pointer') break;
    pointed = at;
  }
  return pointed;
}

/** Keys for the page as a whole go to what has the focus. */
function keyTargetOf(element: Element): Element {
  const { body, documentElement } = element.ownerDocument;
  const isPage = element === body || element === documentElement;
  return (isPage ? activeIn(element.ownerDocument) : null) ?? element;
}

/** Enter in a field presses the first button of its form that submits it. */
function submitterOf(field: Element): Element | undefined {
  if (!(field instanceof HTMLInputElement) || !field.form) return undefined;
  return [...queryAll(field.form, SUBMITS)].find((button) => !matches(button, ':disabled'));
}

function formSubmittedBy(element: Element): HTMLFormElement | undefined {
  if (!(element instanceof HTMLButtonElement || element instanceof HTMLInputElement)) {
    return undefined;
  }
  return matches(element, SUBMITS) ? (element.form ?? undefined) : undefined;
}

function opensOrSorts(element: Element): boolean {
  const popup = attributeOf(element, 'aria-haspopup');
  if ((popup && popup !== 'false') || hasAttribute(element, 'aria-expanded')) return true;
  return closest(element, 'th, [role=columnheader]') !== null;
}

/** A link to another page only goes there; what is written is sent by buttons. */
function leadsElsewhere(element: Element): boolean {
  const href = trimmedAttribute(element, 'href');
  return roleOf(element) === 'link' && !/^(?:#.*|javascript:.*)?$/i.test(href);
}

/** A link to a file that a browser keeps instead of showing it. */
function bringsFile(element: Element): boolean {
  if (!(element instanceof HTMLAnchorElement) || !element.href) return false;
  return hasAttribute(element, 'download') || FILES.test(element.pathname);
}

function holdsCardField(form: HTMLFormElement): boolean {
  return [...queryAll(form, 'input, select')].some((field) =>
    isCardField(field, trimmedAttribute(field, 'autocomplete').toLowerCase()),
  );
}

function isCardField(field: Element, purpose: string): boolean {
  if (/(?:^|\s)cc-/.test(purpose)) return true;
  if (matches(field, NO_TEXT)) return false;
  if (['name', 'id'].some((name) => identifiesCardField(trimmedAttribute(field, name))))
    return true;
  return labelTextsOf(field).some(namesCardField);
}

/** One that has been filled in. */
function holdsPassword(form: HTMLFormElement): boolean {
  return [...queryAll(form, 'input')].some(
    (field) => field instanceof HTMLInputElement && isPasswordField(field) && field.value !== '',
  );
}

function holdsComposer(form: HTMLFormElement): boolean {
  return [...queryAll(form, 'textarea, [contenteditable]')].some(isComposer);
}

/** A field in which a message, comment or the like is written. */
function isComposer(field: Element): boolean {
  if (matches(field, SEARCHES) || closest(field, SEARCHES)) return false;
  const isWritten =
    field instanceof HTMLTextAreaElement ||
    isEditingHost(field) ||
    (field instanceof HTMLInputElement && field.type === 'text');
  return isWritten && [...labelTextsOf(field), trimmedAttribute(field, 'name')].some(namesComposer);
}

function labelTextsOf(field: Element): string[] {
  const hints = ['placeholder', 'aria-placeholder', 'data-placeholder', 'title', 'aria-label'];
  return [
    nameOf(field),
    ...labelsOf(field).map(contentOf),
    ...hints.map((name) => trimmedAttribute(field, name)),
  ].filter(Boolean);
}

function personWords(element: Element): string {
  const words = describe(element);
  const label = labelOf(element);
  return words.includes('"') && roleOf(element) ? words : label ? quote(label, 60) : words;
}

/** Longer, it is a card or an article, and no name. */
const NAME_CHARS_MAX = 120;
const BUTTONS = new Set(['button', 'link', 'menuitem']);
const FILES =
  /\.(?:zip|gz|tgz|bz2|xz|7z|rar|tar|exe|msi|dmg|pkg|deb|rpm|apk|appimage|iso|bin|jar|docx?|xlsx?|pptx?|csv|epub)$/i;
const ONE_TIME_CODES = /(?:^|\s)one-time-code(?:\s|$)/;
const CARD_CODES = /(?:^|\s)cc-csc(?:\s|$)/;
const SUBMITS = 'button:not([type=button], [type=reset]), input:is([type=submit], [type=image])';
const SEARCHES = '[role=search], search, [role=searchbox], input[type=search]';
const NO_TEXT =
  'input:is([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], ' +
  '[type=image], [type=hidden], [type=file])';
