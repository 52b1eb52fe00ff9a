// The side panel's requests, passed on to the daemon: parse a line, complete it, run it, stop it,
// remember it.
import type { PageHandlers } from '../messages';
import { errorMessage, type Daemon } from '../policy/requests';
import {
  COMPLETIONS_MAX,
  sanitizeCompletions,
  sanitizePhrasing,
  sanitizeUtterance,
} from './sanitize-utterance';

type LanguageRequest =
  'understand' | 'complete' | 'runUtterance' | 'stopUtterance' | 'rememberPhrasing';

const ANSWER_MS_MAX = 5_000;

export function createLanguageRequests(daemon: Daemon): Pick<PageHandlers, LanguageRequest> {
  const quick = { deadlineMs: ANSWER_MS_MAX };
  return {
    understand: ({ text }) =>
      withReadableErrors(async () =>
        sanitizeUtterance(await daemon().invoke('understand', { text }, quick)),
      ),
    complete: ({ text }) =>
      withReadableErrors(async () => {
        const params = { text, max: COMPLETIONS_MAX };
        return sanitizeCompletions(await daemon().invoke('complete', params, quick));
      }),
    // Without a timeout: a run takes as long as its steps do, and the person can stop it.
    runUtterance: ({ id, text }) =>
      withReadableErrors(async () =>
        sanitizeUtterance(await daemon().invoke('runUtterance', { id, utterance: { text } })),
      ),
    stopUtterance: ({ id }) =>
      withReadableErrors(async () => {
        await daemon().invoke('stopUtterance', { id }, quick);
        return null;
      }),
    rememberPhrasing: ({ phrasing: { text, actions } }) =>
      withReadableErrors(async () =>
        sanitizePhrasing(await daemon().invoke('rememberPhrasing', { text, actions }, quick)),
      ),
  };
}

/** Turns every error into one whose message can be shown to a person. */
async function withReadableErrors<R>(ask: () => Promise<R>): Promise<R> {
  try {
    return await ask();
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error });
  }
}
