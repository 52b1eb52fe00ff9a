// The runs of the chat, the newest last. Screen readers announce what is added.
import { literalPrefix, runNote } from '../language/describe';
import { isOver, type Run } from '../language/runs';
import type { Suggestion } from '../wire';
import { Icon } from './icon';
import { StepList } from './step-list';

interface Props {
  /** The newest first. */
  runs: readonly Run[];
  onSuggestion: (phrasing: string) => void;
}

export function RunList({ runs, onSuggestion }: Props) {
  return (
    // It is there before the first run, because screen readers only announce what changes in a log.
    <div role="log" aria-live="polite" aria-label="Chat">
      <ol class="runs">
        {runs.toReversed().map((run) => (
          <RunView key={run.id} run={run} onSuggestion={onSuggestion} />
        ))}
      </ol>
    </div>
  );
}

type RunProps = Omit<Props, 'runs'> & { run: Run };

function RunView({ run, onSuggestion }: RunProps) {
  const { text, steps, nearest, fault } = run;
  const note = runNote(run);
  return (
    <li class="run">
      <p class="mine">
        <span class="unseen">You: </span>
        <bdi>{text}</bdi>
      </p>
      {steps.length > 0 && <StepList run={run} />}
      {note !== undefined && <p>{note}</p>}
      {isOver(run) && steps.length === 0 && nearest.length > 0 && (
        <Suggestions nearest={nearest} onSuggestion={onSuggestion} />
      )}
      {fault !== undefined && <p class="fault">{fault}</p>}
    </li>
  );
}

interface SuggestionsProps {
  nearest: readonly Suggestion[];
  onSuggestion: (phrasing: string) => void;
}

function Suggestions({ nearest, onSuggestion }: SuggestionsProps) {
  return (
    <ul class="suggestions">
      {nearest.map(({ phrasing, does }) => (
        <li key={phrasing}>
          <button
            type="button"
            onClick={() => {
              onSuggestion(literalPrefix(phrasing));
            }}
          >
            <span class="grow">
              <bdi>{phrasing}</bdi>
              <small>
                <bdi>{does}</bdi>
              </small>
            </span>
            <Icon name="right" />
          </button>
        </li>
      ))}
    </ul>
  );
}
