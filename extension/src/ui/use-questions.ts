// What waits for the person, as the worker tells it, and how it is answered.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { askWorker, onBroadcast } from '../messages';
import type { PolicyAnswer, PolicyQuestion } from '../wire';

export interface Waiting {
  question: PolicyQuestion;
  /** By then it is a no; on the clock of `performance.now`. */
  until: number;
}

export interface Questions {
  /** Undefined until the worker has answered for the first time. */
  waiting: Waiting[] | undefined;
  /** Why the last answer did not count. */
  fault: string | undefined;
  answer: (answer: PolicyAnswer) => Promise<void>;
  forgetFault: () => void;
}

/** The daemon tells us when a question ends; if it does not, we look by ourselves. */
const LOOK_LATER_MS = 1_000;

export function useQuestions(): Questions {
  const [waiting, setWaiting] = useState<Waiting[]>();
  const [fault, setFault] = useState<string>();

  const show = useCallback((questions: readonly PolicyQuestion[]) => {
    const now = performance.now();
    setWaiting(questions.map((question) => ({ question, until: now + question.leftMs })));
  }, []);

  // What we are told is newer than an answer that was asked for before it.
  const broadcastsSeen = useRef(0);
  const refresh = useCallback(async () => {
    const seenBefore = broadcastsSeen.current;
    const questions = await askWorker('listQuestions', {}).catch((error: unknown) => {
      // Without a daemon nothing waits that could be answered.
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
    const delayMs = Math.max(0, firstEnd - performance.now()) + LOOK_LATER_MS;
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
          `Your answer was not taken: ${error instanceof Error ? error.message : String(error)}`,
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
