// Something that the daemon is asked for, again where the connection comes back or the person wants to try again.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useLibrary } from './context';

export interface Requested<T> {
  /** The last answer, which may be to an earlier question while a new one is loaded. */
  value: T | undefined;
  fault: string | undefined;
  isLoading: boolean;
  retry: () => void;
  /** Puts another answer in its place: what a change was answered with. */
  replace: (value: T) => void;
}

/** `key` names what is asked for: another key asks anew, and none asks nothing. */
export function useRequest<T>(key: string | undefined, load: () => Promise<T>): Requested<T> {
  const { isConnected } = useLibrary();
  const [answer, setAnswer] = useState<{ value?: T; fault?: string; isLoading: boolean }>({
    isLoading: false,
  });
  const [edition, setEdition] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const answered = useRef<string>(undefined);

  useEffect(() => {
    const isKnown = answered.current === `${key ?? ''}/${edition}`;
    if (key === undefined || !isConnected || isKnown) return;
    let isOutdated = false;
    setAnswer((before) => ({ ...before, isLoading: true }));
    latest.current().then(
      (value) => {
        if (isOutdated) return;
        answered.current = `${key}/${edition}`;
        setAnswer({ value, isLoading: false });
      },
      (error: unknown) => {
        if (isOutdated) return;
        const fault = error instanceof Error ? error.message : String(error);
        setAnswer((before) => ({ ...before, fault, isLoading: false }));
      },
    );
    return () => {
      isOutdated = true;
    };
  }, [key, edition, isConnected]);

  const retry = useCallback(() => {
    setEdition((last) => last + 1);
  }, []);
  const replace = useCallback((value: T) => {
    setAnswer({ value, isLoading: false });
  }, []);
  const { value, fault, isLoading } = answer;
  return { value, fault, isLoading, retry, replace };
}
