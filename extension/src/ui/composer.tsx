// The field where the person types what to do, with its completions and the parse so far.
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Draft } from '../language/draft';
import { handleKey } from '../language/keys';
import { UTTERANCE_LENGTH_MAX } from '../language/sanitize-utterance';
import { CompletionList, optionId } from './completion-list';
import { Icon } from './icon';
import { ParsePreview } from './parse-preview';
import { useWatched } from './use-watched';

interface Props {
  draft: Draft;
  isConnected: boolean;
  isRunning: boolean;
  input: RefObject<HTMLInputElement | null>;
  /** False while another run is under way. */
  onSubmit: () => boolean;
}

export function Composer({ draft, isConnected, isRunning, input, onSubmit }: Props) {
  const id = useId();
  const [isTooSoon, setTooSoon] = useState(false);
  const state = useWatched(draft);
  const { text, parsed, completions, chosen } = state;

  useLayoutEffect(() => {
    // A completion may be longer than the field is wide: scroll to its end.
    const line = input.current;
    if (line?.selectionEnd === text.length) line.scrollLeft = line.scrollWidth;
  }, [input, text]);

  const submit = () => {
    setTooSoon(!onSubmit());
  };

  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    const { key, isComposing, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (isComposing || shiftKey || ctrlKey || altKey || metaKey) return;
    const result = handleKey(draft, key, isCaretAtEnd(event.currentTarget));
    if (result === 'default') return;
    event.preventDefault();
    if (result === 'submit') submit();
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CompletionList
        id={`${id}-list`}
        state={state}
        onAccept={(index) => {
          draft.accept(index);
        }}
      />
      <div class="composer-line">
        <label class="unseen" for={id}>
          What should Tabwright do?
        </label>
        <input
          ref={input}
          id={id}
          value={text}
          placeholder="Say what to do…"
          disabled={!isConnected}
          maxLength={UTTERANCE_LENGTH_MAX}
          autocomplete="off"
          spellcheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={completions.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : optionId(`${id}-list`, chosen)}
          aria-describedby={`${id}-keys`}
          onInput={({ currentTarget }) => {
            setTooSoon(false);
            draft.type(currentTarget.value, isCaretAtEnd(currentTarget));
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            draft.closeCompletions();
          }}
        />
        <button
          type="submit"
          class="send primary"
          aria-label="Send"
          title="Send"
          disabled={!isConnected || isRunning}
        >
          <Icon name="up" />
        </button>
      </div>
      <ParsePreview parts={parsed?.utterance.parts ?? []} />
      <p class="detail composer-note" role="status">
        {isTooSoon && isRunning && 'Still working. Wait, or press Stop.'}
      </p>
      <p id={`${id}-keys`} class="keys">
        <span>
          <kbd>↓</kbd> suggestions
        </span>
        <span>
          <kbd>Tab</kbd> takes one
        </span>
        <span>
          <kbd>↑</kbd> typed before
        </span>
      </p>
    </form>
  );
}

function isCaretAtEnd({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === value.length && selectionEnd === value.length;
}
