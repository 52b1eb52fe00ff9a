// The thread of the chat: commands and tasks, the newest last. Screen readers announce what is added.
import { useMemo, useState } from 'preact/hooks';
import { hiddenCount } from '../chats/shown-window';
import type { TaskRun } from '../chats/transcript';
import type { Run } from '../language/runs';
import { Older } from './older';
import { RunView } from './run-view';
import { TaskView } from './task-view';

/** Messages that are shown at first, and how many more each time the person wants older ones. */
const MESSAGES_SHOWN = 200;

interface Props {
  runs: readonly Run[];
  tasks: readonly TaskRun[];
  isBusy: boolean;
  /** Without a model, what is not understood can only be said otherwise. */
  hasModel: boolean;
  onSuggestion: (phrasing: string) => void;
  onRemember: (run: string) => void;
  onAnswer: (answer: string) => void;
  onResume: () => void;
}

export function Thread(props: Props) {
  const { runs, tasks, isBusy, hasModel, onSuggestion, onRemember, onAnswer, onResume } = props;
  const [shownMax, setShownMax] = useState(MESSAGES_SHOWN);
  const entries: Entry[] = [
    ...runs.map((run) => ({ startedMs: run.startedMs, run })),
    ...tasks.map((task) => ({ startedMs: task.startedMs, task })),
  ].sort((one, other) => one.startedMs - other.startedMs);
  // Reckoned anew with an entry and not with a message, so that nothing goes away while it is read.
  const hidden = useMemo(
    () => hiddenCount(entries.map(messagesOf), shownMax),
    [entries.length, entries[0]?.startedMs, shownMax],
  );
  return (
    // It is there before the first entry, because screen readers only announce what changes in a log.
    <div role="log" aria-live="polite" aria-label="Chat">
      <Older
        hidden={hidden}
        onShow={() => {
          setShownMax(shownMax + MESSAGES_SHOWN);
        }}
      />
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
                onRemember={onRemember}
              />
            ),
          )}
      </ol>
    </div>
  );
}

type Entry = { startedMs: number } & ({ run: Run } | { task: TaskRun });

/** What the person said counts as one. */
function messagesOf(entry: Entry): number {
  return 1 + ('task' in entry ? entry.task.items.length : entry.run.steps.length);
}
