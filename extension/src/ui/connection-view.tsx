// The state of the connection, with the button or the pairing form that establishes it.
import type { ConnectionState } from '../connection/state';
import { describe } from '../connection/describe';
import { askWorker } from '../messages';
import { PairingForm } from './pairing-form';
import { loadPairingPort } from './pairing-port';
import { StateView } from './state-view';
import { useLoaded } from './use-loaded';

export function ConnectionView({ state }: { state: ConnectionState }) {
  const port = useLoaded(loadPairingPort);
  return (
    <>
      <StateView state={state} onConnect={connect} />
      {port !== undefined && describe(state).needsPairing && (
        <PairingForm
          port={port}
          onPair={(code) => askWorker('pair', { code, port })}
          onConnect={connect}
        />
      )}
    </>
  );
}

function connect() {
  askWorker('connect', {}).catch(console.warn);
}
