// What the daemon can ask of Chrome's debugger: the handlers of the `cdp` channel.
import type { InvokeHandlers } from '../rpc/contract';
import type { CdpControl } from '../wire';
import type { Attachments } from './attachments';
import type { Barriers } from './barriers';
import type { Send } from './command';
import { resetPermissions, setPermissions } from './content-settings';
import { clearCookies, getCookies, setCookies } from './cookie-jar';
import { cancelDownload, takeDownload } from './downloads';
import { onTabOnly, withAddress, withOrigin } from './guards';
import { getIncognito } from './incognito';
import type { TabNotices } from './tab-notices';
import { activateTab, closeTab, type CreateTab } from './tabs';
import type { LookUpTargets } from './targets';
import { getVersion } from './version';
import { getWindow, setWindow } from './windows';

interface Parts {
  attachments: Attachments;
  barriers: Barriers;
  send: Send;
  lookUp: LookUpTargets;
  createTab: CreateTab;
  notices: Pick<TabNotices, 'listed'>;
}

export function createCdpControl(parts: Parts): InvokeHandlers<CdpControl> {
  const { attachments, barriers, send, lookUp, createTab, notices } = parts;
  return {
    async attach(params) {
      await barriers.set(params);
      return attachments.attach(params);
    },
    async detach(params) {
      const detached = await attachments.detach(params);
      await barriers.clear(params.tab);
      return detached;
    },
    setBarrier: barriers.set,
    send(command) {
      const setting = barriers.pending(command.tab);
      return setting ? setting.then(() => send(command)) : send(command);
    },
    async listTargets() {
      const targets = await lookUp();
      notices.listed(targets);
      return { targets };
    },
    createTab: withAddress(createTab),
    closeTab: onTabOnly(closeTab),
    activateTab: onTabOnly(activateTab),
    getVersion,
    getWindow: onTabOnly(getWindow),
    setWindow,
    getCookies,
    setCookies,
    clearCookies,
    getIncognito,
    setPermissions: withOrigin(setPermissions),
    resetPermissions,
    takeDownload,
    cancelDownload,
  };
}
