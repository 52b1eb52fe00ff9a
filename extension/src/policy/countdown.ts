// The time left to answer: shown every second, but announced to screen readers three times at most.

export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

export function timeLeftLabel(seconds: number): string {
  if (seconds === 0) return 'Time is up. The answer is no.';
  return `Counts as a no in ${amount(seconds)}`;
}

const SPOKEN_AT = [10, 30] as const;

/** The text changes only at the marks, so that a screen reader speaks only then. */
export function spokenTimeLeft(seconds: number): string {
  if (seconds === 0) return timeLeftLabel(0);
  const mark = SPOKEN_AT.find((at) => seconds <= at);
  return mark === undefined ? '' : `Less than ${mark} seconds left to answer.`;
}

function amount(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const rest = seconds % 60;
  return rest === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${rest} s`;
}
