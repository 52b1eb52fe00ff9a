// The person's own words about a page, and their tags.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { askWorker } from '../../messages';
import type { PageView } from '../../wire';

const NOTE_CHARS_MAX = 20_000;
const TAG_CHARS_MAX = 80;
const TAGS_MAX = 100;

interface Props {
  data: PageView;
  onSaved: (data: PageView) => void;
}

export function NoteEditor({ data, onSaved }: Props) {
  const { note = '', page } = data;
  const [isOpen, setOpen] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  if (isOpen) {
    return (
      <NoteForm
        key={page.id}
        data={data}
        onSaved={onSaved}
        onClose={() => {
          setOpen(false);
          requestAnimationFrame(() => edit.current?.focus());
        }}
      />
    );
  }
  const hasWords = note !== '' || page.tags.length > 0;
  return (
    <section class="card">
      <div class="card-head">
        <h2>Your note</h2>
        <button
          type="button"
          class="quiet"
          ref={edit}
          onClick={() => {
            setOpen(true);
          }}
        >
          {hasWords ? 'Edit' : 'Add'}
        </button>
      </div>
      {note !== '' && <p class="small note-text">{note}</p>}
      {page.tags.length > 0 && (
        <ul class="chips" aria-label="Tags">
          {page.tags.map((tag) => (
            <li key={tag} class="badge drive">
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
      {!hasWords && <p class="detail">Words and tags of your own. Search finds them, too.</p>}
    </section>
  );
}

function NoteForm({ data, onSaved, onClose }: Props & { onClose: () => void }) {
  const id = useId();
  const [note, setNote] = useState(data.note ?? '');
  const [tags, setTags] = useState(data.page.tags.join(', '));
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);

  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      onSaved(await askWorker('editPage', { page: data.page.id, note, tags: tagsIn(tags) }));
      onClose();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="labelled">
        <label for={`${id}-note`}>Your note</label>
        <textarea
          id={`${id}-note`}
          ref={field}
          rows={4}
          maxLength={NOTE_CHARS_MAX}
          value={note}
          onInput={({ currentTarget }) => {
            setNote(currentTarget.value);
          }}
        />
      </div>
      <div class="labelled">
        <label for={`${id}-tags`}>Tags</label>
        <input
          id={`${id}-tags`}
          type="text"
          value={tags}
          autocomplete="off"
          aria-describedby={`${id}-hint`}
          onInput={({ currentTarget }) => {
            setTags(currentTarget.value);
          }}
        />
        <p id={`${id}-hint`} class="detail">
          With commas between them. <code>tag:</code> finds them.
        </p>
      </div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
      <p class="fault" role="alert">
        {fault}
      </p>
    </form>
  );
}

function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, TAG_CHARS_MAX));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, TAGS_MAX);
}
