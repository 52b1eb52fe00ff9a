// The talk between the person and Tabwright in one panel: the draft, what was said, and its history.
import type { Completion } from '../wire';
import { createDraft, type Draft } from './draft';
import { createHistory, type History, type HistoryStorage } from './history';
import type { ShownSaid } from './said';
import { createRuns, type Runs } from './runs';

/** Who understands and does what is said. */
export interface Listener {
  understand: (text: string) => Promise<ShownSaid>;
  complete: (text: string) => Promise<Completion[]>;
  say: (id: string, text: string) => Promise<ShownSaid>;
  stopSaying: (id: string) => Promise<unknown>;
}

export interface Talk {
  draft: Draft;
  runs: Runs;
  history: History;
  /** Says the draft; false while something else runs. */
  say: () => boolean;
  forget: () => void;
}

export function createTalk(listener: Listener, historyStorage: HistoryStorage): Talk {
  const history = createHistory(historyStorage);
  const draft = createDraft({ ...listener, history: history.get });
  const runs = createRuns(listener);

  return {
    draft,
    runs,
    history,
    say() {
      const { text, read } = draft.get();
      const utterance = text.trim();
      if (utterance === '') return true;
      const expected = read?.text === text ? read.said.steps : [];
      if (!runs.say(utterance, expected)) return false;
      history.add(utterance).catch(console.warn);
      draft.clear();
      return true;
    },
    forget() {
      runs.forget();
      history.forget().catch(console.warn);
    },
  };
}
