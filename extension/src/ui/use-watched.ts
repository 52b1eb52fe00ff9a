// The state of a store, kept fresh while it is shown.
import { useEffect, useState } from 'preact/hooks';
import type { Watched } from '../language/store';

export function useWatched<S>(watched: Watched<S>): S {
  const [state, setState] = useState(() => watched.get());
  useEffect(() => {
    const look = () => {
      setState(() => watched.get());
    };
    look();
    return watched.watch(look);
  }, [watched]);
  return state;
}
