// Labels and notes for runs and their steps.
import type { StepState } from '../wire';
import { isOver, type Run } from './runs';

const STATE_NAMES: Record<StepState, string> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
};

/** A run can end (by Stop, or a lost connection) before its steps report theirs. */
const ENDED_STATE_NAMES: Partial<Record<StepState, string>> = {
  waiting: 'not started',
  running: 'stopped',
};

export function stepStateLabel(state: StepState, run: Run): string {
  return (isOver(run) ? ENDED_STATE_NAMES[state] : undefined) ?? STATE_NAMES[state];
}

/** Undefined where the steps already tell how the run goes. */
export function runNote(run: Run): string | undefined {
  const { phase, steps, nearest, fault } = run;
  if (phase === 'stopping') return 'Stopping…';
  if (phase === 'running') return steps.length === 0 ? 'Working out what this means…' : undefined;
  if (steps.length > 0 || fault !== undefined) return undefined;
  return nearest.length > 0
    ? 'Tabwright doesn’t understand this. Did you mean:'
    : 'Tabwright doesn’t understand this. Press ↓ in the empty box to see what you can type.';
}

/** The part of a phrasing before its first placeholder: `open ` of `open <site>`. */
export function literalPrefix(phrasing: string): string {
  return phrasing.replace(/<.*$/su, '');
}
