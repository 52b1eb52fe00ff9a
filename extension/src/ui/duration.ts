// Durations as a person says them: only the largest unit, rounded down.

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
];

export function formatDuration(ms: number): string {
  for (const [unitMs, name] of UNITS) {
    const count = Math.floor(ms / unitMs);
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'}`;
  }
  return 'just now';
}
