// Carries a question to the page kit of one frame. Where the kit is missing it is injected, and the
// question is put once more; never a third time.
import { HandlerError } from '../rpc/errors';
import type { AskKitParams, TabId } from '../wire';
import { explain, textOf, type LookAt } from './refusal';

export interface Place {
  tab: TabId;
  /** 0 is the main frame. */
  frame: number;
}

/** A question as the kit gets it; whether it makes sense is the kit's to say. */
export type Question = Pick<AskKitParams, 'name' | 'params'> & Partial<Pick<AskKitParams, 'join'>>;

/** The little of Chrome that is needed to reach a page. */
export interface PageApi {
  send(place: Place, question: Question): Promise<unknown>;
  inject(place: Place): Promise<void>;
  lookAt: LookAt;
}

/** Gives the kit's reply as it is. */
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
