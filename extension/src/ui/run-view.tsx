// A command that was typed, and how it went.
import { browser } from 'wxt/browser';
import { literalPrefix, runNote } from '../language/describe';
import { isOver, type Run } from '../language/runs';
import type { Suggestion } from '../wire';
import { Icon } from './icon';
import { StepList } from './step-list';

interface RunProps {
  run: Run;
  hasModel: boolean;
  onSuggestion: (phrasing: string) => void;
}

export function RunView({ run, hasModel, onSuggestion }: RunProps) {
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
      {isOver(run) && steps.length === 0 && fault === undefined && !hasModel && <AddModel />}
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

function AddModel() {
  return (
    <p class="add-model">
      <span class="detail">
        With a language model you can hand over any task in your own words.
      </span>
      <button type="button" onClick={() => void browser.runtime.openOptionsPage()}>
        Add a model
      </button>
    </p>
  );
}
