// Why a socket did not open. A WebSocket hides the answer it was refused with, so we ask again
// over plain HTTP, where the daemon says what is wrong.
import type { Problem } from '../wire';
import { problemIn } from './problem';

export type Refusal =
  | { kind: 'notRunning' }
  /** Some other program has the port. */
  | { kind: 'otherProgram' }
  /** The daemon would have let us in: the socket broke for a reason that has passed. */
  | { kind: 'nothingWrong' }
  | { kind: 'problem'; problem: Problem };

const ANSWER_MS_MAX = 3_000;

export async function askWhyRefused(httpAddress: string): Promise<Refusal> {
  let problem: Problem | undefined;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    problem = await problemIn(await fetch(httpAddress, { signal, cache: 'no-store' }));
  } catch {
    return { kind: 'notRunning' };
  }
  if (!problem) return { kind: 'otherProgram' };
  return problem.code === 'upgrade-required'
    ? { kind: 'nothingWrong' }
    : { kind: 'problem', problem };
}
