// A dot in the colour of the connection's state. The words beside it say the same.
import type { ConnectionState } from '../connection/state';
import { describe } from '../connection/describe';

export function Dot({ state }: { state: ConnectionState }) {
  return <span class={`dot tone-${describe(state).badge?.tone ?? 'good'}`} aria-hidden="true" />;
}
