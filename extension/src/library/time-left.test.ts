// How long an import takes, in words.
import { expect, test } from 'vitest';
import type { ImportJob } from '../wire';
import { timeLeft } from './time-left';

const job = (fraction: number, state: ImportJob['state'] = 'running') =>
  ({ fraction, state }) as ImportJob;
const FIRST = { atMs: 0, fraction: 0.2 };

test.each([
  ['half of the rest in ten seconds', job(0.6), 10_000, 'about 10 seconds left'],
  ['a tenth in a minute', job(0.3), 60_000, 'about 7 minutes left'],
  ['too early', job(0.6), 1_000, undefined],
  ['no step forward', job(0.2), 9_000, undefined],
  ['it is done', job(1), 9_000, undefined],
  ['it is paused', job(0.6, 'paused'), 9_000, undefined],
])('%s', (_, at, now, said) => {
  expect(timeLeft(at, FIRST, now)).toBe(said);
});
