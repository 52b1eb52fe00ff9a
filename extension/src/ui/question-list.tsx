// The waiting questions, one at a time, and why the last answer was not accepted.
import type { PolicyAnswer } from '../wire';
import { Question } from './question';
import './question.css';
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

/** For the heading above the list. */
export function Position({ waiting }: { waiting: readonly Waiting[] }) {
  return waiting.length > 1 ? <span>1 of {waiting.length}</span> : null;
}
