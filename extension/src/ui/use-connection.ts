// The state of the connection, kept fresh by the worker's broadcasts.
import { useEffect, useState } from 'preact/hooks';
import type { ConnectionState } from '../connection/state';
import { askWorker, onBroadcast } from '../messages';

/** Undefined until the worker has answered for the first time. */
export function useConnection(): ConnectionState | undefined {
  const [state, setState] = useState<ConnectionState>();
  useEffect(() => {
    const stop = onBroadcast('connectionChanged', ({ state: told }) => {
      setState(told);
    });
    askWorker('getConnection', {}).then(setState, console.warn);
    return stop;
  }, []);
  return state;
}
