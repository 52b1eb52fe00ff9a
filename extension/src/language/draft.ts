// What the person is typing: how it is read so far, what could follow, and what was said before it.
import type { Completion } from '../wire';
import { createLatest } from './latest';
import type { ShownSaid } from './said';
import { createStore, type Watched } from './store';

export interface DraftState {
  text: string;
  /** How a text was read: this one, or the one of a moment before. */
  read: { text: string; said: ShownSaid } | undefined;
  /** While there are some, the list is open. */
  completions: readonly Completion[];
  chosen: number | undefined;
}

export interface Draft extends Watched<DraftState> {
  type(text: string, isAtEnd: boolean): void;
  /** A text from elsewhere takes the place of what stands there. */
  put(text: string): void;
  lookAhead(): void;
  close(): void;
  choose(direction: 1 | -1): void;
  /** The one that is meant, if none is named. False where there is nothing to take. */
  take(index?: number): boolean;
  /** False where the person is not looking back, or there is nothing more to see. */
  recallEarlier(): boolean;
  recallLater(): boolean;
  clear(): void;
}

interface Sources {
  understand: (text: string) => Promise<ShownSaid>;
  complete: (text: string) => Promise<Completion[]>;
  /** What was said, the most recent first. */
  history: () => readonly string[];
}

/** Completions are part of typing; the reading is looked at when the fingers rest. */
export const COMPLETE_PAUSE_MS = 120;
export const UNDERSTAND_PAUSE_MS = 250;

const EMPTY: DraftState = { text: '', read: undefined, completions: [], chosen: undefined };

export function createDraft({ understand, complete, history }: Sources): Draft {
  const { get, set, watch } = createStore(EMPTY);
  /** Where in the history the text stands, while the person walks through it. */
  let position: number | undefined;

  const following = createLatest({
    pauseMs: COMPLETE_PAUSE_MS,
    ask: complete,
    tell(completions) {
      set({ ...get(), completions, chosen: undefined });
    },
  });
  const reading = createLatest({
    pauseMs: UNDERSTAND_PAUSE_MS,
    ask: understand,
    tell(said, text) {
      set({ ...get(), read: { text, said } });
    },
  });

  function show(text: string, completions: readonly Completion[]) {
    const isBlank = text.trim() === '';
    set({ text, read: isBlank ? undefined : get().read, completions, chosen: undefined });
    following.drop();
    if (isBlank) reading.drop();
    else reading.ask(text);
  }

  function type(text: string, isAtEnd: boolean) {
    position = undefined;
    const isOpen = isAtEnd && text.trim() !== '';
    // The old ones that still fit stay until the new ones are there; the others would take back
    // what was typed.
    show(text, isOpen ? get().completions.filter((one) => continues(one, text)) : []);
    if (isOpen) following.ask(text);
  }

  function close() {
    following.drop();
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
    close,
    clear,
    put(text) {
      type(text, true);
    },
    lookAhead() {
      following.ask(get().text);
    },
    choose(direction) {
      const { completions, chosen } = get();
      // Beyond either end lies the text itself.
      const places = completions.length + 1;
      const place = ((chosen ?? -1) + 1 + direction + places) % places;
      set({ ...get(), chosen: place === 0 ? undefined : place - 1 });
    },
    take(index = meantBy(get())) {
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

/** The chosen completion, else the first that says more than what has to be said. */
export function meantBy({ completions, chosen }: DraftState): number | undefined {
  if (chosen !== undefined) return chosen;
  const first = completions.findIndex(({ kind }) => kind !== 'placeholder');
  return first < 0 ? undefined : first;
}

function continues({ line, kind }: Completion, text: string): boolean {
  const isMore = line.length > text.length && line.toLowerCase().startsWith(text.toLowerCase());
  return kind !== 'placeholder' && isMore;
}
