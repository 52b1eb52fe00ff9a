// What the agent asks the person. It waits as long as it takes, so nothing here counts down.
import { useId, useState } from 'preact/hooks';
import type { RunAsk } from '../wire';
import { Icon } from './icon';

const ANSWER_LENGTH_MAX = 2_000;

interface Props {
  ask: RunAsk;
  isBusy: boolean;
  onAnswer: (answer: string) => void;
}

export function TaskQuestion({ ask, isBusy, onAnswer }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const answer = text.trim() === '' ? chosen : text.trim();
  const isUnavailable = isBusy || answer === undefined;
  return (
    <form
      class="task-question"
      aria-labelledby={`${id}-question`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnavailable) onAnswer(answer);
      }}
    >
      <p class="turn-head">
        <Icon name="question" />
        Your answer, please
      </p>
      <div class="task-question-body">
        <h2 id={`${id}-question`}>
          <bdi>{ask.question}</bdi>
        </h2>
        {ask.choices.map((choice) => (
          <label key={choice} class="choice">
            <input
              type="radio"
              name={id}
              checked={choice === chosen}
              onChange={() => {
                setChosen(choice);
                setText('');
              }}
            />
            <bdi>{choice}</bdi>
          </label>
        ))}
        <input
          value={text}
          maxLength={ANSWER_LENGTH_MAX}
          aria-label="Answer in your own words"
          placeholder={ask.choices.length > 0 ? 'Or in your own words…' : 'Your answer…'}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
          }}
        />
        <div class="task-question-end">
          <button type="submit" class="primary" aria-disabled={isUnavailable}>
            Answer{text.trim() === '' && chosen !== undefined && <bdi> “{chosen}”</bdi>}
          </button>
          <p class="detail">No hurry: it waits, even if you close Chrome.</p>
        </div>
      </div>
    </form>
  );
}
