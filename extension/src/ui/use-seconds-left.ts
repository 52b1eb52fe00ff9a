// A countdown in whole seconds.
import { useEffect, useState } from 'preact/hooks';
import { secondsLeft } from '../policy/countdown';

const TICK_MS = 250;

/** `until` is on the clock of `performance.now`. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return secondsLeft(until, now);
}
