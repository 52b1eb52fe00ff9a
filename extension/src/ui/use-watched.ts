// Subscribes a component to a store.
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
