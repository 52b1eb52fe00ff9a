// The field where the person types what to do, with its completions and the parse so far.
import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { Draft } from '../language/draft';
import { handleKey } from '../language/keys';
import { UTTERANCE_LENGTH_MAX } from '../language/sanitize-utterance';
import { CompletionList, optionId } from './completion-list';
import { Icon } from './icon';
import { ParsePreview, UnknownHint } from './parse-preview';
import { useWatched } from './use-watched';

interface Props {
  draft: Draft;
  isConnected: boolean;
  isRunning: boolean;
  /** Whatever is typed is for the task under way: no command is understood or suggested. */
  isForTask: boolean;
  /** What no grammar knows is a task for a model. */
  hasModel: boolean;
  /** A model can say what a line means as a command. */
  canTranslate: boolean;
  placeholder: string;
  input: RefObject<HTMLTextAreaElement | null>;
  /** False while another run is under way. As a command: even if it is none that a grammar knows. */
  onSubmit: (as?: 'command') => boolean;
  /** What stands below the field. */
  children?: ComponentChildren;
}

export function Composer(props: Props) {
  const { draft, isConnected, isRunning, isForTask, hasModel, canTranslate } = props;
  const { placeholder, input, onSubmit, children } = props;
  const id = useId();
  const [isTooSoon, setTooSoon] = useState(false);
  const state = useWatched(draft);
  const { text, parsed, chosen } = state;
  const isUnknown = parsed?.utterance.steps.length === 0;
  const hints = !isForTask && hasModel && isUnknown;

  useLayoutEffect(() => {
    // What is typed may have more lines than the field shows: scroll to its end.
    const field = input.current;
    if (field?.selectionEnd === text.length) field.scrollTop = field.scrollHeight;
  }, [input, text]);

  const submit = (as?: 'command') => {
    setTooSoon(!onSubmit(as));
  };

  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    const { key, isComposing, shiftKey, ctrlKey, altKey, metaKey } = event;
    const isCommand = key === 'Enter' && (ctrlKey || metaKey);
    // Shift and Enter begin a new line, as the browser does it.
    if (isComposing || shiftKey || altKey) return;
    if ((ctrlKey || metaKey) && !isCommand) return;
    // In a text of several lines the arrows go from line to line.
    if (ARROWS.has(key) && text.includes('\n')) return;
    const result = handleKey(draft, key, isCaretAtEnd(event.currentTarget));
    if (result === 'default') return;
    event.preventDefault();
    if (result === 'submit') submit(isCommand ? 'command' : undefined);
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
        <textarea
          ref={input}
          id={id}
          rows={1}
          value={text}
          placeholder={placeholder}
          disabled={!isConnected}
          maxLength={UTTERANCE_LENGTH_MAX}
          autocomplete="off"
          spellcheck={false}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : optionId(`${id}-list`, chosen)}
          aria-describedby={hints ? `${id}-hint ${id}-keys` : `${id}-keys`}
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
      {children}
      <ParsePreview parts={isForTask ? [] : (parsed?.utterance.parts ?? [])} />
      {hints && <UnknownHint id={`${id}-hint`} canTranslate={canTranslate} />}
      <p class="detail composer-note" role="status">
        {isTooSoon && isRunning && 'Still working. Wait, or press Stop.'}
      </p>
      <p id={`${id}-keys`} class="keys">
        {!isForTask && (
          <>
            <span>
              <kbd>↓</kbd> suggestions
            </span>
            <span>
              <kbd>Tab</kbd> takes one
            </span>
          </>
        )}
        <span>
          <kbd>↑</kbd> typed before
        </span>
        <span>
          <kbd>Shift</kbd> <kbd>Enter</kbd> new line
        </span>
      </p>
    </form>
  );
}

const ARROWS = new Set(['ArrowUp', 'ArrowDown']);

function isCaretAtEnd({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  return selectionStart === value.length && selectionEnd === value.length;
}
