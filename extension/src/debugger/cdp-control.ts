// What the daemon can ask of Chrome's debugger: the handlers of the `cdp` channel.
import { reading } from '../control/arguments';
import type { InvokeHandlers } from '../rpc/contract';
import type { CdpControl } from '../wire';
import {
  readCookieList,
  readCreateTab,
  readDownload,
  readTabParams,
  readWindowBounds,
} from './arguments';
import type { Attachments } from './attachments';
import { send } from './command';
import { clearCookies, getCookies, setCookies } from './cookie-jar';
import { cancelDownload, takeDownload } from './downloads';
import { activateTab, closeTab, createTab } from './tabs';
import type { LookUpTargets } from './targets';
import { getVersion } from './version';
import { getWindow, setWindow } from './windows';

export function createCdpControl(
  { attach, detach }: Attachments,
  lookUp: LookUpTargets,
): InvokeHandlers<CdpControl> {
  return {
    attach: reading(readTabParams, attach),
    detach: reading(readTabParams, detach),
    send,
    listTargets: async () => ({ targets: await lookUp() }),
    createTab: reading(readCreateTab, (params) => createTab(params, lookUp)),
    closeTab: reading(readTabParams, closeTab),
    activateTab: reading(readTabParams, activateTab),
    getVersion,
    getWindow: reading(readTabParams, getWindow),
    setWindow: reading(readWindowBounds, setWindow),
    getCookies,
    setCookies: reading(readCookieList, setCookies),
    clearCookies,
    takeDownload: reading(readDownload, takeDownload),
    cancelDownload: reading(readDownload, cancelDownload),
  };
}
