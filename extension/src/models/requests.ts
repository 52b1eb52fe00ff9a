// Requests of our pages about language models, passed on to the daemon. A key passes here on its way to the
// daemon and is kept nowhere; the daemon never sends one back.
import type { PageHandlers } from '../messages';
import { errorMessage, type Daemon } from '../policy/requests';

type ModelRequest = 'listModels' | 'addModel' | 'removeModel' | 'setDefaultModel' | 'testModel';

/** Storing a key may wait for the person to unlock their keyring. */
const ANSWER_MS_MAX = 70_000;
/** Two requests to a model that may think first, or be loaded first. */
const TEST_MS_MAX = 660_000;

export function createModelRequests(daemon: Daemon): Pick<PageHandlers, ModelRequest> {
  const quick = { deadlineMs: ANSWER_MS_MAX };
  return {
    listModels: () => told(daemon().invoke('listModels', { checkKeys: false }, quick)),
    addModel: ({ model }) => told(daemon().invoke('addModel', model, quick)),
    removeModel: ({ name }) => told(daemon().invoke('removeModel', { name }, quick)),
    setDefaultModel: ({ name }) => told(daemon().invoke('setDefaultModel', { name }, quick)),
    testModel: ({ name }) =>
      told(daemon().invoke('testModel', { name }, { deadlineMs: TEST_MS_MAX })),
  };
}

async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error });
  }
}
