// The daemon's status, polled every few seconds while connected.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { askWorker } from '../messages';
import type { Status } from '../wire';

const INTERVAL_MS = 3_000;

interface FreshStatus {
  status: Status | undefined;
  refresh: () => Promise<void>;
}

export function useStatus(isConnected: boolean): FreshStatus {
  const [status, setStatus] = useState<Status>();
  const refresh = useCallback(async () => {
    try {
      setStatus(await askWorker('getStatus', {}));
    } catch (error) {
      // A lost connection shows as a new connection state; the last figures stay until then.
      console.warn(error);
    }
  }, []);
  useEffect(() => {
    if (!isConnected) return;
    void refresh();
    const timer = setInterval(() => void refresh(), INTERVAL_MS);
    return () => {
      clearInterval(timer);
      setStatus(undefined);
    };
  }, [isConnected, refresh]);
  return { status, refresh };
}
