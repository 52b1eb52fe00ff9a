// Sends a request to the page kit of one frame. Where the kit is missing it is injected and the
// request is retried once, never more often.
import { HandlerError } from '../rpc/errors';
import type { AskKitParams, TabId } from '../wire';
import { explain, textOf, type LookAt } from './refusal';

export interface Place {
  tab: TabId;
  /** 0 is the main frame. */
  frame: number;
}

/** A request as the kit gets it. The kit validates its parameters. */
export type Question = Pick<AskKitParams, 'name' | 'params'> & Partial<Pick<AskKitParams, 'join'>>;

/** The part of Chrome's API that reaches a page; tests replace it. */
export interface PageApi {
  send(place: Place, question: Question): Promise<unknown>;
  inject(place: Place): Promise<void>;
  lookAt: LookAt;
}

/** Returns the kit's reply unchanged. */
export type AskKit = (
  place: Place,
  question: Question,
  deadlineMs: number,
  signal: AbortSignal,
) => Promise<unknown>;

export function createMessenger(api: PageApi): AskKit {
  async function ask(place: Place, question: Question, signal: AbortSignal): Promise<unknown> {
    try {
      return await api.send(place, question);
    } catch (error) {
      if (!isKitMissing(error)) throw await explain(place.tab, error, api.lookAt);
    }
    signal.throwIfAborted();
    try {
      await api.inject(place);
      signal.throwIfAborted();
      return await api.send(place, question);
    } catch (error) {
      signal.throwIfAborted();
      throw await explain(place.tab, error, api.lookAt);
    }
  }

  return async (place, question, deadlineMs, signal) => {
    const reply = await withinLimit(deadlineMs, signal, (limited) => ask(place, question, limited));
    if (reply !== undefined && reply !== null) return reply;
    throw await explain(place.tab, new Error('the page gave no answer'), api.lookAt);
  };
}

const KIT_MISSING = /could not establish connection|receiving end does not exist/i;

function isKitMissing(error: unknown): boolean {
  return KIT_MISSING.test(textOf(error));
}

function withinLimit<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const limited = AbortSignal.any([signal, limit.signal]);
  const timer = setTimeout(() => {
    limit.abort(new HandlerError('timeout', `the page gave no answer within ${limitMs} ms`));
  }, limitMs);
  const stopped = new Promise<never>((_, reject) => {
    limited.addEventListener('abort', () => {
      reject(limited.reason as Error);
    });
  });
  return Promise.race([work(limited), stopped]).finally(() => {
    clearTimeout(timer);
  });
}
