// Asks when the person pauses, and believes only the answer to what was asked last.

export interface Latest<Q> {
  ask(question: Q): void;
  /** Nothing that was asked counts any more. */
  drop(): void;
}

interface Asking<Q, A> {
  pauseMs: number;
  ask: (question: Q) => Promise<A>;
  tell: (answer: A, question: Q) => void;
}

export function createLatest<Q, A>({ pauseMs, ask, tell }: Asking<Q, A>): Latest<Q> {
  let edition = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  function drop() {
    edition += 1;
    clearTimeout(pause);
  }

  return {
    drop,
    ask(question) {
      drop();
      const asked = edition;
      pause = setTimeout(() => {
        ask(question).then((answer) => {
          if (edition === asked) tell(answer, question);
          // Help with typing that does not come is no fault of the person's.
        }, console.warn);
      }, pauseMs);
    },
  };
}
