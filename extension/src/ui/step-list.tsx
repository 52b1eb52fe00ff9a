// The steps of what was said, and how each goes. All of it may be text of a page: shown, never run.
import type { ShownStep } from '../language/sanitize-utterance';
import type { Run } from '../language/runs';
import { stepStateLabel } from '../language/describe';

export function StepList({ run }: { run: Run }) {
  return (
    <ol class="steps">
      {run.steps.map((step) => (
        <StepView
          key={step.index}
          step={step}
          state={stepStateLabel(step.state, run)}
          // Else it would stand there twice.
          showsWords={step.words !== run.text}
        />
      ))}
    </ol>
  );
}

interface Props {
  step: ShownStep;
  state: string;
  showsWords: boolean;
}

function StepView({ step, state, showsWords }: Props) {
  const { words, does, message, result } = step;
  return (
    <li class={`step-${step.state}`}>
      {/* Read aloud as a whole, whatever of it changes. */}
      <div aria-atomic="true">
        <div class="entry-head">
          <bdi>{does || words}</bdi>
          <span class="outcome">{state}</span>
        </div>
        {showsWords && words !== '' && (
          <p class="detail">
            <bdi>“{words}”</bdi>
          </p>
        )}
        {message !== '' && (
          <p class={step.state === 'failed' ? 'fault' : 'step-message'}>
            <bdi>{message}</bdi>
          </p>
        )}
      </div>
      {result !== undefined && result !== '' && (
        <details>
          <summary>Result</summary>
          <pre tabIndex={0} role="region" aria-label="Result">
            <bdi>{result}</bdi>
          </pre>
        </details>
      )}
    </li>
  );
}
