// The state of the connection, kept fresh by the worker's broadcasts.
import { useEffect, useState } from 'preact/hooks';
import type { ConnectionState } from '../connection/state';
import { askWorker, onBroadcast } from '../messages';

const RETRY_MS = 500;

/** Undefined until the worker has answered for the first time. */
export function useConnection(): ConnectionState | undefined {
  const [state, setState] = useState<ConnectionState>();
  useEffect(() => {
    let isTold = false;
    let retry: ReturnType<typeof setTimeout>;
    const stop = onBroadcast('connectionChanged', ({ state: told }) => {
      isTold = true;
      setState(told);
    });
    const ask = () => {
      askWorker('getConnection', {}).then(
        (answer) => {
          // An answer that a broadcast has overtaken tells of the state before it.
          if (!isTold) setState(answer);
        },
        (error: unknown) => {
          console.warn(error);
          // A worker that has just been started may not listen yet.
          retry = setTimeout(ask, RETRY_MS);
        },
      );
    };
    ask();
    return () => {
      stop();
      clearTimeout(retry);
    };
  }, []);
  return state;
}
