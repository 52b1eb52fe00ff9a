// Keys and chords, with what they usually do: synthesised keys have no effect of their own.
import type { Modifier } from '../../wire';
import type { KitContext } from '../context';
import { describe } from '../dom/facts';
import type { Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { commit } from './commit';
import { edit, editableOf, isTextField } from './editing';
import { activeElementOf, focusForKeys, focusOn, selectAll } from './focus';
import { type Key, readChord } from './keys';
import { type KeyEffect, stroke } from './keyboard';
import { activates, closeTopmost, stepValue, submitFrom } from './native-keys';
import { tabStop } from './tab-order';

export async function press(
  { window }: KitContext,
  { element }: Fit,
  keys: string[],
): Promise<void> {
  const isMac = /mac/i.test(window.navigator.userAgent);
  const chords = keys.map((words) => readChord(words, isMac));
  const { body, documentElement } = window.document;
  if (element !== body && element !== documentElement && !focusForKeys(element)) {
    throw new Refusal('wrongKind', `${describe(element)} takes no focus, so no keys either`);
  }
  for (const { key, modifiers } of chords)
    await stroke(window, key, modifiers, usualEffect(window));
}

/** What a key does in Chrome where no page prevents it. */
export function usualEffect(window: Window): KeyEffect {
  return (key, modifiers) => {
    const active = activeElementOf(window.document);
    const editable = editableOf(active);
    if (modifiers.includes('control') || modifiers.includes('meta')) {
      command(window, key, modifiers, editable);
    } else if (key.key === 'Tab') {
      const next = tabStop(window.document, active, modifiers.includes('shift'));
      if (next && focusOn(next) && isTextField(next)) selectAll(next);
    } else if (key.key === 'Escape') closeTopmost(window.document);
    else if (key.key === 'Enter') enter(active, editable, modifiers);
    else if (editable) editKey(window, editable, key, modifiers);
    else if (key.key === ' ' && activates(active, ' ')) (active as HTMLElement).click();
    else if (!stepValue(active, key.key)) scrollKey(window, key, modifiers);
  };
}

function enter(
  active: Element,
  editable: Element | undefined,
  modifiers: readonly Modifier[],
): void {
  if (editable && !(editable instanceof HTMLInputElement)) {
    const line = editable instanceof HTMLTextAreaElement || modifiers.includes('shift');
    edit(editable, { type: line ? 'insertLineBreak' : 'insertParagraph' });
  } else if (activates(active, 'Enter')) (active as HTMLElement).click();
  else if (active instanceof HTMLInputElement) {
    commit(active);
    submitFrom(active);
  }
}

function editKey(
  window: Window,
  editable: Element,
  key: Key,
  modifiers: readonly Modifier[],
): void {
  const selection = window.getSelection();
  const alter = modifiers.includes('shift') ? 'extend' : 'move';
  const motion = MOTIONS[key.key];
  if (key.text !== undefined) edit(editable, { type: 'insertText', text: key.text });
  else if (key.key === 'Backspace') edit(editable, { type: 'deleteContentBackward' });
  else if (key.key === 'Delete') edit(editable, { type: 'deleteContentForward' });
  else if (!stepValue(editable, key.key) && motion) selection?.modify(alter, ...motion);
}

const MOTIONS: Partial<Record<string, [string, string]>> = {
  ArrowLeft: ['left', 'character'],
  ArrowRight: ['right', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
};

function command(
  window: Window,
  key: Key,
  modifiers: readonly Modifier[],
  editable: Element | undefined,
): void {
  const letter = key.key.toLowerCase();
  const selection = window.getSelection();
  if (letter === 'a') {
    if (editable) selectAll(editable);
    else selection?.selectAllChildren(window.document.body);
    return;
  }
  const motion = WORD_MOTIONS[key.key];
  if (motion && editable) {
    selection?.modify(modifiers.includes('shift') ? 'extend' : 'move', ...motion);
    return;
  }
  if (editable && (key.key === 'Backspace' || key.key === 'Delete')) {
    selection?.modify('extend', key.key === 'Delete' ? 'forward' : 'backward', 'word');
    edit(editable, { type: 'deleteContentBackward' });
    return;
  }
  const name = letter === 'z' && modifiers.includes('shift') ? 'redo' : COMMANDS[letter];
  if (!name) return;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to the browser's undo
  if (!window.document.execCommand(name) && CLIPBOARD.has(name)) {
    throw new Refusal('failed', `Chrome lets a page ${name} only after a person's own key press`);
  }
}

const WORD_MOTIONS: Partial<Record<string, [string, string]>> = {
  ArrowLeft: ['left', 'word'],
  ArrowRight: ['right', 'word'],
  Home: ['backward', 'documentboundary'],
  End: ['forward', 'documentboundary'],
};
const COMMANDS: Partial<Record<string, string>> = {
  z: 'undo',
  y: 'redo',
  c: 'copy',
  x: 'cut',
  v: 'paste',
  b: 'bold',
  i: 'italic',
  u: 'underline',
};
const CLIPBOARD = new Set(['copy', 'cut', 'paste']);

const ARROW_PIXELS = 40;

function scrollKey(window: Window, key: Key, modifiers: readonly Modifier[]): void {
  const page = window.innerHeight * 0.875;
  const whole = window.document.documentElement.scrollHeight;
  const far: Partial<Record<string, [number, number]>> = {
    ArrowDown: [0, ARROW_PIXELS],
    ArrowUp: [0, -ARROW_PIXELS],
    ArrowRight: [ARROW_PIXELS, 0],
    ArrowLeft: [-ARROW_PIXELS, 0],
    PageDown: [0, page],
    PageUp: [0, -page],
    ' ': [0, modifiers.includes('shift') ? -page : page],
    Home: [0, -whole],
    End: [0, whole],
  };
  const [left, top] = far[key.key] ?? [0, 0];
  window.scrollBy({ left, top, behavior: 'instant' });
}
