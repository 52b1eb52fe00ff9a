// Typing text, key by key.
import type { Modifier } from '../../wire';
import { nextTurn, pause } from '../wait/clock';
import type { KitContext } from '../context';
import { describe } from '../dom/facts';
import { fieldKind } from '../dom/fields';
import { DOTS, isSecret } from '../dom/secrets';
import { writingOf } from '../dom/writing';
import type { Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { contentOf, edit, editableOf, isTextField } from './editing';
import { activeElementOf, caretToEnd, focusOn, selectAll } from './focus';
import { keyForCharacter } from './keys';
import { stroke } from './keyboard';
import { paste } from './paste';
import { usualEffect } from './press';
import { moveSlider } from './slider';
import { setWhole } from './values';

/** Longer texts go in at once, as if pasted: nobody types them. */
const KEYS_MAX = 2000;
const EFFECT_MS_MAX = 300;

export async function type(
  { window }: KitContext,
  { element }: Fit,
  text: string,
  clear: boolean,
): Promise<void> {
  if (fieldKind(element) === 'whole') {
    if (isTextField(element)) setWhole(element, text);
    else await moveSlider(window, element, text);
    return;
  }
  if (!focusOn(element)) throw new Refusal('wrongKind', `${describe(element)} takes no focus`);
  if (writingOf(element) === 'code') {
    await writeCode(window, element, text, clear);
    return;
  }
  const before = contentOf(element);
  if (clear) await empty(window, element);
  else caretToEnd(element);
  // Editors learn of the selection by an event that comes a turn later.
  if (fieldKind(element) === 'rich') await selectionTold(window);
  const emptied = contentOf(element);
  await insert(window, element, text);
  await refuseNoEffect(window, element, { before, emptied, text, clear });
}

async function insert(window: Window, element: Element, text: string): Promise<void> {
  const characters = charactersOf(text.replace(/\r\n?/g, '\n'));
  const put = (whole: string) => {
    const editable = editableOf(activeElementOf(window.document)) ?? element;
    edit(editable, { type: 'insertText', text: whole });
  };
  if (characters.length > KEYS_MAX) {
    put(text);
    return;
  }
  for (const character of characters) {
    // The key would leave the field, or indent what is around the caret.
    if (character === '\t' && !(element instanceof HTMLInputElement)) put(character);
    else await stroke(window, keyForCharacter(character), [], usualEffect(window));
    if (fieldKind(element) === 'rich') await nextTurn();
  }
}

/** Only its own keys select all of a long text: the page holds no more of it than is in view. */
async function writeCode(
  window: Window,
  element: Element,
  text: string,
  clear: boolean,
): Promise<void> {
  const press = (key: string, code: string, keyCode: number, modifiers: Modifier[] = []) =>
    stroke(window, { key, code, keyCode }, modifiers, usualEffect(window));
  if (clear) {
    selectAll(element);
    await selectionTold(window);
    await press('a', 'KeyA', 65, ['control']);
  } else await press('End', 'End', 35, ['control']);
  await selectionTold(window);
  if (text === '') await press('Backspace', 'Backspace', 8);
  else paste(window.document, text.replace(/\r\n?/g, '\n'));
}

/** As a person counts them: an emoji is one, whatever it is made of. */
function charactersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

async function empty(window: Window, element: Element): Promise<void> {
  if (contentOf(element).trim() === '' && !(isTextField(element) && element.value)) {
    caretToEnd(element);
    return;
  }
  selectAll(element);
  await selectionTold(window);
  const backspace = { key: 'Backspace', code: 'Backspace', keyCode: 8 };
  await stroke(window, backspace, [], usualEffect(window));
}

async function selectionTold(window: Window): Promise<void> {
  await nextTurn();
  await pause(window, 0);
}

interface Typed {
  before: string;
  emptied: string;
  text: string;
  clear: boolean;
}

/** A page may format what is typed, or refuse it: only no change at all is a failure. */
async function refuseNoEffect(window: Window, element: Element, typed: Typed): Promise<void> {
  const { before, emptied, text, clear } = typed;
  const refused = () => {
    if (!element.isConnected) return undefined;
    const now = contentOf(element);
    if (text.trim() === '') {
      return clear && before.trim() !== '' && now === before ? 'kept what it holds' : undefined;
    }
    if (clear && now.trim() === text.trim()) return undefined;
    if (now !== emptied) return undefined;
    return `did not take "${isSecret(element) ? DOTS : text.slice(0, 40)}"`;
  };
  const end = performance.now() + EFFECT_MS_MAX;
  for (let why = refused(); why; why = refused()) {
    if (performance.now() > end) throw new Refusal('noEffect', `${describe(element)} ${why}`);
    await pause(window, 8);
  }
}
