// The steps of a run, one line each. All their text may come from a page: it is shown, never run.
import type { ComponentChildren } from 'preact';
import { stepStateLabel } from '../language/describe';
import { isOver, type Run } from '../language/runs';
import type { ShownSource, ShownStep } from '../language/sanitize-utterance';
import type { StepState } from '../wire';
import { Icon } from './icon';

export function StepList({ run }: { run: Run }) {
  return (
    <ol class="steps" aria-label="Steps">
      {run.steps.map((step) => (
        <StepItem
          key={step.index}
          step={step}
          label={stepStateLabel(step.state, run)}
          isEnded={isOver(run)}
          // With one step they are the line above, and would stand there twice.
          showsWords={step.words !== run.text}
        />
      ))}
    </ol>
  );
}

interface Props {
  step: ShownStep;
  label: string;
  isEnded: boolean;
  showsWords: boolean;
}

function StepItem({ step, label, isEnded, showsWords }: Props) {
  const { index, words, does, state, message, result, sources } = step;
  return (
    <li class={`step step-${state}`}>
      <span class="node" aria-hidden="true">
        {nodeOf(state, isEnded) ?? index + 1}
      </span>
      {/* Atomic: a screen reader repeats the whole step when a part of it changes. */}
      <div class="grow" aria-atomic="true">
        <p class="step-line">
          <bdi class="grow">{message || does || words}</bdi>
          <span class={state === 'done' ? 'unseen' : 'detail'}>{label}</span>
        </p>
        {showsWords && words !== '' && (
          <p class="detail">
            <bdi>“{words}”</bdi>
          </p>
        )}
        {sources && <SourceList sources={sources} />}
        {result !== undefined && result !== '' && (
          <details>
            <summary>Result</summary>
            <pre tabIndex={0} role="region" aria-label="Result">
              <bdi>{result}</bdi>
            </pre>
          </details>
        )}
      </div>
    </li>
  );
}

function SourceList({ sources }: { sources: readonly ShownSource[] }) {
  return (
    <ul class="sources" aria-label="Sources">
      {sources.map(({ number, title, url, from }, at) => (
        <li key={at}>
          {number !== undefined && <span class="detail">[{number}]</span>}
          <a href={url} target="_blank" rel="noreferrer" title={url}>
            <bdi>{title}</bdi>
          </a>
          {from && <span class="detail">{from === 'web' ? 'from the web' : 'from memory'}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Undefined where the step's number is shown. */
function nodeOf(state: StepState, isEnded: boolean): ComponentChildren {
  switch (state) {
    case 'done':
      return <Icon name="check" />;
    case 'failed':
      return <Icon name="x" />;
    case 'skipped':
      return <Icon name="minus" />;
    case 'running':
      return isEnded ? <Icon name="minus" /> : <span class="spinner" />;
    case 'waiting':
      return undefined;
  }
}
