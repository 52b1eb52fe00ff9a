// Sends one CDP command to Chrome and returns its answer. This is the hot path: it awaits only Chrome,
// and inspects nothing but the address of a navigation. Only commands that set a session up may wait
// for each other.
import { browser } from 'wxt/browser';
import { isRecord } from '../rpc/readers';
import type { CdpAnswer, CdpCommand } from '../wire';
import { isOwnPage, ownPageRefusal } from '../own-pages';
import { createHiddenPictures } from './hidden-pictures';
import { textOf } from './refusal';
import { createSetupOrder } from './setup-order';
import type { SharedWorkers } from './shared-workers';

export type Send = (command: CdpCommand) => Promise<CdpAnswer>;

export function createSend({ debuggeeOf }: Pick<SharedWorkers, 'debuggeeOf'>): Send {
  const inOrder = createSetupOrder();
  const hiddenPictures = createHiddenPictures((target, method, params) =>
    browser.debugger.sendCommand(target, method, params),
  );
  return ({ tab, session, method, params }) => {
    const refusal = method === 'Page.navigate' ? refuseNavigation(params) : undefined;
    if (refusal) return Promise.resolve(refusal);
    const debuggee = debuggeeOf(tab);
    const target = session === undefined ? debuggee : { ...debuggee, sessionId: session };
    const answer = inOrder(`${tab}/${session ?? ''}`, method, () =>
      browser.debugger.sendCommand(target, method, params),
    );
    hiddenPictures.sent(target, method, answer);
    return answer.then(succeeded, failed);
  };
}

/** CDP's code for a server error. Used for every error of Chrome's that has no code of its own. */
const SERVER_ERROR = -32000;

/** Checked before the navigation: on our page the client's scripts would have our rights at once. */
export function refuseNavigation(params: CdpCommand['params']): CdpAnswer | undefined {
  const url = params?.url;
  if (typeof url !== 'string' || !isOwnPage(url)) return undefined;
  return { error: { code: SERVER_ERROR, message: ownPageRefusal(url) } };
}

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
