// Wires the debugger's parts together: the handlers of the `cdp` channel, the notices, and `detachAll`.
import type { InvokeHandlers } from '../rpc/contract';
import type { CdpControl } from '../wire';
import { createTabCreation } from './tab-created';
import { createAttachments } from './attachments';
import { createBarriers } from './barriers';
import { createCdpControl } from './cdp-control';
import { createDebuggerApi } from './chrome-api';
import { createSend } from './command';
import { listenToDebugger, listenToGroups, listenToTabs } from './debugger-events';
import type { Openers } from './openers';
import { createSharedWorkers } from './shared-workers';
import { createTabNotices } from './tab-notices';
import type { TabGroups } from './tab-groups';
import { createTabMaker } from './tabs';
import { createLookUp } from './targets';
import { createNotifier, type Connection } from './notifier';

export interface TabDebugger {
  control: InvokeHandlers<CdpControl>;
  /** Must be called before the worker's first await, so that Chrome wakes the worker for its events. */
  listen(): void;
  detachAll: () => void;
}

/** What this extension remembers of tabs and Chrome cannot be asked for. */
export interface TabDeps {
  openers: Openers;
  groups: TabGroups;
}

/** `connection` returns the current connection after its welcome, or undefined. */
export function createTabDebugger(
  connection: () => Connection | undefined,
  { openers, groups }: TabDeps,
): TabDebugger {
  const workers = createSharedWorkers();
  const lookUp = createLookUp(openers, workers);
  const attachments = createAttachments(createDebuggerApi(workers));
  const barriers = createBarriers();
  const notifier = createNotifier(connection);
  const notices = createTabNotices(lookUp, notifier, workers);
  const tabCreation = createTabCreation(notices, openers);
  return {
    control: createCdpControl({
      attachments,
      barriers,
      send: createSend(workers),
      lookUp,
      createTab: createTabMaker(lookUp, tabCreation, groups.open),
      notices,
    }),
    listen() {
      listenToDebugger(notifier, workers, notices);
      listenToTabs(tabCreation, openers, notices);
      listenToGroups(tabCreation);
    },
    detachAll() {
      attachments.detachAll();
      barriers.clearAll().catch((error: unknown) => {
        console.warn('Tabs may still be kept from some sites:', error);
      });
    },
  };
}
