// The search field, which also takes questions.
import type { Ref } from 'preact';
import { Icon } from '../icon';
import { IconButton } from '../icon-button';

const LENGTH_MAX = 1_000;

interface Props {
  fieldRef: Ref<HTMLInputElement>;
  text: string;
  hasLetters: boolean;
  onInput: (text: string) => void;
  /** Enter. */
  onSubmit: () => void;
  onClear: () => void;
}

export function SearchField({ fieldRef, text, hasLetters, onInput, onSubmit, onClear }: Props) {
  return (
    <form
      role="search"
      class="search-field"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Icon name="search" />
      <label class="unseen" for="search-field">
        Search your library, or ask
      </label>
      <input
        id="search-field"
        ref={fieldRef}
        type="text"
        value={text}
        maxLength={LENGTH_MAX}
        autocomplete="off"
        spellcheck={false}
        placeholder="Search, or ask: “what did I read about … last month?”"
        onInput={({ currentTarget }) => {
          onInput(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onClear();
        }}
      />
      {text === '' ? (
        hasLetters && <kbd aria-hidden="true">/</kbd>
      ) : (
        <IconButton icon="x" label="Clear" onPress={onClear} />
      )}
    </form>
  );
}
