// Pairing: exchanges the code that `tabwright pair` shows for the daemon's token.
import { readIfFits } from '../rpc/readers';
import { readPairResponse } from '../wire-readers';
import type { PairRequest } from '../wire';
import { pairAddress } from './address';
import { savePairing } from './credentials';
import { problemIn, sentence } from './problem';

const CODE_LENGTH = 8;
const ANSWER_MS_MAX = 5_000;

/** Throws an error whose message a person can act on. */
export async function pair(typed: string, port: number): Promise<void> {
  const code = normaliseCode(typed);
  if (code === undefined) {
    throw new Error('A pairing code has eight letters and digits, like 7K3M-QX9P.');
  }
  const response = await post(pairAddress(port), { code });
  if (!response) {
    throw new Error(
      `Tabwright doesn’t answer on port ${port}. Run “tabwright pair” and try again.`,
    );
  }
  if (!response.ok) {
    const problem = await problemIn(response);
    throw new Error(
      problem
        ? `${sentence(problem.title)} ${sentence(problem.fix)}`
        : `Another program answers on port ${port}.`,
    );
  }
  await savePairing({ port, token: await readToken(response, port) });
}

/** Any case, any dashes and spaces; undefined when it cannot be a code. */
export function normaliseCode(typed: string): string | undefined {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '');
  if (bare.length !== CODE_LENGTH || !/^[A-Z0-9]+$/.test(bare)) return undefined;
  return `${bare.slice(0, CODE_LENGTH / 2)}-${bare.slice(CODE_LENGTH / 2)}`;
}

async function post(address: string, body: PairRequest): Promise<Response | undefined> {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
  } catch {
    return undefined;
  }
}

async function readToken(response: Response, port: number): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  const paired = readIfFits(readPairResponse, body);
  if (paired) return paired.token;
  throw new Error(`Another program answers on port ${port}.`);
}
