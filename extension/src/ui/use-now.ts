// The time, renewed every second while it is watched.
import { useEffect, useState } from 'preact/hooks';

export function useNow(isWatched: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isWatched) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, [isWatched]);
  return now;
}
