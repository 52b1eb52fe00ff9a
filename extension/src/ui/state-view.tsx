// The state of the connection: what it is, what to do next, and the button that does it.
import type { ConnectionState } from '../connection/state';
import { describe } from '../connection/describe';
import { Command } from './command';
import { Dot } from './dot';

interface Props {
  state: ConnectionState;
  onConnect: () => void;
}

export function StateView({ state, onConnect }: Props) {
  const { headline, advice, command, detail, canConnect, needsPairing } = describe(state);
  return (
    <section class="state">
      <div role="status" aria-live="polite">
        <h2 class="headline">
          <Dot state={state} />
          {headline}
        </h2>
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
