// Sites or hosts, with a field that adds one.
import { useId, useRef, useState } from 'preact/hooks';
import { hostIn } from '../knowledge/describe';
import { IconButton } from './icon-button';

interface Props {
  title: string;
  hint: string;
  /** What one is called: `site`. */
  noun: string;
  placeholder: string;
  hosts: readonly string[];
  /** Each rejects with a message for a person. */
  onAdd: (host: string) => Promise<void>;
  onRemove: (host: string) => Promise<void>;
}

export function HostList({ title, hint, noun, placeholder, hosts, onAdd, onRemove }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [text, setText] = useState('');
  const [note, setNote] = useState<{ text: string; isFault: boolean }>();

  const attempt = async (work: () => Promise<void>, done: string) => {
    try {
      await work();
      setNote({ text: done, isFault: false });
    } catch (error) {
      setNote({ text: error instanceof Error ? error.message : String(error), isFault: true });
    }
  };
  const add = async () => {
    const host = hostIn(text);
    if (host === undefined) {
      setNote({ text: `Write a ${noun}, such as ${placeholder}.`, isFault: true });
      return;
    }
    await attempt(async () => {
      await onAdd(host);
      setText('');
    }, `${host} added.`);
  };

  return (
    <section class="card hosts">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p id={`${id}-hint`} class="detail">
        {hint}
      </p>
      {hosts.length > 0 && (
        <ul>
          {hosts.map((host) => (
            <li key={host}>
              <bdi>{host}</bdi>
              <IconButton
                icon="trash"
                label={`Remove ${host}`}
                onPress={() => {
                  void attempt(async () => {
                    await onRemove(host);
                    // The focused button goes away with its row, so the focus moves to the heading.
                    heading.current?.focus();
                  }, `${host} removed.`);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        class="setting"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label for={id}>Add a {noun}</label>
        <div class="field">
          <input
            id={id}
            value={text}
            placeholder={placeholder}
            maxLength={253}
            autocomplete="off"
            spellcheck={false}
            aria-describedby={`${id}-hint ${id}-note`}
            aria-invalid={note?.isFault ?? false}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setNote(undefined);
            }}
          />
          <button type="submit">Add</button>
        </div>
        <p id={`${id}-note`} class={note?.isFault ? 'fault' : 'done'} role="status">
          {note?.text}
        </p>
      </form>
    </section>
  );
}
