// The thread of the chat: commands and tasks, the newest last. Screen readers announce what is added.
import { useState } from 'preact/hooks';
import type { TaskRun } from '../chats/transcript';
import type { Run } from '../language/runs';
import { RunView } from './run-view';
import { TaskView } from './task-view';

/** Entries that are shown at first; the older ones on demand. */
const ENTRIES_SHOWN = 20;

interface Props {
  runs: readonly Run[];
  tasks: readonly TaskRun[];
  isBusy: boolean;
  /** Without a model, what is not understood can only be said otherwise. */
  hasModel: boolean;
  onSuggestion: (phrasing: string) => void;
  onAnswer: (answer: string) => void;
  onResume: () => void;
}

export function Thread(props: Props) {
  const { runs, tasks, isBusy, hasModel, onSuggestion, onAnswer, onResume } = props;
  const [showsAll, setShowsAll] = useState(false);
  const entries = [
    ...runs.map((run) => ({ startedMs: run.startedMs, run })),
    ...tasks.map((task) => ({ startedMs: task.startedMs, task })),
  ].sort((one, other) => one.startedMs - other.startedMs);
  const hidden = showsAll ? 0 : Math.max(0, entries.length - ENTRIES_SHOWN);
  return (
    // It is there before the first entry, because screen readers only announce what changes in a log.
    <div role="log" aria-live="polite" aria-label="Chat">
      {hidden > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            setShowsAll(true);
          }}
        >
          Show {hidden} older
        </button>
      )}
      <ol class="runs">
        {entries
          .slice(hidden)
          .map((entry) =>
            'task' in entry ? (
              <TaskView
                key={entry.task.id}
                run={entry.task}
                isBusy={isBusy}
                onAnswer={onAnswer}
                onResume={onResume}
              />
            ) : (
              <RunView
                key={entry.run.id}
                run={entry.run}
                hasModel={hasModel}
                onSuggestion={onSuggestion}
              />
            ),
          )}
      </ol>
    </div>
  );
}
