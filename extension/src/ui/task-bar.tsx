// The bar of the task that is under way: who holds the wheel, how far it is, and Stop, which is always in reach.
import { costOf, minutesOf, stepOf } from '../chats/describe-limits';
import type { TaskRun } from '../chats/transcript';
import { Icon } from './icon';
import { useNow } from './use-now';

interface Props {
  run: TaskRun;
  isBusy: boolean;
  onStop: () => void;
  onTakeOver: () => void;
  onGiveBack: () => void;
}

const HEADS = { running: 'Working', waiting: 'Waiting for you', paused: 'Your turn' } as const;

export function TaskBar({ run, isBusy, onStop, onTakeOver, onGiveBack }: Props) {
  const state = run.state === 'waiting' || run.state === 'paused' ? run.state : 'running';
  return (
    <section class={`run-bar ${state === 'running' ? '' : 'yours'}`} aria-label="Running task">
      {state === 'running' ? (
        <span class="spinner" aria-hidden="true" />
      ) : (
        <span class="turn-dot" aria-hidden="true" />
      )}
      <div class="grow">
        <b role="status">{HEADS[state]}</b>
        <p class="detail">
          {state === 'paused' && run.fault !== undefined ? (
            <bdi>{run.fault}</bdi>
          ) : (
            <Progress run={run} />
          )}
        </p>
      </div>
      <div class="run-bar-buttons">
        {state === 'paused' ? (
          <button type="button" aria-disabled={isBusy} onClick={onGiveBack}>
            Give back
          </button>
        ) : (
          <button type="button" aria-disabled={isBusy} onClick={onTakeOver}>
            <Icon name="pointer" />
            Take over
          </button>
        )}
        <button type="button" class="stop" aria-keyshortcuts="Escape" onClick={onStop}>
          Stop
        </button>
      </div>
    </section>
  );
}

function Progress({ run }: { run: TaskRun }) {
  const { limits, startedMs, state } = run;
  const now = useNow(state === 'running');
  const seconds = Math.max(0, Math.floor((now - startedMs) / 1_000));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const parts = [
    capitalized(stepOf(run)),
    state === 'running' ? `${clock}, at most ${limits.minutes} min` : minutesOf(run),
    costOf(run),
  ];
  return <>{parts.filter((part) => part !== undefined).join(' · ')}</>;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
