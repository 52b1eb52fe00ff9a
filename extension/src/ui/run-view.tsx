// A command that was typed, and how it went.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { literalPrefix, runNote } from '../language/describe';
import { canRemember, isOver, type Run, type RunTranslation } from '../language/runs';
import type { Suggestion } from '../wire';
import { Icon } from './icon';
import { memo } from './memo';
import { StepList } from './step-list';

interface RunProps {
  run: Run;
  hasModel: boolean;
  onSuggestion: (phrasing: string) => void;
  onRemember: (run: string) => void;
}

export const RunView = memo(function RunView(props: RunProps) {
  const { run, hasModel, onSuggestion, onRemember } = props;
  const { id, text, steps, nearest, translation, fault } = run;
  const note = runNote(run);
  return (
    <li class="run">
      <p class="mine">
        <span class="unseen">You: </span>
        <bdi>{text}</bdi>
      </p>
      {steps.length > 0 && <StepList run={run} />}
      {note !== undefined && <p>{note}</p>}
      {translation && steps.length > 0 && (
        <Understood
          translation={translation}
          canRemember={canRemember(run)}
          onRemember={() => {
            onRemember(id);
          }}
        />
      )}
      {isOver(run) && steps.length === 0 && nearest.length > 0 && (
        <Suggestions nearest={nearest} onSuggestion={onSuggestion} />
      )}
      {isOver(run) && steps.length === 0 && fault === undefined && !hasModel && <AddModel />}
      {fault !== undefined && <p class="fault">{fault}</p>}
    </li>
  );
});

interface UnderstoodProps {
  translation: RunTranslation;
  canRemember: boolean;
  onRemember: () => void;
}

/** Who said what the line means, and the offer to do without a model next time. */
function Understood({ translation, canRemember: isOffered, onRemember }: UnderstoodProps) {
  const { model, remembered, isSaving, fault } = translation;
  const kept = useRef<HTMLParagraphElement>(null);
  const isPressed = useRef(false);

  useLayoutEffect(() => {
    // The button goes away, and the focus would be lost.
    if (isPressed.current && remembered !== undefined) kept.current?.focus();
  }, [remembered]);

  return (
    <div class="understood">
      <p class="detail">
        Understood with <bdi>{model}</bdi>
      </p>
      {remembered !== undefined && (
        <p ref={kept} class="done" tabIndex={-1}>
          Remembered: <bdi>“{remembered}”</bdi>
        </p>
      )}
      {isOffered && (
        <button
          type="button"
          aria-disabled={isSaving}
          onClick={() => {
            isPressed.current = true;
            if (!isSaving) onRemember();
          }}
        >
          Remember this way of saying it
        </button>
      )}
      {fault !== undefined && (
        <p class="fault">
          <bdi>{fault}</bdi>
        </p>
      )}
    </div>
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
