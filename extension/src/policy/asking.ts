// Brings what waits for the person before the person. What it remembers may be lost with the worker:
// then a question is brought up once more.
import type { PolicyQuestion } from '../wire';
import type { BringUp } from './ask-window';

export interface Asking {
  changed(questions: readonly PolicyQuestion[]): void;
}

/** `show` is for badge and open pages; the window comes up for a question that is new, once. */
export function createAsking(
  show: (questions: readonly PolicyQuestion[]) => void,
  bringUp: BringUp,
): Asking {
  let known: ReadonlySet<number> = new Set();
  let isCallDue = false;
  let isCalling = false;

  /** One at a time: two questions at once must not open two windows. */
  async function call() {
    isCalling = true;
    while (isCallDue) {
      isCallDue = false;
      try {
        await bringUp();
      } catch (error) {
        console.warn('No window could be opened for a question; the popup has it:', error);
      }
    }
    isCalling = false;
  }

  return {
    changed(questions) {
      const hasNew = questions.some(({ id }) => !known.has(id));
      known = new Set(questions.map(({ id }) => id));
      show(questions);
      // What is answered meanwhile needs no window.
      isCallDue = known.size > 0 && (isCallDue || hasNew);
      if (isCallDue && !isCalling) void call();
    },
  };
}
