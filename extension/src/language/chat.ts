// The state behind one side panel: the line being typed, the runs, and the history of lines.
import type { Completion, NewPhrasing } from '../wire';
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
  rememberPhrasing: (phrasing: NewPhrasing) => Promise<string>;
}

/** What comes of a line that is typed while a task may be under way. `idle`: none is, so it is a line of its own. */
export type TaskReply = 'idle' | 'busy' | { isTaken: Promise<boolean> };

/** Tasks for a model: what is no command may be one. */
export interface TaskTaker {
  /** True where a model could do a task. */
  canStart: () => boolean;
  /** True while whatever is typed is for a task. */
  isUnderWay: () => boolean;
  /** Takes what is typed while a task is under way: an answer where one is wanted, else words for it to go by. */
  reply: (text: string) => TaskReply;
  start: (task: string) => Promise<unknown>;
}

export interface Chat {
  draft: Draft;
  runs: Runs;
  history: History;
  /** Does what the draft says: a command at once, anything else as a task. While a task is under way, it is for that.
   * False, and the draft stays, while a command is. */
  submit: (as?: 'command') => boolean;
  /** Removes the runs that have ended, and the history. */
  clear: () => void;
}

export function createChat(
  backend: ChatBackend,
  historyStorage: HistoryStorage,
  tasks: TaskTaker = NO_TASKS,
): Chat {
  const history = createHistory(historyStorage);
  const draft = createDraft({
    understand: backend.understand,
    // Commands are of no use to a task.
    complete: (text) => (tasks.isUnderWay() ? Promise.resolve([]) : backend.complete(text)),
    history: history.get,
  });
  const runs = createRuns(backend);

  let isParsing = false;

  /** A command is done at once. Whatever the grammar does not know is a task. */
  function begin(line: string, steps: readonly ShownStep[]) {
    if (steps.length > 0) runs.start(line, steps);
    else void tasks.start(line);
  }

  async function parseAndBegin(line: string) {
    isParsing = true;
    const { steps } = await backend.understand(line).catch(() => ({ steps: [] }));
    isParsing = false;
    begin(line, steps);
  }

  function take(line: string) {
    history.add(line).catch(console.warn);
    draft.clear();
  }

  async function giveBackUnless(isTaken: Promise<boolean>, line: string) {
    // Not over what the person has typed since.
    if (!(await isTaken) && draft.get().text === '') draft.type(line, false);
  }

  return {
    draft,
    runs,
    history,
    submit(as) {
      const { text, parsed } = draft.get();
      const line = text.trim();
      if (line === '') return true;
      const reply = tasks.reply(line);
      if (reply === 'busy') return false;
      if (reply !== 'idle') {
        take(line);
        void giveBackUnless(reply.isTaken, line);
        return true;
      }
      if (isParsing || runningOf(runs.get())) return false;
      take(line);
      const steps = parsed?.text === text ? parsed.utterance.steps : undefined;
      // Without a model there is nothing to decide, and the run says what is not understood.
      if (as === 'command' || !tasks.canStart()) runs.start(line, steps ?? []);
      else if (steps) begin(line, steps);
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
  isUnderWay: () => false,
  reply: () => 'idle',
  start: () => Promise.resolve(),
};
