// A question and its answer: in the pages' words at first, by a model when the person asks for that.
import { useCallback, useRef, useState } from 'preact/hooks';
import { askWorker } from '../../messages';
import type { Answer } from '../../wire';

export interface Question {
  asked: string | undefined;
  answer: Answer | undefined;
  fault: string | undefined;
  isBusy: boolean;
  ask: (question: string, byModel?: boolean) => void;
  close: () => void;
}

interface State {
  asked?: string;
  answer?: Answer;
  fault?: string;
  isBusy: boolean;
}

export function useQuestion(): Question {
  const [state, setState] = useState<State>({ isBusy: false });
  const latest = useRef(0);

  const ask = useCallback((question: string, byModel = false) => {
    latest.current += 1;
    const number = latest.current;
    const settle = (next: State) => {
      if (latest.current === number) setState(next);
    };
    // The quotes stay while a model writes.
    setState((before) => ({
      asked: question,
      isBusy: true,
      ...(byModel && before.answer && { answer: before.answer }),
    }));
    askWorker('askKnowledge', { question, withoutModel: !byModel }).then(
      (answer) => {
        settle({ asked: question, answer, isBusy: false });
      },
      (error: unknown) => {
        const fault = error instanceof Error ? error.message : String(error);
        settle({ asked: question, fault, isBusy: false });
      },
    );
  }, []);

  const close = useCallback(() => {
    latest.current += 1;
    setState({ isBusy: false });
  }, []);

  const { asked, answer, fault, isBusy } = state;
  return { asked, answer, fault, isBusy, ask, close };
}
