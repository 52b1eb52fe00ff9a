// Labelled fields of forms.
import { useId } from 'preact/hooks';

const TEXT_LENGTH_MAX = 500;
/** Some keys are long tokens. */
const SECRET_LENGTH_MAX = 4096;

const KINDS = {
  text: { type: 'text', maxLength: TEXT_LENGTH_MAX, autocomplete: 'off' },
  password: { type: 'password', maxLength: SECRET_LENGTH_MAX, autocomplete: 'new-password' },
} as const;

interface TextProps {
  label: string;
  /** `password` for what nobody may see while it is typed. */
  type?: keyof typeof KINDS;
  placeholder?: string | undefined;
  hint?: string;
  value: string;
  onInput: (text: string) => void;
  /** The person has left the field or pressed Enter. */
  onSettled?: () => void;
}

export function TextField(props: TextProps) {
  const { label, type = 'text', placeholder, hint, value, onInput, onSettled } = props;
  const id = useId();
  return (
    <div class="labelled">
      <label for={id}>{label}</label>
      <input
        id={id}
        {...KINDS[type]}
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={({ currentTarget }) => {
          onInput(currentTarget.value);
        }}
        onChange={onSettled}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} class="detail">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<C extends string> {
  label: string;
  value: C | '';
  /** The name of the empty choice. */
  none: string;
  choices: readonly (readonly [choice: C, name: string])[];
  onChoose: (choice: C | '') => void;
}

export function ChoiceField<C extends string>(props: ChoiceProps<C>) {
  const { label, value, none, choices, onChoose } = props;
  const id = useId();
  return (
    <div class="labelled">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          onChoose(choices.find(([choice]) => choice === currentTarget.value)?.[0] ?? '');
        }}
      >
        <option value="">{none}</option>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
