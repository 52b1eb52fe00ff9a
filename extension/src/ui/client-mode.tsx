// What one agent may do.
import { clientName, MODE_NAMES, MODES, NO_RULE } from '../policy/describe';
import { canBeNamed } from '../policy/site-label';
import { useModeChoice } from './use-mode-choice';
import type { Rules } from './use-rules';

export function ClientMode({ client, rules }: { client: string; rules: Rules }) {
  const { mode, fault, choose } = useModeChoice(rules, { client });
  if (!rules.rules || !canBeNamed(client)) return null;
  return (
    <>
      <select
        class="pill"
        aria-label={`What ${clientName(client)} may do`}
        value={mode ?? ''}
        onChange={({ currentTarget }) => {
          choose(MODES.find((one) => one === currentTarget.value));
        }}
      >
        <option value="">{NO_RULE}</option>
        {MODES.map((one) => (
          <option key={one} value={one}>
            {MODE_NAMES[one]}
          </option>
        ))}
      </select>
      <p class="fault" role="alert">
        {fault}
      </p>
    </>
  );
}
