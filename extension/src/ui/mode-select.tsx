// One choice of what may be done: by a client, or on a site. It is saved as soon as it is made.
import { useState } from 'preact/hooks';
import { MODES } from '../policy/describe';
import type { Mode } from '../wire';

interface Props {
  /** For a screen reader; the page shows what it is about beside it. */
  label: string;
  names: Record<Mode, string>;
  /** Nothing where the rules beside this choice decide. */
  chosen: Mode | undefined;
  /** Rejects with a message for a person. */
  onChoose: (mode: Mode | undefined) => Promise<void>;
}

export function ModeSelect({ label, names, chosen, onChoose }: Props) {
  const [wanted, setWanted] = useState<{ mode: Mode | undefined }>();
  const [fault, setFault] = useState<string>();

  const choose = async (mode: Mode | undefined) => {
    setWanted({ mode });
    setFault(undefined);
    try {
      await onChoose(mode);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setWanted(undefined);
    }
  };

  const shown = wanted ? wanted.mode : chosen;
  return (
    <>
      <select
        aria-label={label}
        value={shown ?? ''}
        onChange={({ currentTarget }) => {
          const mode = MODES.find((one) => one === currentTarget.value);
          if (!wanted) void choose(mode);
        }}
      >
        <option value="">No rule</option>
        {MODES.map((mode) => (
          <option key={mode} value={mode}>
            {names[mode]}
          </option>
        ))}
      </select>
      <p class="fault" role="alert">
        {fault}
      </p>
    </>
  );
}
