// What was said and what came of it, the newest first. It is read aloud as it happens.
import { isOver, type Saying } from '../language/sayings';
import { beginningOf, noteOn } from '../language/words';
import type { Suggestion } from '../wire';
import { StepList } from './step-list';

interface Props {
  sayings: readonly Saying[];
  onStop: () => void;
  onSuggestion: (phrasing: string) => void;
}

export function SayingList({ sayings, onStop, onSuggestion }: Props) {
  return (
    <div class="said" role="log" aria-live="polite" aria-label="What was said">
      <ol class="sayings">
        {sayings.map((saying) => (
          <SayingView key={saying.id} saying={saying} onStop={onStop} onSuggestion={onSuggestion} />
        ))}
      </ol>
    </div>
  );
}

type SayingProps = Omit<Props, 'sayings'> & { saying: Saying };

function SayingView({ saying, onStop, onSuggestion }: SayingProps) {
  const { text, steps, nearest, phase, fault } = saying;
  const note = noteOn(saying);
  return (
    <li class="saying">
      <div class="saying-head">
        <bdi class="saying-text">{text}</bdi>
        {!isOver(saying) && (
          <button type="button" class="stop" disabled={phase === 'stopping'} onClick={onStop}>
            Stop
          </button>
        )}
      </div>
      {steps.length > 0 && <StepList saying={saying} />}
      {note !== undefined && <p class="detail">{note}</p>}
      {isOver(saying) && steps.length === 0 && nearest.length > 0 && (
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
              onSuggestion(beginningOf(phrasing));
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
