// How long an import will take, by how far it came since it was looked at first.
import type { ImportJob } from '../wire';
import { formatDuration } from '../ui/format';

/** A guess before that would jump. */
const WATCHED_MS_MIN = 2_000;

export interface Watched {
  atMs: number;
  fraction: number;
}

/** Undefined when nothing can be told yet. */
export function timeLeft(
  job: ImportJob,
  first: Watched | undefined,
  nowMs: number,
): string | undefined {
  if (job.state !== 'running' || !first) return undefined;
  const [ms, done] = [nowMs - first.atMs, job.fraction - first.fraction];
  if (ms < WATCHED_MS_MIN || done <= 0 || job.fraction >= 1) return undefined;
  const leftMs = (ms * (1 - job.fraction)) / done;
  return Number.isFinite(leftMs)
    ? `about ${formatDuration(Math.max(1_000, leftMs))} left`
    : undefined;
}
