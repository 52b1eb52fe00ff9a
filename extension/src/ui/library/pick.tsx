// A small choice in a row of controls.

interface Props<C extends string> {
  label: string;
  value: C;
  choices: readonly (readonly [choice: C, name: string])[];
  onChoose: (choice: C) => void;
}

export function Pick<C extends string>({ label, value, choices, onChoose }: Props<C>) {
  return (
    <select
      class="pick"
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(([choice]) => choice === currentTarget.value);
        if (chosen) onChoose(chosen[0]);
      }}
    >
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}
