// One CDP command to Chrome and its answer back. The hot path: nothing is read, nothing is awaited
// that Chrome does not make us await.
import { browser } from 'wxt/browser';
import { isRecord } from '../rpc/message';
import type { CdpAnswer, CdpCommand } from '../wire';
import { textOf } from './refusal';

export function send({ tab, session, method, params }: CdpCommand): Promise<CdpAnswer> {
  const target = session === undefined ? { tabId: tab } : { tabId: tab, sessionId: session };
  return browser.debugger.sendCommand(target, method, params).then(succeeded, failed);
}

/** What CDP calls a server error: our word for every failure that is Chrome's and not the page's. */
const SERVER_ERROR = -32000;

function succeeded(result: object | undefined): CdpAnswer {
  return { result: result ?? {} };
}

/** The page's own errors come as JSON inside the message, Chrome's as plain English. */
export function failed(error: unknown): CdpAnswer {
  const text = textOf(error);
  return { error: readCdpError(text) ?? { code: SERVER_ERROR, message: text } };
}

function readCdpError(text: string): CdpAnswer['error'] {
  if (!text.startsWith('{')) return undefined;
  try {
    const error: unknown = JSON.parse(text);
    if (!isRecord(error) || typeof error.message !== 'string') return undefined;
    const code = Number.isInteger(error.code) ? (error.code as number) : SERVER_ERROR;
    return { code, message: error.message };
  } catch {
    return undefined;
  }
}
