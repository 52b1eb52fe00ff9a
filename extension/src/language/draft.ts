// The line the person is typing: its parse, its completions, and the walk through earlier lines.
import type { Completion } from '../wire';
import { createDebouncedQuery } from './debounced-query';
import type { ShownUtterance } from './sanitize-utterance';
import { createStore, type Watched } from './store';

export interface DraftState {
  text: string;
  /** The newest parse and the text it belongs to, which may be a few letters behind `text`. */
  parsed: { text: string; utterance: ShownUtterance } | undefined;
  /** The list of completions is open while this is not empty. */
  completions: readonly Completion[];
  chosen: number | undefined;
}

export interface Draft extends Watched<DraftState> {
  type(text: string, isAtEnd: boolean): void;
  /** Replaces the whole line, for instance with a suggestion. */
  replace(text: string): void;
  requestCompletions(): void;
  closeCompletions(): void;
  choose(direction: 1 | -1): void;
  /** Without an index: the default completion. False where there is nothing to accept. */
  accept(index?: number): boolean;
  /** False where the line is not empty and not from the history, or there is no earlier line. */
  recallEarlier(): boolean;
  recallLater(): boolean;
  clear(): void;
}

interface Sources {
  understand: (text: string) => Promise<ShownUtterance>;
  complete: (text: string) => Promise<Completion[]>;
  /** Earlier lines, the newest first. */
  history: () => readonly string[];
}

/** Completions help while typing, so they come sooner than the parse. */
export const COMPLETE_DEBOUNCE_MS = 120;
export const UNDERSTAND_DEBOUNCE_MS = 250;

const EMPTY: DraftState = { text: '', parsed: undefined, completions: [], chosen: undefined };

export function createDraft({ understand, complete, history }: Sources): Draft {
  const { get, set, watch } = createStore(EMPTY);
  /** The index in the history while the person walks through it. */
  let position: number | undefined;

  const completionQuery = createDebouncedQuery({
    delayMs: COMPLETE_DEBOUNCE_MS,
    fetch: complete,
    onResult(completions) {
      set({ ...get(), completions, chosen: undefined });
    },
  });
  const parseQuery = createDebouncedQuery({
    delayMs: UNDERSTAND_DEBOUNCE_MS,
    fetch: understand,
    onResult(utterance, text) {
      set({ ...get(), parsed: { text, utterance } });
    },
  });

  function show(text: string, completions: readonly Completion[]) {
    const isBlank = text.trim() === '';
    set({ text, parsed: isBlank ? undefined : get().parsed, completions, chosen: undefined });
    completionQuery.cancel();
    if (isBlank) parseQuery.cancel();
    else parseQuery.run(text);
  }

  function type(text: string, isAtEnd: boolean) {
    position = undefined;
    const isOpen = isAtEnd && text.trim() !== '';
    // Completions that still fit stay until the new ones arrive, so that the list does not flicker.
    // The others go at once: to accept one would undo what was just typed.
    show(text, isOpen ? get().completions.filter((one) => continues(one, text)) : []);
    if (isOpen) completionQuery.run(text);
  }

  function closeCompletions() {
    completionQuery.cancel();
    set({ ...get(), completions: [], chosen: undefined });
  }

  function clear() {
    position = undefined;
    show('', []);
  }

  return {
    get,
    watch,
    type,
    closeCompletions,
    clear,
    replace(text) {
      type(text, true);
    },
    requestCompletions() {
      completionQuery.run(get().text);
    },
    choose(direction) {
      const { completions, chosen } = get();
      // One place more than there are completions: past either end no completion is chosen.
      const places = completions.length + 1;
      const place = ((chosen ?? -1) + 1 + direction + places) % places;
      set({ ...get(), chosen: place === 0 ? undefined : place - 1 });
    },
    accept(index = defaultCompletion(get())) {
      const completion = index === undefined ? undefined : get().completions[index];
      if (!completion || completion.kind === 'placeholder') return false;
      type(completion.line, true);
      return true;
    },
    recallEarlier() {
      if (get().text !== '' && position === undefined) return false;
      const earlier = position === undefined ? 0 : position + 1;
      const text = history()[earlier];
      if (text === undefined) return false;
      position = earlier;
      show(text, []);
      return true;
    },
    recallLater() {
      if (position === undefined) return false;
      if (position === 0) {
        clear();
        return true;
      }
      position -= 1;
      show(history()[position] ?? '', []);
      return true;
    },
  };
}

/** The chosen completion, else the first that is not a placeholder such as `<site>`. */
export function defaultCompletion({ completions, chosen }: DraftState): number | undefined {
  if (chosen !== undefined) return chosen;
  const first = completions.findIndex(({ kind }) => kind !== 'placeholder');
  return first < 0 ? undefined : first;
}

function continues({ line, kind }: Completion, text: string): boolean {
  const isMore = line.length > text.length && line.toLowerCase().startsWith(text.toLowerCase());
  return kind !== 'placeholder' && isMore;
}
