// What the agent did, one line each. Past ten, the older ones fold into one line.
import { useState } from 'preact/hooks';
import type { TaskCall } from '../chats/transcript';
import { sanitize } from '../policy/sanitize';
import type { CallState, TabId } from '../wire';
import { count } from './format';
import { Icon } from './icon';
import { memo } from './memo';
import { StepPicture } from './step-picture';
import { TabChip } from './tab-chip';
import { Sentence } from './untrusted';

export const STEPS_SHOWN = 10;
const LINE_LENGTH_MAX = 120;

interface Props {
  calls: readonly TaskCall[];
  /** The number of the first call among the items of its task. */
  firstNumber: number;
  isEnded: boolean;
}

export function TaskSteps({ calls, firstNumber, isEnded }: Props) {
  const [showsFolded, setShowsFolded] = useState(false);
  const folded = calls.slice(0, Math.max(0, calls.length - STEPS_SHOWN));
  const shown = calls.slice(folded.length);
  return (
    <>
      {folded.length > 0 && (
        // They may be hundreds, so they are only there while they are seen, and nothing new to be announced.
        <details
          class="folded-steps"
          aria-live="off"
          onToggle={({ currentTarget }) => {
            setShowsFolded(currentTarget.open);
          }}
        >
          <summary>
            <Icon name="check" />
            {count(folded.length, 'step')} done
          </summary>
          {showsFolded && <Steps calls={folded} firstNumber={firstNumber} isEnded />}
        </details>
      )}
      <Steps calls={shown} firstNumber={firstNumber + folded.length} isEnded={isEnded} />
    </>
  );
}

function Steps({ calls, firstNumber, isEnded }: Props) {
  const places = placesOf(calls);
  return (
    <ol class="steps" aria-label="Steps">
      {calls.map((call, at) => (
        // By number, because some models use an id again.
        <Step key={firstNumber + at} call={call} place={places[at]} isEnded={isEnded} />
      ))}
    </ol>
  );
}

/** The tab of each step, but only where it is another than before. */
function placesOf(calls: readonly TaskCall[]): (TabId | undefined)[] {
  let here: TabId | undefined;
  return calls.map(({ tab }) => {
    if (tab === undefined || tab === here) return undefined;
    here = tab;
    return tab;
  });
}

const STATES: Record<CallState, { look: string; label: string }> = {
  started: { look: 'running', label: 'now' },
  waiting: { look: 'asked', label: 'waits for you' },
  done: { look: 'done', label: 'done' },
  failed: { look: 'failed', label: 'failed' },
  skipped: { look: 'skipped', label: 'not done' },
};

interface StepProps {
  call: TaskCall;
  /** The tab to show with it. */
  place: TabId | undefined;
  isEnded: boolean;
}

const Step = memo(function Step({ call, place, isEnded }: StepProps) {
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
      <div class="grow">
        <div aria-atomic="true">
          <p class="step-line">
            <span class="grow">
              <Sentence parts={does} />
            </span>
            <span class="detail">{state === 'done' ? (seconds(call) ?? label) : label}</span>
          </p>
          {outcome !== '' && (
            <p class="detail">
              <bdi>{outcome}</bdi>
            </p>
          )}
        </div>
        {place !== undefined && <TabChip tab={place} />}
        {call.picture !== undefined && <StepPicture picture={call.picture} step={call.step} />}
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
});

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
