// Reads the `Problem` with which the daemon explains a refusal over HTTP.
import { readIfFits } from '../rpc/readers';
import type { Problem } from '../wire';
import { readProblem } from '../wire-readers';

/** Undefined when the body is something else: then it was not our daemon that answered. */
export async function problemIn(response: Response): Promise<Problem | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return readIfFits(readProblem, body);
}

/** Messages of the daemon are fragments: on a page they get a capital letter and a full stop. */
export function sentence(message: string): string {
  const capitalised = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?:]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}
