// The worker's part in policy: it hears what waits for the person, and carries the person's word.
import { publishWaiting } from '../connection/publish-state';
import { broadcast } from '../messages';
import type { CallHandlers } from '../rpc/contract';
import type { BrowserControlNotices, PolicyQuestion } from '../wire';
import { chromeWindows, createAskWindow } from './ask-window';
import { createAsking } from './asking';
import { shownQuestions } from './questions';
import { createPolicyRequests, type Daemon } from './requests';

export function createPolicy(daemon: Daemon) {
  const asking = createAsking(showEverywhere, createAskWindow(chromeWindows));
  const requests = createPolicyRequests(daemon);
  // A notice is newer than an answer that was asked for before it.
  let noticesHeard = 0;

  const notices: Pick<CallHandlers<BrowserControlNotices>, 'questionsChanged'> = {
    questionsChanged(list) {
      noticesHeard += 1;
      asking.changed(shownQuestions(list));
    },
  };

  return {
    notices,
    requests,
    /** The daemon does not say again what it said before we came. */
    async connected(): Promise<void> {
      const heardBefore = noticesHeard;
      try {
        const questions = await requests.listQuestions({});
        if (noticesHeard === heardBefore) asking.changed(questions);
      } catch (error) {
        console.warn('What waits for the person is not known:', error);
      }
    },
    disconnected() {
      noticesHeard += 1;
      asking.changed([]);
    },
  };
}

function showEverywhere(questions: readonly PolicyQuestion[]): void {
  broadcast({ type: 'questionsChanged', questions });
  publishWaiting(questions.length).catch(console.warn);
}
