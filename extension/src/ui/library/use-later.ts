// Values that follow another one after a while.
import { useEffect, useState } from 'preact/hooks';

/** What loads faster than this is better shown without a sign that it loads. */
const BONES_AFTER_MS = 150;

/** Follows a value when it has not changed for so long. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return settled;
}

/** Whether something has been loading for so long that it should be seen. */
export function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isLoading) return;
    const timer = setTimeout(() => {
      setSlow(true);
    }, BONES_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isLoading]);
  return isLoading && isSlow;
}
