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

/** How far a run is: `Step 2 of 3`. */
export function runProgress({ steps }: Run): string {
  if (steps.length === 0) return 'Working out what this means';
  const ended = steps.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
  return `Step ${Math.min(ended + 1, steps.length)} of ${steps.length}`;
}

/** Undefined where the steps or the run bar already tell how the run goes. */
export function runNote(run: Run): string | undefined {
  const { phase, steps, nearest, fault } = run;
  if (phase === 'stopped') return 'Stopped.';
  if (phase !== 'over') return undefined;
  if (steps.length > 0 || fault !== undefined) return undefined;
  return nearest.length > 0
    ? 'I don’t understand that. Did you mean:'
    : 'I don’t understand that. Press ↓ in the empty field to see what you can type.';
}

/** The part of a phrasing before its first placeholder: `open ` of `open <site>`. */
export function literalPrefix(phrasing: string): string {
  return phrasing.replace(/<.*$/su, '');
}
