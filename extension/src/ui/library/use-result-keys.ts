// Keys of the library: `/` to the search field, `j` and `k` through the rows, `o` to the original, `?` for help.
import { useEffect } from 'preact/hooks';

export interface KeyActions {
  showKeys: () => void;
  /** False where the person has switched single letters off, as a voice or a switch may press them unmeant. */
  hasLetters: boolean;
}

/** Every row that the keys reach has this attribute on its link, and on the link to the original. */
export const ROW_LINK = 'data-row-link';
export const ORIGINAL_LINK = 'data-original-link';
const STORED = 'libraryLetterKeys';

export function useResultKeys({ showKeys, hasLetters }: KeyActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!hasLetters || event.altKey || event.ctrlKey || event.metaKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      // A list of the graph goes to the name that begins with a letter.
      if (event.target instanceof Element && event.target.closest('[role=listbox], .graph-map')) {
        return;
      }
      const act = actionOf(event.key, showKeys);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [showKeys, hasLetters]);
}

function actionOf(key: string, showKeys: () => void): (() => void) | undefined {
  switch (key) {
    case '/':
      return focusSearch;
    case 'j':
      return () => {
        stepRow(1);
      };
    case 'k':
      return () => {
        stepRow(-1);
      };
    case 'o':
      return openOriginal;
    case '?':
      return showKeys;
    default:
      return undefined;
  }
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search-field');
  if (field) field.select();
  else location.hash = 'search';
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`)];
}

function stepRow(by: 1 | -1): void {
  const all = rows();
  const row = document.activeElement?.closest('li, article');
  const at = all.findIndex((link) => row?.contains(link) ?? false);
  const next = all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function openOriginal(): void {
  const row = document.activeElement?.closest('li, article') ?? document;
  const link =
    row.querySelector<HTMLElement>(`[${ORIGINAL_LINK}]`) ??
    document.querySelector<HTMLElement>(`main > [${ORIGINAL_LINK}], header [${ORIGINAL_LINK}]`);
  link?.click();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}

export function loadHasLetters(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function saveHasLetters(hasLetters: boolean): void {
  if (hasLetters) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'off');
}
