// A small observable store, so that the panel's logic can be tested without a page.

export interface Store<S> {
  get: () => S;
  set: (state: S) => void;
  /** Returns the function that stops watching. */
  watch: (watcher: () => void) => () => void;
}

/** A store that a component may read and watch, but not change. */
export type Watched<S> = Pick<Store<S>, 'get' | 'watch'>;

export function createStore<S>(first: S): Store<S> {
  const watchers = new Set<() => void>();
  let state = first;
  return {
    get: () => state,
    set(next) {
      state = next;
      for (const watcher of watchers) watcher();
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
  };
}
