// The state of the connection in one line: a dot and a few words.
import type { ConnectionState } from '../connection/state';
import { describe } from '../connection/describe';
import { Dot } from './dot';

/** `more` follows the headline while connected, for instance the number of agents. */
export function ConnectionStatus({ state, more }: { state: ConnectionState; more?: string }) {
  const { headline } = describe(state);
  const isConnected = state.kind === 'connected';
  return (
    <p class="status">
      <Dot state={state} />
      <span>{isConnected && more !== undefined ? `${headline}, ${more}` : headline}</span>
    </p>
  );
}
