// Numbers and durations as texts.

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** Only the largest unit, rounded down: `2 hours`. */
export function formatDuration(ms: number): string {
  for (const [unitMs, name] of UNITS) {
    const amount = Math.floor(ms / unitMs);
    if (amount > 0) return count(amount, name);
  }
  return count(Math.floor(ms / 1_000), 'second');
}

/** `1 tab`, `2 tabs`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
