// The worker's part of recording: which tabs are recorded, what comes from their pages and from the browser, and
// its way to the daemon. Nothing is kept in memory but what storage has as well.
import type { RecordingState } from '../connection/storage';
import type {
  Gesture,
  GestureKind,
  GesturesKept,
  RecordGesturesParams,
  StartRecorderParams,
  StopRecorderParams,
  RecordedTabs,
  TabId,
  Fingerprint,
} from '../wire';
import type { SeenGesture } from '../pagekit/record/recording';
import type { RecorderInjection } from './injection';
import type { FrameSender, RecorderReply } from './messages';
import { navigated, type Committed } from './navigations';
import { createGestureQueue } from './queue';
import type { RecorderStore } from './state';

export interface RecorderDeps {
  store: RecorderStore;
  injection: RecorderInjection;
  /** Undefined without a connection. */
  tell: () => ((params: RecordGesturesParams) => Promise<GesturesKept>) | undefined;
  /** Recording has begun or ended: the badge. */
  onChange: () => Promise<void>;
  now?: () => number;
}

const URL_CHARS_MAX = 4_000;
const TITLE_CHARS_MAX = 300;

export function createRecorder({ store, injection, tell, onChange, now = Date.now }: RecorderDeps) {
  const queue = createGestureQueue({ store, tell, onAnswer: heed });

  async function heed({ closed = [], isOver = false }: GesturesKept): Promise<void> {
    if (isOver) {
      await stop();
      return;
    }
    if (closed.length === 0) return;
    const state = await change((was) => ({ closed: [...new Set([...was.closed, ...closed])] }));
    if (state) await injection.begin(state.closed);
  }

  /** Changes a part of the state; undefined where nothing is recorded. */
  function change(
    part: (was: RecordingState) => Partial<RecordingState>,
  ): Promise<RecordingState | undefined> {
    return store.inTurn(async () => {
      const was = await store.read();
      if (!was) return undefined;
      const state = { ...was, ...part(was) };
      await store.write(state);
      return state;
    });
  }

  async function start({ recording, tabs, closed }: StartRecorderParams): Promise<void> {
    const state = await store.inTurn(async () => {
      const was = await store.read();
      const isSame = was?.recording === recording;
      // What is left of another recording has nowhere to go.
      if (!isSame) await store.keep([]);
      const begun: RecordingState = {
        recording,
        tabs: [...new Set([...(isSame ? was.tabs : []), ...tabs])],
        closed: [...new Set([...(isSame ? was.closed : []), ...closed])],
        ways: isSame ? was.ways : {},
        ...(tabs[0] !== undefined && { front: tabs[0] }),
      };
      await store.write(begun);
      return begun;
    });
    await injection.begin(state.closed);
    await Promise.all(tabs.map((tab) => injection.enter(tab, (url) => isOpen(state, url))));
    await onChange();
  }

  /** Without the pages: the daemon wants nothing more. */
  async function stop(): Promise<void> {
    await injection.end();
    await store.inTurn(() => store.clear());
    await onChange();
  }

  async function finish({ recording }: StopRecorderParams): Promise<RecordedTabs> {
    const state = await store.read();
    if (state?.recording !== recording) return { tabs: [] };
    // No page that comes now is recorded.
    await injection.end();
    await Promise.all(state.tabs.map((tab) => injection.leave(tab)));
    await queue.drain();
    await stop();
    return { tabs: state.tabs };
  }

  async function keep(gestures: Gesture[]): Promise<void> {
    await queue.add(gestures);
    // Whoever waits for this only wants to know that they are kept.
    void queue.drain();
  }

  /** What the browser tells of a tab, if it is recorded. */
  async function tellOf(
    tab: TabId,
    url: string,
    what: GestureKind,
    more: { at?: number; insteadOf?: string } = {},
  ): Promise<string> {
    const id = crypto.randomUUID();
    await keep([{ id, at: now(), tab, url: url.slice(0, URL_CHARS_MAX), ...more, what }]);
    return id;
  }

  async function recorded(tab: TabId | undefined): Promise<RecordingState | undefined> {
    const state = await store.read();
    return tab !== undefined && state?.tabs.includes(tab) ? state : undefined;
  }

  const pages = {
    async came(sender: FrameSender): Promise<RecorderReply> {
      const tab = sender.tab?.id;
      const state = await recorded(tab);
      const isWanted = state !== undefined && isOpenFor(state, sender);
      if (isWanted && tab !== undefined && sender.documentId !== undefined) {
        // It may be gone again. Without it only the answers to dialogs are missing.
        injection.watchDialogs(tab, sender.documentId).catch(() => undefined);
      }
      return { isWanted };
    },

    async seen(gestures: SeenGesture[], sender: FrameSender): Promise<RecorderReply> {
      const tab = sender.tab?.id;
      const state = await recorded(tab);
      if (!state || tab === undefined || !isOpenFor(state, sender)) return { isWanted: false };
      const isMain = sender.frameId === 0;
      const kept: Gesture[] = [];
      for (const { child, ...gesture } of gestures) {
        if (isMain) {
          kept.push({ ...gesture, tab });
          continue;
        }
        const address = gesture.url.split(/[?#]/)[0] ?? '';
        const params = { index: -1, ...child, url: gesture.url, reveal: false };
        const title = await injection.nameFrame(tab, sender.frameId ?? 0, params).catch(() => '');
        const page =
          (await injection.addressOf(tab).catch(() => undefined)) ?? sender.tab?.url ?? '';
        kept.push({ ...gesture, url: page, tab, what: inFrame(gesture.what, { address, title }) });
      }
      await keep(kept);
      return { isWanted: true };
    },
  };

  const browserTells = {
    /** A main frame shows another document, or the same one at another address. */
    async committed(tab: TabId, step: Committed): Promise<void> {
      const state = await recorded(tab);
      if (!state || !isOpen(state, step.url) || step.url === 'about:blank') return;
      const before = state.ways[tab];
      const { what, way } = navigated(before, step);
      // A page may write down the same address as often as it likes.
      if (step.isSameDocument && before?.urls[before.at] === step.url) return;
      const id = await tellOf(tab, step.url, what, { at: step.timeStamp ?? now() });
      const arrived = what.kind === 'arrived' ? { arrived: id } : {};
      await change((was) => ({ ways: { ...was.ways, [tab]: { ...way, ...arrived } } }));
    },

    /** The document that came last has its title. */
    async titled(tab: TabId, url: string, title: string): Promise<void> {
      const way = (await recorded(tab))?.ways[tab];
      if (way?.arrived === undefined || way.urls[way.at] !== url || title === '') return;
      const { arrived, ...rest } = way;
      await change((was) => ({ ways: { ...was.ways, [tab]: rest } }));
      const what: GestureKind = { kind: 'arrived', url, title: title.slice(0, TITLE_CHARS_MAX) };
      await tellOf(tab, url, what, { insteadOf: arrived });
    },

    /** A recorded page has opened a tab. Chrome may tell so twice, at first without an address. */
    async opened(tab: TabId, opener: TabId, url: string): Promise<void> {
      const id = crypto.randomUUID();
      let news: { insteadOf?: string } | undefined;
      await change(({ tabs, ways }) => {
        if (!tabs.includes(opener)) return {};
        const isBlank = url === '' || url === 'about:blank';
        if (!tabs.includes(tab)) {
          news = {};
          const way = { urls: [], at: 0, ...(isBlank && { opened: id }) };
          return { tabs: [...tabs, tab], ways: { ...ways, [tab]: way } };
        }
        const { opened, ...way } = ways[tab] ?? { urls: [], at: 0 };
        if (opened === undefined || isBlank) return {};
        news = { insteadOf: opened };
        return { ways: { ...ways, [tab]: way } };
      });
      if (!news) return;
      const what: GestureKind = { kind: 'openTab', byPerson: false, url };
      await keep([{ id, at: now(), tab, url: url.slice(0, URL_CHARS_MAX), ...news, what }]);
    },

    async closed(tab: TabId): Promise<void> {
      const state = await recorded(tab);
      if (!state) return;
      const url = state.ways[tab]?.urls[state.ways[tab].at] ?? '';
      await change(({ tabs, ways }) => ({
        tabs: tabs.filter((other) => other !== tab),
        ways: Object.fromEntries(Object.entries(ways).filter(([other]) => Number(other) !== tab)),
      }));
      await tellOf(tab, url, { kind: 'closeTab' });
    },

    /** The person looks at another tab. */
    async activated(tab: TabId, url: string): Promise<void> {
      const state = await recorded(tab);
      if (!state || state.front === tab) return;
      await change(() => ({ front: tab }));
      await tellOf(tab, url, { kind: 'switchTab' });
    },

    /** Chrome gave a tab another number. */
    async replaced(added: TabId, removed: TabId): Promise<void> {
      await change(({ tabs }) => ({ tabs: tabs.map((tab) => (tab === removed ? added : tab)) }));
    },
  };

  return {
    handlers: {
      async startRecorder(params: StartRecorderParams) {
        await start(params);
        return {};
      },
      stopRecorder: finish,
    },
    pages,
    browserTells,
    /** What waits goes on its way. */
    connected: () => queue.drain(),
    isRecording: async () => (await store.read()) !== undefined,
  };
}

export type RecorderControl = ReturnType<typeof createRecorder>;

/** What is within a closed page is closed, too. */
function isOpenFor(state: RecordingState, { origin, url, tab }: FrameSender): boolean {
  return [origin, url, tab?.url].every((at) => at === undefined || isOpen(state, at));
}

/** What is blank or opaque is of whoever opened it, and was judged there. */
function isOpen({ closed }: RecordingState, address: string): boolean {
  if (closed.length === 0) return true;
  try {
    return !closed.includes(new URL(address).origin);
  } catch {
    return true;
  }
}

function inFrame(what: GestureKind, frame: { address: string; title: string }): GestureKind {
  const within = (target: Fingerprint): Fingerprint => ({ ...target, frame });
  switch (what.kind) {
    case 'click':
    case 'type':
    case 'select':
    case 'check':
    case 'hover':
    case 'upload':
      return { ...what, target: within(what.target) };
    case 'press':
    case 'checkText':
      return what.target ? { ...what, target: within(what.target) } : what;
    case 'drag':
      return { ...what, from: within(what.from), ...(what.onto && { onto: within(what.onto) }) };
    case 'dialog':
    case 'navigate':
    case 'arrived':
    case 'openTab':
    case 'switchTab':
    case 'closeTab':
    case 'waitForText':
    case 'appeared':
      return what;
  }
}
