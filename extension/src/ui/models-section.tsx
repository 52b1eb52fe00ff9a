// Options: the language models, and the form that adds one or changes one.
import { useRef, useState } from 'preact/hooks';
import type { ModelRecord } from '../wire';
import { ModelForm } from './model-form';
import { ModelList } from './model-list';
import { useModels } from './use-models';

export function ModelsSection() {
  const { list, fault, save, remove, setDefault, test } = useModels();
  const [changed, setChanged] = useState<ModelRecord>();
  const [saved, setSaved] = useState<string>();
  /** The button that opened the form for a change; it gets the focus back. */
  const opener = useRef<HTMLElement>(undefined);

  return (
    <>
      <p class="fault" role="alert">
        {fault}
      </p>
      {list && (
        <>
          <ModelList
            models={list.models}
            onRemove={async (name) => {
              await remove(name);
              if (changed?.name === name) setChanged(undefined);
            }}
            onSetDefault={setDefault}
            onTest={test}
            onChange={(model, button) => {
              setChanged(model);
              setSaved(undefined);
              opener.current = button;
            }}
          />
          <ModelForm
            key={changed?.name ?? ''}
            providers={list.providers}
            changed={changed}
            onSave={save}
            saved={saved}
            onDone={(text) => {
              setChanged(undefined);
              setSaved(text);
              opener.current?.focus();
              opener.current = undefined;
            }}
          />
        </>
      )}
    </>
  );
}
