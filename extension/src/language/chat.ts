// The state behind one side panel: the line being typed, the runs, and the history of lines.
import type { Completion } from '../wire';
import { createDraft, type Draft } from './draft';
import { createHistory, type History, type HistoryStorage } from './history';
import type { ShownUtterance } from './sanitize-utterance';
import { createRuns, type Runs } from './runs';

/** The daemon's part, as the panel reaches it through the worker. */
export interface ChatBackend {
  understand: (text: string) => Promise<ShownUtterance>;
  complete: (text: string) => Promise<Completion[]>;
  runUtterance: (id: string, text: string) => Promise<ShownUtterance>;
  stopUtterance: (id: string) => Promise<unknown>;
}

export interface Chat {
  draft: Draft;
  runs: Runs;
  history: History;
  /** Starts a run with the draft. False, and the draft stays, while another run is under way. */
  submit: () => boolean;
  /** Removes the runs that have ended, and the history. */
  clear: () => void;
}

export function createChat(backend: ChatBackend, historyStorage: HistoryStorage): Chat {
  const history = createHistory(historyStorage);
  const draft = createDraft({ ...backend, history: history.get });
  const runs = createRuns(backend);

  return {
    draft,
    runs,
    history,
    submit() {
      const { text, parsed } = draft.get();
      const line = text.trim();
      if (line === '') return true;
      const expectedSteps = parsed?.text === text ? parsed.utterance.steps : [];
      if (!runs.start(line, expectedSteps)) return false;
      history.add(line).catch(console.warn);
      draft.clear();
      return true;
    },
    clear() {
      runs.clear();
      history.clear().catch(console.warn);
    },
  };
}
