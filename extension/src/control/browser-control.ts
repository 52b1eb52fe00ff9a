// What the daemon can ask of this browser: the handlers of the `browserControl` channel.
import type { KitReply } from '../pagekit/contract';
import type { InvokeHandlers } from '../rpc/contract';
import { HandlerError } from '../rpc/errors';
import { CONTENT_SCRIPT_MS_MAX, type BrowserControl, type EchoParams } from '../wire';
import { createGrouper, moveTabs, zoomTab, type PutIntoGroup } from './tab-layout';
import { addBookmark, findBookmarks, removeBookmark } from './bookmarks';
import { pageApi } from './chrome-api';
import { createClipboard } from './clipboard';
import { holdDownload, settleDownload, startDownload } from './downloads';
import { guardPlaces } from './guards';
import { findVisits } from './history';
import { listFrames } from './frames';
import { createMessenger } from './messenger';
import { goInHistory, navigate, reloadTab } from './navigation';
import { captureTab } from './screenshot';
import { runScript } from './scripts';
import { createTabFinder, createTabLister, type OpenerOf } from './tabs';
import type { ToldTabs } from './told-tabs';
import { speak, stopSpeaking } from './speech';

/** What other modules know of tabs. */
interface TabDeps {
  openerOf: OpenerOf;
  putIntoGroup: PutIntoGroup;
  toldTabs: ToldTabs;
}

type RecorderHandlers = Pick<InvokeHandlers<BrowserControl>, 'startRecorder' | 'stopRecorder'>;

export function createBrowserControl(
  tabDeps: TabDeps,
  recorder: RecorderHandlers,
): InvokeHandlers<BrowserControl> {
  const askKit = createMessenger(pageApi);
  const clipboard = createClipboard();

  async function echo({ text, tab }: EchoParams, signal: AbortSignal) {
    if (tab === undefined) return { text };
    const question = { name: 'echo', params: { text } };
    const reply = await askKit({ tab, frame: 0 }, question, CONTENT_SCRIPT_MS_MAX, signal);
    return answerIn(reply as KitReply<'echo'>);
  }

  return guardPlaces<BrowserControl>({
    echo,
    listTabs: createTabLister(tabDeps.openerOf),
    findTab: createTabFinder(tabDeps.openerOf, tabDeps.toldTabs.tell),
    listFrames,
    askKit: async ({ tab, frame, deadlineMs, ...question }, signal) => ({
      reply: await askKit({ tab, frame }, question, deadlineMs, signal),
    }),
    navigate,
    goInHistory,
    reloadTab,
    groupTabs: createGrouper(tabDeps.putIntoGroup),
    moveTabs,
    zoomTab,
    captureTab,
    runScript,
    speak,
    stopSpeaking,
    addBookmark,
    findVisits,
    findBookmarks,
    removeBookmark,
    readClipboard: clipboard.read,
    writeClipboard: clipboard.write,
    startDownload,
    holdDownload,
    settleDownload,
    ...recorder,
  });
}

function answerIn<N extends 'echo'>(reply: KitReply<N>) {
  if ('answer' in reply) return reply.answer;
  throw new HandlerError('failed', reply.refusal.message);
}
