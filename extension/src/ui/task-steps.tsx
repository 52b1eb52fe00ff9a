// What the agent did, one line each. Past ten, the older ones fold into one line.
import type { TaskCall } from '../chats/transcript';
import { sanitize } from '../policy/sanitize';
import type { CallState } from '../wire';
import { count } from './format';
import { Icon } from './icon';

const STEPS_SHOWN = 10;
const LINE_LENGTH_MAX = 120;

export function TaskSteps({ calls, isEnded }: { calls: readonly TaskCall[]; isEnded: boolean }) {
  const folded = calls.slice(0, Math.max(0, calls.length - STEPS_SHOWN));
  const shown = calls.slice(folded.length);
  return (
    <>
      {folded.length > 0 && (
        <details class="folded-steps">
          <summary>
            <Icon name="check" />
            {count(folded.length, 'step')} done
          </summary>
          <Steps calls={folded} isEnded />
        </details>
      )}
      <Steps calls={shown} isEnded={isEnded} />
    </>
  );
}

function Steps({ calls, isEnded }: { calls: readonly TaskCall[]; isEnded: boolean }) {
  return (
    <ol class="steps" aria-label="Steps">
      {calls.map((call, at) => (
        // Some models use an id again.
        <Step key={at} call={call} isEnded={isEnded} />
      ))}
    </ol>
  );
}

const STATES: Record<CallState, { look: string; label: string }> = {
  started: { look: 'running', label: 'now' },
  waiting: { look: 'asked', label: 'waits for you' },
  done: { look: 'done', label: 'done' },
  failed: { look: 'failed', label: 'failed' },
  skipped: { look: 'skipped', label: 'not done' },
};

function Step({ call, isEnded }: { call: TaskCall; isEnded: boolean }) {
  const { state, does, details, words, tool } = call;
  const isCut = isEnded && (state === 'started' || state === 'waiting');
  // What a step did is best said by its answer; of the rest only what went otherwise.
  const tells = state === 'failed' || state === 'waiting' || (state === 'done' && tool === 'act');
  const outcome = tells ? sanitize(words, LINE_LENGTH_MAX) : '';
  const { look, label } = isCut ? { look: 'skipped', label: 'stopped' } : STATES[state];
  return (
    <li class={`step step-${look}`}>
      <span class="node" aria-hidden="true">
        {nodeOf(look)}
      </span>
      <div class="grow" aria-atomic="true">
        <p class="step-line">
          <bdi class="grow">{does}</bdi>
          <span class="detail">{state === 'done' ? (seconds(call) ?? label) : label}</span>
        </p>
        {outcome !== '' && (
          <p class="detail">
            <bdi>{outcome}</bdi>
          </p>
        )}
        <details>
          <summary>Details</summary>
          <pre tabIndex={0} role="region" aria-label="Details">
            <bdi>
              {tool} {details}
              {words !== '' && `\n\n${words}`}
            </bdi>
          </pre>
        </details>
      </div>
    </li>
  );
}

function nodeOf(look: string) {
  switch (look) {
    case 'done':
      return <Icon name="check" />;
    case 'failed':
      return <Icon name="x" />;
    case 'asked':
      return <Icon name="question" />;
    case 'running':
      return <span class="spinner" />;
    default:
      return <Icon name="minus" />;
  }
}

function seconds({ startedMs, endedMs }: TaskCall): string | undefined {
  return endedMs === undefined ? undefined : `${((endedMs - startedMs) / 1_000).toFixed(1)} s`;
}
