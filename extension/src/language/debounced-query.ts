// A debounced query: it runs when typing pauses, and only the result of the newest one counts, so
// that answers that arrive out of order (a race) cannot overwrite newer ones.

export interface DebouncedQuery<Q> {
  run(query: Q): void;
  /** Drops the query that waits or is under way, and its result. */
  cancel(): void;
}

interface Options<Q, R> {
  delayMs: number;
  fetch: (query: Q) => Promise<R>;
  onResult: (result: R, query: Q) => void;
}

export function createDebouncedQuery<Q, R>(options: Options<Q, R>): DebouncedQuery<Q> {
  const { delayMs, fetch, onResult } = options;
  let generation = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel() {
    generation += 1;
    clearTimeout(timer);
  }

  return {
    cancel,
    run(query) {
      cancel();
      const started = generation;
      timer = setTimeout(() => {
        fetch(query).then((result) => {
          if (generation === started) onResult(result, query);
          // Completions are only a help with typing, so a failure is logged and not shown.
        }, console.warn);
      }, delayMs);
    },
  };
}
