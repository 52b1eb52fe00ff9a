// What the daemon says of itself, asked again every few seconds while it is connected.
import { useEffect, useState } from 'preact/hooks';
import { askWorker } from '../messages';
import type { Status } from '../wire';

const INTERVAL_MS = 3_000;

export function useStatus(isConnected: boolean): Status | undefined {
  const [status, setStatus] = useState<Status>();
  useEffect(() => {
    if (!isConnected) return;
    const refresh = () => {
      // A lost connection shows as a new state; here the last figures simply stay.
      askWorker('getStatus', {}).then(setStatus, console.warn);
    };
    refresh();
    const timer = setInterval(refresh, INTERVAL_MS);
    return () => {
      clearInterval(timer);
      setStatus(undefined);
    };
  }, [isConnected]);
  return status;
}
