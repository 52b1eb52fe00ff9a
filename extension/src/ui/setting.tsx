// One setting: a labelled field that is saved by Enter or by its button.
import { useId, useState } from 'preact/hooks';

interface Props {
  label: string;
  hint: string;
  value: string;
  placeholder?: string;
  /** Undefined when the text is fine, else what is wrong with it. */
  check?: (text: string) => string | undefined;
  onSave: (text: string) => Promise<unknown>;
}

export function Setting({ label, hint, value, placeholder, check, onSave }: Props) {
  const id = useId();
  const [text, setText] = useState(value);
  const [note, setNote] = useState<{ text: string; isFault: boolean }>();
  // While rendering and not in an effect, which would run late and undo what was typed meanwhile.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value);
  }

  const save = async () => {
    const fault = check?.(text);
    if (fault !== undefined) {
      setNote({ text: fault, isFault: true });
      return;
    }
    try {
      await onSave(text);
      setNote({ text: 'Saved.', isFault: false });
    } catch (error) {
      setNote({ text: String(error), isFault: true });
    }
  };

  return (
    <form
      class="setting"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label for={id}>{label}</label>
      <div class="field">
        <input
          id={id}
          value={text}
          placeholder={placeholder}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setNote(undefined);
          }}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`${id}-hint ${id}-note`}
          aria-invalid={note?.isFault ?? false}
        />
        <button type="submit">Save</button>
      </div>
      <p id={`${id}-hint`} class="detail">
        {hint}
      </p>
      <p id={`${id}-note`} class={note?.isFault ? 'fault' : 'done'} role="status">
        {note?.text}
      </p>
    </form>
  );
}
