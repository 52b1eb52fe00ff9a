// What could follow in the line. The keyboard stays in the line: the list is pointed at from there.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { meantBy, type DraftState } from '../language/draft';
import type { Completion } from '../wire';

interface Props {
  id: string;
  state: DraftState;
  onTake: (index: number) => void;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

export function CompletionList({ id, state, onTake }: Props) {
  const { completions, chosen } = state;
  const meant = meantBy(state);
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
      // A press would take the keyboard out of the line, and the list would close under it.
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
          isMeant={index === meant}
          onTake={() => {
            onTake(index);
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
  /** Tab would take it. */
  isMeant: boolean;
  onTake: () => void;
}

function Option({ id, completion, isChosen, isMeant, onTake }: OptionProps) {
  const { text, kind, about } = completion;
  const isPlaceholder = kind === 'placeholder';
  return (
    <li
      id={id}
      role="option"
      class={`completion-${kind}`}
      aria-selected={isChosen}
      aria-disabled={isPlaceholder}
      onClick={onTake}
    >
      <span class="completion-words">
        <bdi>{isPlaceholder ? `‹${text}›` : text}</bdi>
        {about !== '' && (
          <small>
            <bdi>{about}</bdi>
          </small>
        )}
      </span>
      {isMeant && !isPlaceholder && <kbd aria-hidden="true">Tab</kbd>}
    </li>
  );
}
