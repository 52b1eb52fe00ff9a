// What the page shows in answer: a dialog, a message, a list that opens. It is looked for once the page had some
// time, and right before the person goes on.
import { attributeOf, checkVisibility, isConnected } from '../dom/native';
import { nameOf } from '../dom/names';
import { roleOf } from '../dom/roles';
import { DOTS, isInConcealed } from '../dom/secrets';
import { isOurs } from '../show/ours';
import { maskFor, readIn, type Mask } from '../fingerprint/texts';
import type { Recording } from './recording';

const LOOKS_MS = [300, 1500];
const SHOWN_MAX = 40;
const TOLD_MAX = 5;
const SPOKEN =
  'dialog[open], [role=dialog], [role=alertdialog], [role=alert], [role=status], [role=listbox], ' +
  '[role=menu], [aria-live=polite], [aria-live=assertive], output';

export interface Appearing {
  /** Tells what has come since the last gesture, and begins anew. */
  look(): void;
  /** A gesture was made: what comes now came of it. */
  acted(): void;
}

export function createAppearing(recording: Recording): Appearing {
  let before = new Map<Element, string>();
  let timers: ReturnType<typeof setTimeout>[] = [];
  let isWaiting = false;

  const shown = (): Map<Element, string> => {
    const found = new Map<Element, string>();
    for (const root of recording.page().roots()) {
      for (const element of root.querySelectorAll(SPOKEN)) {
        if (found.size >= SHOWN_MAX) return found;
        if (isOurs(element) || !isConnected(element) || !isShown(element)) continue;
        found.set(element, isInConcealed(element) ? DOTS : wordsOf(element));
      }
    }
    return found;
  };

  const tellNew = () => {
    const now = shown();
    let mask: Mask | undefined;
    let told = 0;
    for (const [element, text] of now) {
      if (text === '' || before.get(element) === text || told >= TOLD_MAX) continue;
      told += 1;
      mask ??= maskFor(recording.page(), recording.secrets);
      recording.emit({ kind: 'appeared', role: kindOf(element), text: mask(text) });
    }
    before = now;
  };

  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  recording.ended.addEventListener('abort', stop);

  return {
    look() {
      stop();
      if (isWaiting) tellNew();
      else before = shown();
      isWaiting = false;
    },
    acted() {
      stop();
      isWaiting = true;
      timers = LOOKS_MS.map((ms) => setTimeout(tellNew, ms));
    },
  };
}

function isShown(element: Element): boolean {
  return checkVisibility(element, { opacityProperty: true, visibilityProperty: true });
}

function wordsOf(element: Element): string {
  return (roleOf(element).endsWith('dialog') && nameOf(element)) || readIn(element);
}

function kindOf(element: Element): string {
  const role = roleOf(element);
  if (role) return role;
  return attributeOf(element, 'aria-live') === 'assertive' ? 'alert' : 'status';
}
