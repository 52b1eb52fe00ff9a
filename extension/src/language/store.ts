// A state that changes, and those who watch it: what lets the panel's logic be tested without a page.

export interface Store<S> {
  get: () => S;
  set: (state: S) => void;
  /** Gives back how to stop watching. */
  watch: (watcher: () => void) => () => void;
}

/** What a component may do with it. */
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
