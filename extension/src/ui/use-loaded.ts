// A value that is loaded asynchronously.
import { useEffect, useState } from 'preact/hooks';

/** `load` must be the same function at every render; a new `edition` makes it run again. */
export function useLoaded<T>(load: () => Promise<T>, edition = 0): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    load().then((loaded) => {
      setValue(() => loaded);
    }, console.warn);
  }, [load, edition]);
  return value;
}
