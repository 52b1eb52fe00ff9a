// What was said and what came of it, the newest first. It is read aloud as it happens.
import { isOver, type Run } from '../language/runs';
import { literalPrefix, runNote } from '../language/describe';
import type { Suggestion } from '../wire';
import { StepList } from './step-list';

interface Props {
  runs: readonly Run[];
  onStop: () => void;
  onSuggestion: (phrasing: string) => void;
}

export function RunList({ runs, onStop, onSuggestion }: Props) {
  return (
    <div class="said" role="log" aria-live="polite" aria-label="Chat">
      <ol class="runs">
        {runs.map((run) => (
          <RunView key={run.id} run={run} onStop={onStop} onSuggestion={onSuggestion} />
        ))}
      </ol>
    </div>
  );
}

type RunProps = Omit<Props, 'runs'> & { run: Run };

function RunView({ run, onStop, onSuggestion }: RunProps) {
  const { text, steps, nearest, phase, fault } = run;
  const note = runNote(run);
  return (
    <li class="run">
      <div class="run-head">
        <bdi class="run-text">{text}</bdi>
        {!isOver(run) && (
          <button type="button" class="stop" disabled={phase === 'stopping'} onClick={onStop}>
            Stop
          </button>
        )}
      </div>
      {steps.length > 0 && <StepList run={run} />}
      {note !== undefined && <p class="detail">{note}</p>}
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
    <ul class="nearest">
      {nearest.map(({ phrasing, does }) => (
        <li key={phrasing}>
          <button
            type="button"
            onClick={() => {
              onSuggestion(literalPrefix(phrasing));
            }}
          >
            <bdi>{phrasing}</bdi>
            <small>
              <bdi>{does}</bdi>
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
