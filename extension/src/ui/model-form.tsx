// Adds a model, or changes one. The key goes to the daemon and is forgotten here.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { draftOf, EMPTY_DRAFT, modelFrom, type ModelDraft } from '../models/draft';
import type { ModelProvider, ModelRecord, NewModel } from '../wire';
import { ChoiceField, TextField } from './fields';

interface Props {
  providers: readonly ModelProvider[];
  /** The model that is to be changed; a new one without it. */
  changed: ModelRecord | undefined;
  /** Rejects with a message for a person. */
  onSave: (model: NewModel) => Promise<void>;
  /** What was saved last, until something else is typed. */
  saved: string | undefined;
  /** Something is saved, or a change is given up. */
  onDone: (saved?: string) => void;
}

export function ModelForm({ providers, changed, onSave, saved, onDone }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<ModelDraft>(changed ? draftOf(changed) : EMPTY_DRAFT);
  const [fault, setFault] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form for a change is below the list: the focus goes there, and the page scrolls with it.
  useEffect(() => {
    if (changed) heading.current?.focus();
  }, [changed]);
  const provider = providers.find((one) => one.id === draft.provider);
  const change = (part: Partial<ModelDraft>) => {
    setDraft({ ...draft, ...part });
    setFault(undefined);
  };

  const save = async () => {
    const read = modelFrom(draft, provider, changed);
    if ('fault' in read) {
      setFault(read.fault);
      return;
    }
    try {
      await onSave(read.model);
      setDraft(EMPTY_DRAFT);
      onDone(`${read.model.name} is saved. Test it above.`);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <form
      class="card"
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
        {changed ? `Change ${changed.name}` : 'Add a model'}
      </h2>
      <div class="columns">
        {!changed && (
          <>
            <ChoiceField
              label="Provider"
              value={draft.provider}
              none="Choose one"
              choices={providers.map((one) => [one.id, one.title])}
              onChoose={(chosen) => {
                change({ provider: chosen });
              }}
            />
            <TextField
              label="Name"
              placeholder={provider?.id}
              hint="What you want to call it."
              value={draft.name}
              onInput={(name) => {
                change({ name });
              }}
            />
          </>
        )}
        <TextField
          label="Model"
          hint="As its provider names it."
          value={draft.model}
          onInput={(model) => {
            change({ model });
          }}
        />
        <TextField
          label="Key"
          type="password"
          placeholder={changed && changed.key !== 'none' ? 'Keep the one there is' : undefined}
          hint="Stored on your computer, with your secrets. It’s sent to the model’s server only."
          value={draft.key}
          onInput={(key) => {
            change({ key });
          }}
        />
        <TextField
          label="API address"
          placeholder={provider?.baseUrl}
          hint={
            changed
              ? 'Another server needs the key again.'
              : 'Empty means the provider’s own. For another server that speaks OpenAI’s format, choose OpenAI.'
          }
          value={draft.baseUrl}
          onInput={(baseUrl) => {
            change({ baseUrl });
          }}
        />
        <TextField
          label="Context window"
          placeholder={provider?.needsContextWindow ? '32000' : 'Not known'}
          hint="How many tokens it can read."
          value={draft.contextWindow}
          onInput={(contextWindow) => {
            change({ contextWindow });
          }}
        />
        <ChoiceField
          label="Pictures"
          value={draft.vision}
          none={changed ? 'As it is' : 'As usual for the provider'}
          choices={[
            ['yes', 'It reads pictures'],
            ['no', 'It reads no pictures'],
          ]}
          onChoose={(vision) => {
            change({ vision });
          }}
        />
        <div class="pair">
          <TextField
            label="Price of input"
            placeholder="Not known"
            hint="For a million tokens."
            value={draft.inputPrice}
            onInput={(inputPrice) => {
              change({ inputPrice });
            }}
          />
          <TextField
            label="Price of output"
            placeholder="Not known"
            hint="In your currency."
            value={draft.outputPrice}
            onInput={(outputPrice) => {
              change({ outputPrice });
            }}
          />
        </div>
      </div>
      <p class={fault === undefined ? 'done' : 'fault'} role="status">
        {fault ?? saved}
      </p>
      <div class="buttons">
        <button type="submit" class="primary">
          {changed ? 'Save' : 'Add model'}
        </button>
        {changed && (
          <button
            type="button"
            onClick={() => {
              onDone();
            }}
          >
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
