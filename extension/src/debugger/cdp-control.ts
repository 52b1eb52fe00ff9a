// What the daemon can ask of Chrome's debugger: the handlers of the `cdp` channel.
import { reading } from '../rpc/reading';
import type { InvokeHandlers } from '../rpc/contract';
import type { CdpControl } from '../wire';
import {
  readCreateTab,
  readDownload,
  readPermissions,
  readSetCookies,
  readStore,
  readTabParams,
  readTargetParams,
  readWindowBounds,
} from './arguments';
import type { Attachments } from './attachments';
import type { Send } from './command';
import { resetPermissions, setPermissions } from './content-settings';
import { clearCookies, getCookies, setCookies } from './cookie-jar';
import { cancelDownload, takeDownload } from './downloads';
import { getIncognito } from './incognito';
import type { TabNotices } from './tab-notices';
import { activateTab, closeTab, type CreateTab } from './tabs';
import type { LookUpTargets } from './targets';
import { getVersion } from './version';
import { getWindow, setWindow } from './windows';

interface Parts {
  attachments: Attachments;
  send: Send;
  lookUp: LookUpTargets;
  createTab: CreateTab;
  notices: Pick<TabNotices, 'listed'>;
}

export function createCdpControl(parts: Parts): InvokeHandlers<CdpControl> {
  const { attachments, send, lookUp, createTab, notices } = parts;
  return {
    attach: reading(readTargetParams, attachments.attach),
    detach: reading(readTargetParams, attachments.detach),
    send,
    async listTargets() {
      const targets = await lookUp();
      notices.listed(targets);
      return { targets };
    },
    createTab: reading(readCreateTab, createTab),
    closeTab: reading(readTabParams, closeTab),
    activateTab: reading(readTabParams, activateTab),
    getVersion,
    getWindow: reading(readTabParams, getWindow),
    setWindow: reading(readWindowBounds, setWindow),
    getCookies: reading(readStore, getCookies),
    setCookies: reading(readSetCookies, setCookies),
    clearCookies: reading(readStore, clearCookies),
    getIncognito,
    setPermissions: reading(readPermissions, setPermissions),
    resetPermissions: reading(readStore, resetPermissions),
    takeDownload: reading(readDownload, takeDownload),
    cancelDownload: reading(readDownload, cancelDownload),
  };
}
