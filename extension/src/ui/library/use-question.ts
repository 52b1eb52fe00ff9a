// A question and its answer: in the pages' words at first, by a model or from the web when the person asks for that.
import { useCallback, useRef, useState } from 'preact/hooks';
import { askWorker } from '../../messages';
import type { Answer } from '../../wire';

/** Who answers: what was read, in its own words or by a model, or the web, in the words of its pages. */
export type Answerer = 'memory' | 'model' | 'web';

export interface Question {
  asked: string | undefined;
  answer: Answer | undefined;
  /** Who gave the answer. */
  by: Answerer;
  fault: string | undefined;
  isBusy: boolean;
  ask: (question: string, by?: Answerer) => void;
  close: () => void;
}

interface State {
  asked?: string;
  answer?: Answer;
  by?: Answerer;
  fault?: string;
  isBusy: boolean;
}

export function useQuestion(): Question {
  const [state, setState] = useState<State>({ isBusy: false });
  const latest = useRef(0);

  const ask = useCallback((question: string, by: Answerer = 'memory') => {
    latest.current += 1;
    const number = latest.current;
    const settle = (next: State) => {
      if (latest.current === number) setState(next);
    };
    // What is shown stays while a model writes or the web is searched.
    setState((before) => ({
      asked: question,
      isBusy: true,
      ...(by !== 'memory' && before.answer && { answer: before.answer, by: before.by ?? 'memory' }),
    }));
    const request = by === 'web' ? 'lookUpOnWeb' : 'askKnowledge';
    askWorker(request, { question, withoutModel: by !== 'model' }).then(
      (answer) => {
        settle({ asked: question, answer, by, isBusy: false });
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

  const { asked, answer, by = 'memory', fault, isBusy } = state;
  return { asked, answer, by, fault, isBusy, ask, close };
}
