// What waits for the person, one at a time, and what became of an answer that came too late.
import type { PolicyAnswer } from '../wire';
import { Question } from './question';
import type { Waiting } from './use-questions';

interface Props {
  waiting: readonly Waiting[];
  fault: string | undefined;
  isAlone: boolean;
  onAnswer: (answer: PolicyAnswer) => Promise<void>;
}

export function QuestionList({ waiting, fault, isAlone, onAnswer }: Props) {
  const [first] = waiting;
  return (
    <>
      <p class="fault" role="alert">
        {fault}
      </p>
      {first && (
        <Question key={first.question.id} waiting={first} isAlone={isAlone} onAnswer={onAnswer} />
      )}
    </>
  );
}

/** Beside the heading of whoever shows the list. */
export function Position({ waiting }: { waiting: readonly Waiting[] }) {
  return waiting.length > 1 ? <span class="detail">1 of {waiting.length}</span> : null;
}
