// Finds out why a socket did not open. A WebSocket hides the HTTP response that refused it, so the
// request is repeated over plain HTTP, where the daemon answers with the problem.
import type { Problem } from '../wire';
import { problemIn } from './problem';

export type Refusal =
  | { kind: 'notRunning' }
  /** Another program uses the port. */
  | { kind: 'otherProgram' }
  /** The daemon would accept us: the socket failed for a temporary reason. */
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
