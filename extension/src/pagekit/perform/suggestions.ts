// Fields that suggest something while they are typed into: what was typed is told with what came of it.
import { changeBell, pause } from '../wait/clock';
import type { KitContext } from '../context';
import { attributeOf } from '../dom/native';
import { rootsOf } from '../dom/roots';
import { roleOf } from '../dom/roles';
import { suggestionsOf } from './options';

/** Suggestions that have not changed for so long are those for what was typed. */
const QUIET_MS = 120;

/** Waits until suggestions are there and stay the same; not at all where none are to be expected. */
export async function awaitSuggestions(
  { window }: KitContext,
  field: Element,
  timeoutMs: number,
): Promise<void> {
  if (!suggests(field)) return;
  const end = performance.now() + timeoutMs;
  const bell = changeBell(window, rootsOf(window.document));
  try {
    for (let before = ''; ;) {
      const left = end - performance.now();
      if (left <= 0 || !field.isConnected) return;
      const now = suggestionsOf(field);
      if (now !== '' && now === before) return;
      before = now;
      if (now === '') await bell.next(left);
      else await pause(window, Math.min(QUIET_MS, left));
    }
  } finally {
    bell.stop();
  }
}

/** By what the field says of itself, or a list that it names. */
export function suggests(field: Element): boolean {
  const kind = attributeOf(field, 'aria-autocomplete');
  if (kind === 'list' || kind === 'both') return true;
  return roleOf(field) === 'combobox' && !(field instanceof HTMLInputElement && field.list);
}
