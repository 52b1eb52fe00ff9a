// A setting that is on or off, and saved at once.
import { useId } from 'preact/hooks';

interface Props {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, hint, isOn, onChange }: Props) {
  const id = useId();
  return (
    <div class="switch-row">
      <div class="switch-words">
        <label for={id}>{label}</label>
        <p id={`${id}-hint`} class="detail">
          {hint}
        </p>
      </div>
      <span class="switch">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            const wanted = currentTarget.checked;
            // It shows what is saved, and so stays as it is until that changes.
            currentTarget.checked = isOn;
            onChange(wanted);
          }}
        />
        <span />
      </span>
    </div>
  );
}
