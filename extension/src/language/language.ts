// The worker's part in what a person says: it carries the words to the daemon, and back how they go.
import { broadcast } from '../messages';
import type { Daemon } from '../policy/requests';
import type { CallHandlers } from '../rpc/contract';
import type { BrowserControlNotices } from '../wire';
import { createLanguageRequests } from './requests';
import { shownStepNotice } from './said';

export function createLanguage(daemon: Daemon) {
  const notices: Pick<CallHandlers<BrowserControlNotices>, 'stepChanged'> = {
    stepChanged(notice) {
      broadcast({ type: 'stepChanged', ...shownStepNotice(notice) });
    },
  };
  return { notices, requests: createLanguageRequests(daemon) };
}
