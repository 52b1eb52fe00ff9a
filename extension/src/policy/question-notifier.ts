// Shows questions to the person, and opens the asking window for each new one, once. Its memory of
// known questions is lost when Chrome stops the worker; then the window comes up once more.
import type { PolicyQuestion } from '../wire';
import type { ShowAskWindow } from './ask-window';

export interface QuestionNotifier {
  changed(questions: readonly PolicyQuestion[]): void;
}

/** `show` updates the badge and the open pages. */
export function createQuestionNotifier(
  show: (questions: readonly PolicyQuestion[]) => void,
  showAskWindow: ShowAskWindow,
): QuestionNotifier {
  let known: ReadonlySet<number> = new Set();
  let isWindowDue = false;
  let isOpening = false;

  /** Serialized, so that two questions at once do not race to open two windows. */
  async function openWindow() {
    isOpening = true;
    while (isWindowDue) {
      isWindowDue = false;
      try {
        await showAskWindow();
      } catch (error) {
        console.warn('No window could be opened for a question; the popup has it:', error);
      }
    }
    isOpening = false;
  }

  return {
    changed(questions) {
      const hasNew = questions.some(({ id }) => !known.has(id));
      known = new Set(questions.map(({ id }) => id));
      show(questions);
      // A question that was answered meanwhile needs no window.
      isWindowDue = known.size > 0 && (isWindowDue || hasNew);
      if (isWindowDue && !isOpening) void openWindow();
    },
  };
}
