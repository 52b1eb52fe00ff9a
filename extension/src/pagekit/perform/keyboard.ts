// One stroke of a key: its events in order, and its usual effect where the page lets it have one.
import type { Modifier } from '../../wire';
import { activeElementOf } from './focus';
import { type Key, modifierKey } from './keys';

/** What a key does when the page does not object; between its press and its release. */
export type KeyEffect = (key: Key, modifiers: readonly Modifier[]) => Promise<void> | void;

export async function stroke(
  window: Window,
  key: Key,
  modifiers: readonly Modifier[],
  effect: KeyEffect,
): Promise<void> {
  const fire = (type: string, fired: Key, held: readonly Modifier[], charCode = 0) =>
    activeElementOf(window.document).dispatchEvent(
      new KeyboardEvent(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        view: window,
        key: fired.key,
        code: fired.code,
        keyCode: charCode || fired.keyCode,
        charCode,
        ctrlKey: held.includes('control'),
        shiftKey: held.includes('shift'),
        altKey: held.includes('alt'),
        metaKey: held.includes('meta'),
      }),
    );
  const held: Modifier[] = [];
  for (const modifier of modifiers) {
    held.push(modifier);
    fire('keydown', modifierKey(modifier), held);
  }
  const all: Modifier[] = key.shift && !held.includes('shift') ? [...held, 'shift'] : held;
  let usual = fire('keydown', key, all);
  const types = key.text !== undefined && !all.some((modifier) => modifier !== 'shift');
  if (usual && types) usual = fire('keypress', key, all, key.text?.codePointAt(0) ?? 0);
  if (usual) await effect(key, all);
  fire('keyup', key, all);
  for (const modifier of [...modifiers].reverse()) {
    held.pop();
    fire('keyup', modifierKey(modifier), held);
  }
}
