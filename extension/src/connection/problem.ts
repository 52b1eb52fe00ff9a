// Reads the `Problem` with which the daemon explains a refusal over HTTP.
import { isRecord } from '../rpc/message';
import type { Problem } from '../wire';

/** Undefined when the body is something else: then it was not our daemon that answered. */
export async function readProblem(response: Response): Promise<Problem | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return isProblem(body) ? body : undefined;
}

/** The daemon's words do not end in full stops; on a page they stand as sentences. */
export function sentence(words: string): string {
  return /[.!?:]$/.test(words) ? words : `${words}.`;
}

function isProblem(value: unknown): value is Problem {
  return (
    isRecord(value) &&
    typeof value.code === 'string' &&
    typeof value.title === 'string' &&
    typeof value.fix === 'string'
  );
}
