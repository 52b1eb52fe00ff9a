// The questions that wait for the person, kept fresh by the worker's broadcasts, and their answers.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { askWorker, onBroadcast } from '../messages';
import type { PolicyAnswer, PolicyQuestion } from '../wire';

export interface Waiting {
  question: PolicyQuestion;
  /** When the question times out and counts as a no, on the clock of `performance.now`. */
  until: number;
}

export interface Questions {
  /** Undefined until the worker has answered for the first time. */
  waiting: Waiting[] | undefined;
  /** Why the last answer was not accepted. */
  fault: string | undefined;
  answer: (answer: PolicyAnswer) => Promise<void>;
  forgetFault: () => void;
}

/** The daemon tells when a question ends. Should that message be lost, the page refreshes itself. */
const REFRESH_DELAY_MS = 1_000;

export function useQuestions(): Questions {
  const [waiting, setWaiting] = useState<Waiting[]>();
  const [fault, setFault] = useState<string>();

  const show = useCallback((questions: readonly PolicyQuestion[]) => {
    const now = performance.now();
    setWaiting(questions.map((question) => ({ question, until: now + question.leftMs })));
  }, []);

  // A broadcast that arrives during a refresh is newer than the refresh's reply (a race).
  const broadcastsSeen = useRef(0);
  const refresh = useCallback(async () => {
    const seenBefore = broadcastsSeen.current;
    const questions = await askWorker('listQuestions', {}).catch((error: unknown) => {
      // Without a daemon there is no question that could be answered.
      console.warn(error);
      return [];
    });
    if (broadcastsSeen.current === seenBefore) show(questions);
  }, [show]);

  useEffect(() => {
    const stop = onBroadcast('questionsChanged', ({ questions }) => {
      broadcastsSeen.current += 1;
      show(questions);
    });
    void refresh();
    return stop;
  }, [show, refresh]);

  useEffect(() => {
    if (!waiting || waiting.length === 0) return;
    const firstEnd = Math.min(...waiting.map(({ until }) => until));
    const delayMs = Math.max(0, firstEnd - performance.now()) + REFRESH_DELAY_MS;
    const timer = setTimeout(() => void refresh(), delayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [waiting, refresh]);

  const answer = useCallback(
    async (given: PolicyAnswer) => {
      try {
        await askWorker('answerQuestion', { answer: given });
        setFault(undefined);
        setWaiting((before) => before?.filter(({ question }) => question.id !== given.id));
      } catch (error) {
        setFault(
          `Your answer did not count: ${error instanceof Error ? error.message : String(error)}`,
        );
        await refresh();
      }
    },
    [refresh],
  );

  const forgetFault = useCallback(() => {
    setFault(undefined);
  }, []);

  return { waiting, fault, answer, forgetFault };
}
