// Requests of our pages about what is remembered, passed on to the daemon.
import type { PageHandlers } from '../messages';
import { errorMessage, type Daemon } from '../policy/requests';

type KnowledgeRequest =
  'getKnowledgeSettings' | 'changeKnowledgeSettings' | 'getKnowledgeStats' | 'forgetPages';

const ANSWER_MS_MAX = 10_000;
/** To delete it everywhere, and not only to hide it, takes a while where there is much. */
const FORGET_MS_MAX = 300_000;

/** `onChange` is called when the settings were changed. */
export function createKnowledgeRequests(
  daemon: Daemon,
  onChange: () => void,
): Pick<PageHandlers, KnowledgeRequest> {
  const quick = { deadlineMs: ANSWER_MS_MAX };

  return {
    getKnowledgeSettings: () => told(() => daemon().invoke('getKnowledgeSettings', {}, quick)),
    async changeKnowledgeSettings({ change }) {
      const settings = await told(() => daemon().invoke('changeKnowledgeSettings', change, quick));
      onChange();
      return settings;
    },
    getKnowledgeStats: () => told(() => daemon().invoke('getKnowledgeStats', { limit: 0 }, quick)),
    forgetPages: ({ what }) =>
      told(() => daemon().invoke('forgetPages', what, { deadlineMs: FORGET_MS_MAX })),
  };
}

async function told<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error });
  }
}
