// Where the port and token of the daemon come from: the native host first, else an earlier pairing.
import { browser } from 'wxt/browser';
import { readIfFits } from '../rpc/readers';
import { NATIVE_HOST, type NativeRequest } from '../wire';
import { readNativeResponse } from '../wire-readers';
import { removeFromStorage, writeStorage, readStorage } from './storage';

export interface Credentials {
  port: number;
  token: string;
}

/** Whether to run the native host. Only `start` lets it start a daemon that is not running. */
export type NativeHostUse = 'ifNothingCached' | 'always' | 'start';

export type Found =
  | { kind: 'found'; credentials: Credentials }
  /** Chrome cannot run the host, mostly because it is not installed. */
  | { kind: 'noHost'; reason: string }
  /** The host ran, but found no daemon. */
  | { kind: 'noDaemon'; reason: string };

export async function findCredentials(use: NativeHostUse): Promise<Found> {
  const cached = await readStorage('credentials');
  if (cached && use === 'ifNothingCached') return { kind: 'found', credentials: cached };

  const native = await askNativeHost({ method: 'connect', start: use === 'start' });
  const credentials =
    native.kind === 'found' ? native.credentials : (cached ?? (await readStorage('paired')));
  if (!credentials) return native;
  await writeStorage('credentials', credentials);
  return { kind: 'found', credentials };
}

/** For credentials that the daemon refused: the next attempt asks the native host again. */
export async function forgetCached(): Promise<void> {
  await removeFromStorage('credentials');
}

export async function savePairing(credentials: Credentials): Promise<void> {
  await writeStorage('paired', credentials);
  await writeStorage('credentials', credentials);
}

/** The timeout for the native host: long enough to start a daemon on a slow machine. */
const NATIVE_HOST_MS_MAX = 20_000;

async function askNativeHost(request: NativeRequest): Promise<Found> {
  let answer: unknown;
  try {
    answer = await Promise.race([
      browser.runtime.sendNativeMessage(NATIVE_HOST, request) as Promise<unknown>,
      rejectAfter(NATIVE_HOST_MS_MAX, 'Tabwright does not answer.'),
    ]);
  } catch (error) {
    return { kind: 'noHost', reason: error instanceof Error ? error.message : String(error) };
  }
  const response = readIfFits(readNativeResponse, answer);
  if (!response) {
    return { kind: 'noHost', reason: 'Another program answers in Tabwright’s place.' };
  }
  if (response.type === 'failed') return { kind: 'noDaemon', reason: response.message };
  return { kind: 'found', credentials: { port: response.port, token: response.token } };
}

function rejectAfter(ms: number, message: string): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => {
      reject(new Error(message));
    }, ms);
  });
}
