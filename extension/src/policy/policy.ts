// The worker's part of policy: passes questions to the person, and answers back to the daemon.
import { publishWaiting } from '../connection/publish-state';
import { broadcast } from '../messages';
import type { CallHandlers } from '../rpc/contract';
import type { BrowserControlNotices, PolicyQuestion } from '../wire';
import { chromeWindows, createAskWindow } from './ask-window';
import { createQuestionNotifier } from './question-notifier';
import { sanitizeQuestions } from './questions';
import { createPolicyRequests, type Daemon } from './requests';

export function createPolicy(daemon: Daemon) {
  const notifier = createQuestionNotifier(showEverywhere, createAskWindow(chromeWindows));
  const requests = createPolicyRequests(daemon);
  // A notice is newer than an answer that was asked for before it.
  let noticesSeen = 0;

  const notices: Pick<CallHandlers<BrowserControlNotices>, 'questionsChanged'> = {
    questionsChanged(list) {
      noticesSeen += 1;
      notifier.changed(sanitizeQuestions(list));
    },
  };

  return {
    notices,
    requests,
    /** The daemon sends changes only, so the questions that wait already are fetched once. */
    async connected(): Promise<void> {
      const seenBefore = noticesSeen;
      try {
        const questions = await requests.listQuestions({});
        if (noticesSeen === seenBefore) notifier.changed(questions);
      } catch (error) {
        console.warn('The waiting questions could not be loaded:', error);
      }
    },
    disconnected() {
      noticesSeen += 1;
      notifier.changed([]);
    },
  };
}

function showEverywhere(questions: readonly PolicyQuestion[]): void {
  broadcast({ type: 'questionsChanged', questions });
  publishWaiting(questions.length).catch(console.warn);
}
