// Keys that do something by themselves. What is typed with them is told by the field; letters and keys that
// only move the caret are not told.
import { attributeOf, matches } from '../dom/native';
import { activeIn } from '../dom/tree';
import { roleOf } from '../dom/roles';
import { actedOn } from './acted-on';
import type { Recording } from './recording';
import { fieldOf, type Typing } from './typing';

export interface Keys {
  /** The element that Enter or Space is about to press by a click of the browser's own. */
  pressing(): Element | undefined;
}

const ARROWS = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);
const BY_THEMSELVES = new Set(['Enter', 'Escape', 'Tab', 'Delete', 'Backspace']);
const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);
/** The browser presses these itself. */
const PRESSED_BY_ENTER =
  'a[href], area[href], button, summary, input:is([type=button], [type=submit], [type=reset], [type=image])';
const PRESSED_BY_SPACE =
  'button, summary, input:is([type=button], [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio])';
/** Keys change what these hold, which they tell themselves. */
const CHANGED_BY_KEYS =
  'select, input:is([type=radio], [type=range], [type=number], [type=date], [type=time], ' +
  '[type=datetime-local], [type=month], [type=week], [type=color])';
/** In these, arrows lead from one thing to the next. */
const WALKED = new Set(
  'menu menubar menuitem menuitemcheckbox menuitemradio tab tablist listbox option grid gridcell row tree treeitem slider radio radiogroup combobox button'.split(
    ' ',
  ),
);
/** Shortcuts of editing: what comes of them is the value of the field. */
const EDITING = new Set(['a', 'c', 'v', 'x', 'y', 'z']);
/** The browser's own, unless the page takes them for itself. */
const BROWSERS =
  /^(?:Control|Meta)\+(?:Shift\+)?[rflpdgjhotwnsu0-9+=-]$|^F(?:3|5|6|7|11|12)$|^Alt\+(?:ArrowLeft|ArrowRight|Home|[df])$/i;

export function recordKeys(recording: Recording, typing: Typing, before: () => void): Keys {
  const { window } = recording;
  let pressing: Element | undefined;

  recording.hear('keydown', (event) => {
    pressing = undefined;
    if (event.isComposing || MODIFIERS.has(event.key) || event.key === 'Unidentified') return;
    const [hit] = event.composedPath();
    const target = hit instanceof Element ? hit : undefined;
    const field = target && fieldOf(target);
    const isShortcut = event.ctrlKey || event.metaKey || (event.altKey && event.key.length === 1);
    const isEditing = isShortcut && EDITING.has(event.key.toLowerCase()) && !event.altKey;
    if (field && (isTypingKey(event) || isEditing)) typing.touch(field);
    if (isEditing && (field || event.key.toLowerCase() === 'c')) return;
    if (!isTold(event, target, field, isShortcut)) return;
    if (target && isPressedByBrowser(event, target)) {
      pressing = target;
      return;
    }
    const keys = keysOf(event);
    typing.flush();
    before();
    const named =
      target && activeIn(window.document) ? targetOf(recording, event, field) : undefined;
    const isOpen =
      event.key === 'Enter' && !isShortcut && field !== undefined && isManyLined(field);
    if (isOpen || BROWSERS.test(keys)) {
      const held = isOpen ? linesIn(field) : 0;
      // Whether the page takes the key for itself is known only when it has heard of it.
      window.setTimeout(() => {
        const isLine = isOpen && linesIn(field) > held;
        if (event.defaultPrevented && !isLine) recording.emit(press(keys, named));
      });
      return;
    }
    recording.emit(press(keys, named));
  });
  recording.hear('keyup', () => {
    // The click of a space comes with its release.
    window.setTimeout(() => (pressing = undefined));
  });

  return { pressing: () => pressing };
}

function press(keys: string, target: ReturnType<Recording['fingerprint']> | undefined) {
  return { kind: 'press' as const, keys, ...(target && { target }) };
}

function targetOf(recording: Recording, event: Event, field: Element | undefined) {
  const element = field ?? actedOn(event.composedPath(), recording.listeners);
  return element && recording.fingerprint(element);
}

/** A character, or what takes one away. */
function isTypingKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isCharacter = Array.from(key).length === 1 && !ctrlKey && !metaKey;
  return isCharacter || key === 'Backspace' || key === 'Delete' || key === 'Enter';
}

function isTold(
  event: KeyboardEvent,
  target: Element | undefined,
  field: Element | undefined,
  isShortcut: boolean,
): boolean {
  const { key } = event;
  if (isShortcut) return true;
  if (key === 'Escape' || key === 'Tab') return true;
  if (target && matches(target, CHANGED_BY_KEYS)) return key === 'Enter';
  if (ARROWS.has(key)) return isWalked(key, target, field);
  if (field) return key === 'Enter' && !(event.shiftKey && isManyLined(field));
  if (key === ' ') return target !== undefined && WALKED.has(roleOf(target));
  return BY_THEMSELVES.has(key) || /^F\d{1,2}$/.test(key);
}

/** Up and down in a field of one line choose among what it suggests. */
function isWalked(key: string, target: Element | undefined, field: Element | undefined): boolean {
  if (!target) return false;
  if (field) {
    const suggests =
      roleOf(field) === 'combobox' || attributeOf(field, 'aria-autocomplete') !== null;
    return (key === 'ArrowUp' || key === 'ArrowDown') && (suggests || !isManyLined(field));
  }
  return WALKED.has(roleOf(target));
}

function isPressedByBrowser(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  target: Element,
): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'Enter') return matches(target, PRESSED_BY_ENTER);
  return key === ' ' && matches(target, PRESSED_BY_SPACE);
}

function isManyLined(field: Element): boolean {
  return !(field instanceof HTMLInputElement);
}

function linesIn(field: Element): number {
  const text =
    field instanceof HTMLTextAreaElement ? field.value : (field as HTMLElement).innerText;
  return text.split('\n').length;
}

/** As Playwright writes it: `Control+Enter`. */
function keysOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'Space' : event.key;
  // What Shift makes of a character is the character.
  const held = modifiersOf(event).filter(
    (name) => name !== 'Shift' || key.length > 1 || event.ctrlKey || event.metaKey,
  );
  return [...held, held.length > 0 && key.length === 1 ? key.toLowerCase() : key].join('+');
}

export function modifiersOf(event: MouseEvent | KeyboardEvent): string[] {
  const { ctrlKey, shiftKey, altKey, metaKey } = event;
  const held: [boolean, string][] = [
    [ctrlKey, 'Control'],
    [shiftKey, 'Shift'],
    [altKey, 'Alt'],
    [metaKey, 'Meta'],
  ];
  return held.filter(([isHeld]) => isHeld).map(([, name]) => name);
}
