// The connection in words: what it is, what to do next, and the button that does it.
import type { ConnectionState } from '../connection/state';
import { describe } from '../connection/describe';
import { Command } from './command';

interface Props {
  state: ConnectionState;
  onConnect: () => void;
}

export function StateView({ state, onConnect }: Props) {
  const { headline, advice, command, detail, badge, canConnect, needsPairing } = describe(state);
  return (
    <section class="state">
      <div role="status" aria-live="polite">
        <h1 class="headline">
          <span class={`dot tone-${badge?.tone ?? 'good'}`} aria-hidden="true" />
          {headline}
        </h1>
        <p>{advice}</p>
      </div>
      {command && <Command text={command} />}
      {detail && <p class="detail">{detail}</p>}
      {canConnect && !needsPairing && (
        <button type="button" class="primary" onClick={onConnect}>
          Connect
        </button>
      )}
    </section>
  );
}
