// Puts the room together: what the daemon may ask, what it is told, and how to leave the tabs alone.
import type { InvokeHandlers } from '../rpc/contract';
import type { CdpControl } from '../wire';
import { createAttachments } from './attachments';
import { createCdpControl } from './cdp-control';
import { chromeDoor } from './chrome-door';
import { listenToDebugger, listenToTabs } from './listening';
import { createOpeners } from './openers';
import { createTabNotices } from './tab-notices';
import { createLookUp } from './targets';
import { createTeller, type Line } from './teller';

export interface TabDebugger {
  control: InvokeHandlers<CdpControl>;
  /** To be called before the worker's first await. */
  listen(line: () => Line | undefined): void;
  detachAll: () => void;
}

export function createTabDebugger(): TabDebugger {
  const openers = createOpeners();
  const lookUp = createLookUp(openers);
  const attachments = createAttachments(chromeDoor);
  return {
    control: createCdpControl(attachments, lookUp),
    listen(line) {
      const teller = createTeller(line);
      listenToDebugger(teller);
      listenToTabs(createTabNotices(lookUp, teller), openers);
    },
    detachAll: attachments.detachAll,
  };
}
