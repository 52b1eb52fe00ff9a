// The state behind one side panel: the line being typed, the runs, and the history of lines.
import type { Completion } from '../wire';
import { createDraft, type Draft } from './draft';
import { createHistory, type History, type HistoryStorage } from './history';
import type { ShownStep, ShownUtterance } from './sanitize-utterance';
import { createRuns, runningOf, type Runs } from './runs';

/** The daemon's part, as the panel reaches it through the worker. */
export interface ChatBackend {
  understand: (text: string) => Promise<ShownUtterance>;
  complete: (text: string) => Promise<Completion[]>;
  runUtterance: (id: string, text: string) => Promise<ShownUtterance>;
  stopUtterance: (id: string) => Promise<unknown>;
}

/** Tasks for a model: what is no command may be one. */
export interface TaskTaker {
  /** True where a model could do a task. */
  canStart: () => boolean;
  /** Takes what is typed while a task is under way: an answer, where one is wanted. */
  reply: (text: string) => 'taken' | 'busy' | 'idle';
  start: (task: string) => Promise<void>;
}

export interface Chat {
  draft: Draft;
  runs: Runs;
  history: History;
  /** Does what the draft says: a command at once, anything else as a task. False, and the draft stays, while
   * something is under way. */
  submit: () => boolean;
  /** Removes the runs that have ended, and the history. */
  clear: () => void;
}

export function createChat(
  backend: ChatBackend,
  historyStorage: HistoryStorage,
  tasks: TaskTaker = NO_TASKS,
): Chat {
  const history = createHistory(historyStorage);
  const draft = createDraft({ ...backend, history: history.get });
  const runs = createRuns(backend);

  let isParsing = false;

  /** A command is done at once. Whatever the grammar does not know is a task, if a model can take it. */
  function begin(line: string, steps: readonly ShownStep[]) {
    if (steps.length > 0 || !tasks.canStart()) runs.start(line, steps);
    else void tasks.start(line);
  }

  async function parseAndBegin(line: string) {
    isParsing = true;
    const { steps } = await backend.understand(line).catch(() => ({ steps: [] }));
    isParsing = false;
    begin(line, steps);
  }

  return {
    draft,
    runs,
    history,
    submit() {
      const { text, parsed } = draft.get();
      const line = text.trim();
      if (line === '') return true;
      const reply = tasks.reply(line);
      if (reply === 'busy' || isParsing || runningOf(runs.get())) return false;
      history.add(line).catch(console.warn);
      draft.clear();
      if (reply === 'taken') return true;
      if (parsed?.text === text) begin(line, parsed.utterance.steps);
      // Without a model there is nothing to decide, and the run says what is not understood.
      else if (!tasks.canStart()) begin(line, []);
      else void parseAndBegin(line);
      return true;
    },
    clear() {
      runs.clear();
      history.clear().catch(console.warn);
    },
  };
}

const NO_TASKS: TaskTaker = {
  canStart: () => false,
  reply: () => 'idle',
  start: () => Promise.resolve(),
};
