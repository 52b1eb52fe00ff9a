// The worker's part of the side panel: passes requests to the daemon and step notices to the page.
import { broadcast } from '../messages';
import type { Daemon } from '../policy/requests';
import type { CallHandlers } from '../rpc/contract';
import type { BrowserControlNotices } from '../wire';
import { createLanguageRequests } from './requests';
import { sanitizeStepNotice } from './sanitize-utterance';

export function createLanguage(daemon: Daemon) {
  const notices: Pick<CallHandlers<BrowserControlNotices>, 'stepChanged'> = {
    stepChanged(notice) {
      broadcast({ type: 'stepChanged', ...sanitizeStepNotice(notice) });
    },
  };
  return { notices, requests: createLanguageRequests(daemon) };
}
