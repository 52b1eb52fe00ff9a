// Reads the `Problem` with which the daemon explains a refusal over HTTP.
import { readIfFits } from '../rpc/readers';
import type { Problem } from '../wire';
import { readProblem } from '../wire-readers';

/** Undefined when the body is something else: then it was not our daemon that answered. */
export async function problemIn(response: Response): Promise<Problem | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return readIfFits(readProblem, body);
}

/** The daemon's words do not end in full stops; on a page they stand as sentences. */
export function sentence(words: string): string {
  return /[.!?:]$/.test(words) ? words : `${words}.`;
}
