// What the daemon can ask of this browser: the handlers of the `browserControl` channel.
import type { KitReply } from '../pagekit/contract';
import type { InvokeHandlers } from '../rpc/contract';
import { HandlerError } from '../rpc/errors';
import { reading } from '../rpc/reading';
import { CONTENT_SCRIPT_MS_MAX, type BrowserControl, type EchoParams } from '../wire';
import {
  readAddBookmark,
  readAskKit,
  readBookmarkId,
  readClipboardText,
  readDownloadId,
  readEcho,
  readFindBookmarks,
  readFindTab,
  readFindVisits,
  readGroup,
  readHistory,
  readMoveTabs,
  readNavigate,
  readReload,
  readRunScript,
  readSettleDownload,
  readSpeak,
  readStartDownload,
  readTabParams,
  readZoom,
} from './arguments';
import { createGrouper, moveTabs, zoomTab, type PutIntoGroup } from './tab-layout';
import { addBookmark, findBookmarks, removeBookmark } from './bookmarks';
import { pageApi } from './chrome-api';
import { createClipboard } from './clipboard';
import { holdDownload, settleDownload, startDownload } from './downloads';
import { findVisits } from './history';
import { listFrames } from './frames';
import { createMessenger } from './messenger';
import { goInHistory, navigate, reloadTab } from './navigation';
import { captureTab } from './screenshot';
import { runScript } from './scripts';
import { createTabFinder, createTabLister, type OpenerOf } from './tabs';
import { speak, stopSpeaking } from './speech';

/** What others know of tabs. */
interface TabDeps {
  openerOf: OpenerOf;
  putIntoGroup: PutIntoGroup;
}

export function createBrowserControl(tabDeps: TabDeps): InvokeHandlers<BrowserControl> {
  const askKit = createMessenger(pageApi);
  const clipboard = createClipboard();

  async function echo({ text, tab }: EchoParams, signal: AbortSignal) {
    if (tab === undefined) return { text };
    const question = { name: 'echo', params: { text } };
    const reply = await askKit({ tab, frame: 0 }, question, CONTENT_SCRIPT_MS_MAX, signal);
    return answerIn(reply as KitReply<'echo'>);
  }

  return {
    echo: reading(readEcho, echo),
    listTabs: createTabLister(tabDeps.openerOf),
    findTab: reading(readFindTab, createTabFinder(tabDeps.openerOf)),
    listFrames: reading(readTabParams, listFrames),
    askKit: reading(readAskKit, async ({ tab, frame, deadlineMs, ...question }, signal) => ({
      reply: await askKit({ tab, frame }, question, deadlineMs, signal),
    })),
    navigate: reading(readNavigate, navigate),
    goInHistory: reading(readHistory, goInHistory),
    reloadTab: reading(readReload, reloadTab),
    groupTabs: reading(readGroup, createGrouper(tabDeps.putIntoGroup)),
    moveTabs: reading(readMoveTabs, moveTabs),
    zoomTab: reading(readZoom, zoomTab),
    captureTab: reading(readTabParams, captureTab),
    runScript: reading(readRunScript, runScript),
    speak: reading(readSpeak, speak),
    stopSpeaking,
    addBookmark: reading(readAddBookmark, addBookmark),
    findVisits: reading(readFindVisits, findVisits),
    findBookmarks: reading(readFindBookmarks, findBookmarks),
    removeBookmark: reading(readBookmarkId, removeBookmark),
    readClipboard: clipboard.read,
    writeClipboard: reading(readClipboardText, clipboard.write),
    startDownload: reading(readStartDownload, startDownload),
    holdDownload: reading(readDownloadId, holdDownload),
    settleDownload: reading(readSettleDownload, settleDownload),
  };
}

function answerIn<N extends 'echo'>(reply: KitReply<N>) {
  if ('answer' in reply) return reply.answer;
  throw new HandlerError('failed', reply.refusal.message);
}
