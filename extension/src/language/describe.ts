// Runs and their steps in words.
import type { StepState } from '../wire';
import { isOver, type Run } from './runs';

const STATE_NAMES: Record<StepState, string> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
};

/** What nobody heard the end of, when the run itself has ended. */
const LEFT_NAMES: Partial<Record<StepState, string>> = {
  waiting: 'not started',
  running: 'stopped',
};

export function stepStateInWords(state: StepState, run: Run): string {
  return (isOver(run) ? LEFT_NAMES[state] : undefined) ?? STATE_NAMES[state];
}

/** Nothing where the steps say it themselves. */
export function noteOn(run: Run): string | undefined {
  const { phase, steps, nearest, fault } = run;
  if (phase === 'stopping') return 'Stopping…';
  if (phase === 'running') return steps.length === 0 ? 'Working out what this means…' : undefined;
  if (steps.length > 0 || fault !== undefined) return undefined;
  return nearest.length > 0
    ? 'Tabwright doesn’t understand this. Did you mean:'
    : 'Tabwright doesn’t understand this. Press ↓ in the empty box to see what you can type.';
}

/** As much of a phrasing as can be said as it stands: `open <site>` begins with `open `. */
export function beginningOf(phrasing: string): string {
  return phrasing.replace(/<.*$/su, '');
}
