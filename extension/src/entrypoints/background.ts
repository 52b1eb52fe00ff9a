// The service worker. It only connects events to their handlers, and keeps no state of its own.
import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { createChatRequests } from '../chats/requests';
import { createConnector, type Connector } from '../connection/connector';
import { rename } from '../connection/identity';
import { hideFromContentScripts } from '../connection/storage';
import { pair } from '../connection/pairing';
import { currentState } from '../connection/publish-state';
import { createBrowserControl } from '../control/browser-control';
import { listenForDaemon } from '../control/browser-events';
import { createOverlays } from '../control/overlays';
import { createOpeners } from '../debugger/openers';
import { createTabDebugger } from '../debugger/tab-debugger';
import { createTabGroups } from '../debugger/tab-groups';
import { createKnowledge } from '../knowledge/knowledge';
import { createLanguage } from '../language/language';
import { answerPages } from '../messages';
import { createModelRequests } from '../models/requests';
import { createPolicy } from '../policy/policy';
import { createRecording } from '../recording/recording';
import { disconnected } from '../rpc/errors';

const REVIVE = 'revive';
const ANSWER_MS_MAX = 5_000;

export default defineBackground(() => {
  const openers = createOpeners();
  const groups = createTabGroups();
  const connection = () => connector.session();
  const tabDebugger = createTabDebugger(connection, { openers, groups });
  const overlays = createOverlays(() => connection() !== undefined);
  const { toldTabs, focus } = listenForDaemon(connection, overlays);
  const recording = createRecording(connection);
  const browserControl = createBrowserControl(
    { openerOf: (tab) => openers.of(tab), putIntoGroup: groups.put, toldTabs },
    recording.handlers,
  );
  const policy = createPolicy(daemon);
  const language = createLanguage(daemon);
  const knowledge = createKnowledge({
    daemon,
    isConnected: () => connection() !== undefined,
    hasOverlay: overlays.isShownIn,
  });
  const notices = { ...policy.notices, ...language.notices };
  const services = { browserControl, notices, cdp: tabDebugger.control };
  const connector: Connector = createConnector(services, {
    onConnected() {
      // The daemon hears of changes only, and does not know yet where the person looks.
      focus.moved();
      void policy.connected();
      knowledge.connected();
      recording.connected();
    },
    onLost() {
      tabDebugger.detachAll();
      overlays.close();
      policy.disconnected();
    },
  });

  tabDebugger.listen();
  knowledge.listen();
  recording.listen();

  browser.runtime.onStartup.addListener(() => void connector.connect('browserStarted'));
  browser.runtime.onInstalled.addListener(() => void connector.connect('browserStarted'));
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === REVIVE) void connector.connect('alarm');
  });

  answerPages({
    getConnection: currentState,
    async connect() {
      await connector.connect('person');
      return null;
    },
    async pair({ code, port }) {
      await pair(code, port);
      await connector.connect('paired');
      return null;
    },
    async rename({ name }) {
      await rename(name);
      await connector.reconnect();
      return null;
    },
    getStatus: async () => daemon().invoke('getStatus', {}, { deadlineMs: ANSWER_MS_MAX }),
    async disconnectClient({ id }) {
      await daemon().invoke('disconnectClient', { id }, { deadlineMs: ANSWER_MS_MAX });
      return null;
    },
    ...policy.requests,
    ...createModelRequests(daemon),
    ...knowledge.requests,
    ...createChatRequests(daemon),
    ...language.requests,
  });

  function daemon() {
    const session = connector.session();
    if (!session) throw disconnected();
    return session.agentService;
  }

  void hideFromContentScripts();
  void keepReviving();
  void connector.connect('workerStarted');
});

/** Creating an existing alarm again would restart its period, and in a busy worker it never fires. */
async function keepReviving(): Promise<void> {
  if (await browser.alarms.get(REVIVE)) return;
  await browser.alarms.create(REVIVE, { periodInMinutes: 0.5 });
}
