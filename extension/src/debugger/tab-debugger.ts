// Puts the room together: what the daemon may ask, what it is told, and how to leave the tabs alone.
import type { InvokeHandlers } from '../rpc/contract';
import type { CdpControl } from '../wire';
import { createArrivals } from './arrivals';
import { createAttachments } from './attachments';
import { createCdpControl } from './cdp-control';
import { createChromeDoor } from './chrome-door';
import { createSend } from './command';
import { listenToDebugger, listenToGroups, listenToTabs } from './listening';
import type { Openers } from './openers';
import { createSharedWorkers } from './shared-workers';
import { createTabNotices } from './tab-notices';
import type { TabGroups } from './tab-groups';
import { createTabMaker } from './tabs';
import { createLookUp } from './targets';
import { createTeller, type Line } from './teller';

export interface TabDebugger {
  control: InvokeHandlers<CdpControl>;
  /** To be called before the worker's first await. */
  listen(): void;
  detachAll: () => void;
}

/** What is known of tabs beside what Chrome can be asked. */
export interface TabLore {
  openers: Openers;
  groups: TabGroups;
}

/** `line` gives the welcomed connection of the moment, if there is one. */
export function createTabDebugger(
  line: () => Line | undefined,
  { openers, groups }: TabLore,
): TabDebugger {
  const workers = createSharedWorkers();
  const lookUp = createLookUp(openers, workers);
  const attachments = createAttachments(createChromeDoor(workers));
  const teller = createTeller(line);
  const notices = createTabNotices(lookUp, teller, workers);
  const arrivals = createArrivals(notices, openers);
  return {
    control: createCdpControl({
      attachments,
      send: createSend(workers),
      lookUp,
      createTab: createTabMaker(lookUp, arrivals, groups.open),
      notices,
    }),
    listen() {
      listenToDebugger(teller, workers, notices);
      listenToTabs(arrivals, openers, notices);
      listenToGroups(arrivals);
    },
    detachAll: attachments.detachAll,
  };
}
