// What the panel may ask of the daemon: what an utterance means, what could follow, and to do it.
import type { PageHandlers } from '../messages';
import { inWords, type Daemon } from '../policy/requests';
import { COMPLETIONS_MAX, shownCompletions, shownSaid } from './said';

type LanguageRequest = 'understand' | 'complete' | 'say' | 'stopSaying';

const ANSWER_MS_MAX = 5_000;

export function createLanguageRequests(daemon: Daemon): Pick<PageHandlers, LanguageRequest> {
  const soon = { deadlineMs: ANSWER_MS_MAX };
  return {
    understand: ({ text }) =>
      speaking(async () => shownSaid(await daemon().invoke('understand', { text }, soon))),
    complete: ({ text }) =>
      speaking(async () => {
        const params = { text, max: COMPLETIONS_MAX };
        return shownCompletions(await daemon().invoke('complete', params, soon));
      }),
    // Without a deadline: it takes as long as its steps do, and the person can stop it.
    say: ({ id, text }) =>
      speaking(async () => shownSaid(await daemon().invoke('say', { id, utterance: { text } }))),
    stopSaying: ({ id }) =>
      speaking(async () => {
        await daemon().invoke('stopSaying', { id }, soon);
        return null;
      }),
  };
}

/** Rejects with words for a person. */
async function speaking<R>(ask: () => Promise<R>): Promise<R> {
  try {
    return await ask();
  } catch (error) {
    throw new Error(inWords(error), { cause: error });
  }
}
