// The models that are set up: what each is, whether it works, and what can be done with it.
import { useRef, useState } from 'preact/hooks';
import { describeModel, describeProblem, describeTest, testedParts } from '../models/describe';
import type { ModelRecord, ModelTest } from '../wire';
import { IconButton } from './icon-button';

interface Props {
  models: readonly ModelRecord[];
  /** Each rejects with a message for a person. */
  onRemove: (name: string) => Promise<void>;
  onSetDefault: (name: string) => Promise<void>;
  onTest: (name: string) => Promise<ModelTest>;
  /** With the button that was pressed. */
  onChange: (model: ModelRecord, button: HTMLElement) => void;
}

type Note = { text: string; isFault: boolean } | undefined;

export function ModelList({ models, onRemove, onSetDefault, onTest, onChange }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [note, setNote] = useState<Note>();

  const attempt = async (work: () => Promise<void>, done: string) => {
    setNote(undefined);
    try {
      await work();
      setNote({ text: done, isFault: false });
    } catch (error) {
      setNote({ text: error instanceof Error ? error.message : String(error), isFault: true });
    }
  };

  return (
    <section class="models" aria-labelledby="models-heading">
      <h2 id="models-heading" class="unseen" ref={heading} tabIndex={-1}>
        Your models
      </h2>
      {models.length === 0 && (
        <p class="detail">
          No model yet. Everything else works without one. With one, you can give Tabwright a task
          in your own words.
        </p>
      )}
      <ul>
        {models.map((model) => (
          <Item
            key={model.name}
            model={model}
            onTest={onTest}
            onChange={onChange}
            onSetDefault={() =>
              attempt(() => onSetDefault(model.name), `${model.name} is the default now.`)
            }
            onRemove={() =>
              attempt(async () => {
                await onRemove(model.name);
                // The focused button goes away with its model, so the focus moves to the heading.
                heading.current?.focus();
              }, `${model.name} and its key are removed.`)
            }
          />
        ))}
      </ul>
      <p class={note?.isFault ? 'fault' : 'done'} role="status">
        {note?.text}
      </p>
    </section>
  );
}

interface ItemProps {
  model: ModelRecord;
  onTest: (name: string) => Promise<ModelTest>;
  onChange: Props['onChange'];
  onSetDefault: () => Promise<void>;
  onRemove: () => Promise<void>;
}

function Item({ model, onTest, onChange, onSetDefault, onRemove }: ItemProps) {
  const [isTesting, setTesting] = useState(false);
  const [tested, setTested] = useState<ModelTest>();
  const [fault, setFault] = useState<string>();
  const problem = describeProblem(model);

  const test = async () => {
    if (isTesting) return;
    setTesting(true);
    setTested(undefined);
    setFault(undefined);
    try {
      setTested(await onTest(model.name));
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setTesting(false);
    }
  };

  return (
    <li class="model">
      <div class="model-words">
        <p class="model-name">
          <bdi>{model.name}</bdi>
          {model.isDefault && <span class="badge good">Default</span>}
        </p>
        <p class="detail">
          <bdi>{describeModel(model)}</bdi>
        </p>
      </div>
      <div class="buttons">
        <button
          type="button"
          aria-disabled={isTesting}
          aria-label={`Test ${model.name}`}
          onClick={() => void test()}
        >
          {isTesting ? 'Testing…' : 'Test'}
        </button>
        <button
          type="button"
          aria-label={`Change ${model.name}`}
          onClick={({ currentTarget }) => {
            onChange(model, currentTarget);
          }}
        >
          Change
        </button>
        {!model.isDefault && (
          <button
            type="button"
            aria-label={`Make ${model.name} the default`}
            onClick={() => void onSetDefault()}
          >
            Make default
          </button>
        )}
        <IconButton
          icon="trash"
          label={`Remove ${model.name} and its key`}
          onPress={() => void onRemove()}
        />
      </div>
      {problem !== undefined && <p class="fault">{problem}</p>}
      <div role="status" class="model-test">
        {isTesting && <p class="detail">Asking it twice. A slow model takes a while.</p>}
        {fault !== undefined && <p class="fault">{fault}</p>}
        {tested && (
          <>
            <ul class="buttons">
              {testedParts(tested).map(([part, works]) => (
                <li key={part} class={`badge ${works ? 'good' : 'bad'}`}>
                  {part}: {works ? 'works' : 'doesn’t work'}
                </li>
              ))}
            </ul>
            <p class="detail">{describeTest(tested)}</p>
          </>
        )}
      </div>
    </li>
  );
}
