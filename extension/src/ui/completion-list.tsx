// The completions of the line. The focus stays in the field, which names the chosen option by
// aria-activedescendant.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { defaultCompletion, type DraftState } from '../language/draft';
import type { Completion } from '../wire';

interface Props {
  id: string;
  state: DraftState;
  onAccept: (index: number) => void;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

export function CompletionList({ id, state, onAccept }: Props) {
  const { completions, chosen } = state;
  const byDefault = defaultCompletion(state);
  const list = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    if (chosen !== undefined) list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  return (
    <ul
      ref={list}
      id={id}
      class="completions"
      role="listbox"
      aria-label="Suggestions"
      hidden={completions.length === 0}
      // A press would blur the field, and the list would close before the click arrives.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {completions.map((completion, index) => (
        <Option
          key={`${completion.kind} ${completion.line} ${completion.text}`}
          id={optionId(id, index)}
          completion={completion}
          isChosen={index === chosen}
          isDefault={index === byDefault}
          onAccept={() => {
            onAccept(index);
          }}
        />
      ))}
    </ul>
  );
}

interface OptionProps {
  id: string;
  completion: Completion;
  isChosen: boolean;
  /** The one that Tab accepts. */
  isDefault: boolean;
  onAccept: () => void;
}

function Option({ id, completion, isChosen, isDefault, onAccept }: OptionProps) {
  const { text, kind, about } = completion;
  const isPlaceholder = kind === 'placeholder';
  return (
    <li
      id={id}
      role="option"
      class={`completion-${kind}`}
      aria-selected={isChosen}
      aria-disabled={isPlaceholder}
      onClick={onAccept}
    >
      <span class="completion-words">
        <bdi>{isPlaceholder ? `‹${text}›` : text}</bdi>
        {about !== '' && (
          <small>
            <bdi>{about}</bdi>
          </small>
        )}
      </span>
      {isDefault && !isPlaceholder && <kbd aria-hidden="true">Tab</kbd>}
    </li>
  );
}
