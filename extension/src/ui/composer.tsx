// Where the person says what to do: one line, its completions, and how it is read so far.
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Draft } from '../language/draft';
import { handleKey } from '../language/keys';
import { UTTERANCE_LENGTH_MAX } from '../language/sanitize-utterance';
import { CompletionList, optionId } from './completion-list';
import { ParsePreview } from './parse-preview';
import { useWatched } from './use-watched';

interface Props {
  draft: Draft;
  isConnected: boolean;
  isRunning: boolean;
  input: RefObject<HTMLInputElement | null>;
  /** False while something else runs. */
  onSubmit: () => boolean;
}

export function Composer({ draft, isConnected, isRunning, input, onSubmit }: Props) {
  const id = useId();
  const [isTooSoon, setTooSoon] = useState(false);
  const state = useWatched(draft);
  const { text, parsed, completions, chosen } = state;

  useLayoutEffect(() => {
    // A completion may be longer than the line is wide.
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
      class="say"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label for={id}>What should Tabwright do?</label>
      <div class="field">
        <input
          ref={input}
          id={id}
          value={text}
          placeholder="open wikipedia.org"
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
        <button type="submit" class="primary" disabled={!isConnected || isRunning}>
          Send
        </button>
      </div>
      <p id={`${id}-keys`} class="unseen">
        Down chooses a suggestion, Tab takes it. Up brings back what you typed before.
      </p>
      <div class="under">
        <ParsePreview parts={parsed?.utterance.parts ?? []} />
        <CompletionList
          id={`${id}-list`}
          state={state}
          onAccept={(index) => {
            draft.accept(index);
          }}
        />
      </div>
      <p class="detail say-note" role="status">
        {isTooSoon && isRunning && 'Still working. Wait, or press Stop.'}
      </p>
    </form>
  );
}

function isCaretAtEnd({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === value.length && selectionEnd === value.length;
}
