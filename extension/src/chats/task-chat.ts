// The chat that a panel shows: its session, its tasks, and the models that could do them. It follows the events of the
// session as long as that is open, so whatever happens in another panel or in a terminal is seen here, too.
import { createStore, type Watched } from '../language/store';
import type {
  AddToRunParams,
  AnswerRunParams,
  ChatEventList,
  ChatPicture,
  ChatSession,
  ExportedSession,
  ExportFormat,
  ModelRecordList,
  StartRunParams,
  TabId,
} from '../wire';
import { applyEvents, EMPTY, isOpen, openRun, type Transcript } from './transcript';

/** The daemon's part, as the panel reaches it through the worker. */
export interface TaskBackend {
  listModels: () => Promise<ModelRecordList>;
  listSessions: (query: string) => Promise<readonly ChatSession[]>;
  createSession: () => Promise<ChatSession>;
  renameSession: (session: string, title: string) => Promise<ChatSession>;
  deleteSession: (session: string) => Promise<unknown>;
  exportSession: (session: string, format: ExportFormat) => Promise<ExportedSession>;
  startRun: (params: StartRunParams) => Promise<unknown>;
  stopRun: (session: string) => Promise<unknown>;
  pauseRun: (session: string) => Promise<unknown>;
  resumeRun: (session: string) => Promise<unknown>;
  answerRun: (params: AnswerRunParams) => Promise<unknown>;
  addToRun: (params: AddToRunParams) => Promise<unknown>;
  readPicture: (session: string, picture: number) => Promise<ChatPicture>;
  readRunEvents: (session: string, after: number) => Promise<ChatEventList>;
  /** The tab in front, if a task can begin there. */
  tabInFront: () => Promise<TabId | undefined>;
}

/** Who can carry out a task: a model, or a command-line agent. */
export interface TaskModel {
  name: string;
  isDefault: boolean;
  /** It is only asked when the person chooses it: it has a login, and a price, of its own. */
  isAgent: boolean;
}

export interface TaskChatState {
  /** None until the first task of a new chat. */
  session: ChatSession | undefined;
  transcript: Transcript;
  /** Those that can be asked. */
  models: readonly TaskModel[];
  /** The one that the next task asks, by its name; empty is the default. */
  model: string;
  /** A request is under way that changes the run. */
  isBusy: boolean;
  fault: string | undefined;
}

export interface TaskChat extends Watched<TaskChatState> {
  /** Looks for models, and opens the chat in which a task is under way. */
  load(): Promise<void>;
  chooseModel: (name: string) => void;
  /** True where a model could do a task. */
  canStart(): boolean;
  start(task: string): Promise<unknown>;
  /** False where it was not taken, which is told. */
  answer(text: string): Promise<boolean>;
  /** Words for the task under way, which it hears before its next step. False where they were not taken. */
  add: (text: string) => Promise<boolean>;
  /** The address of a picture that came with a step. Rejects with a message for a person. */
  readPicture: (picture: number) => Promise<string>;
  stop(): Promise<unknown>;
  /** The person drives until they give it back. */
  takeOver(): Promise<unknown>;
  giveBack(): Promise<unknown>;
  search(query: string): Promise<readonly ChatSession[]>;
  open(session: ChatSession): void;
  /** A new chat, which the daemon hears of with its first task. */
  begin(): void;
  rename: (title: string) => Promise<void>;
  remove(session: string): Promise<void>;
  /** The chat as a file; none where it could not be written, which is told. */
  exportAs: (format: ExportFormat) => Promise<ExportedSession | undefined>;
  /** Follows nothing any more. */
  close(): void;
}

const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 8_000;

export function createTaskChat(backend: TaskBackend): TaskChat {
  const { get, set, watch } = createStore<TaskChatState>({
    session: undefined,
    transcript: EMPTY,
    models: [],
    model: '',
    isBusy: false,
    fault: undefined,
  });
  let following: AbortController | undefined;

  const change = (changes: Partial<TaskChatState>) => {
    set({ ...get(), ...changes });
  };

  /** Shows a session from its beginning. */
  function show(session: ChatSession | undefined) {
    following?.abort();
    following = undefined;
    change({ session, transcript: EMPTY, fault: undefined, model: session?.model ?? get().model });
    if (!session) return;
    following = new AbortController();
    void follow(session.id, following.signal);
  }

  async function follow(session: string, signal: AbortSignal) {
    let retryMs = RETRY_MS_MIN;
    const isCurrent = () => following?.signal === signal;
    while (isCurrent()) {
      try {
        const { events, last } = await backend.readRunEvents(session, get().transcript.last);
        if (!isCurrent()) return;
        const transcript = applyEvents(get().transcript, events);
        change({ transcript: { ...transcript, last: Math.max(transcript.last, last) } });
        retryMs = RETRY_MS_MIN;
      } catch {
        // The connection may be back in a moment; the header says meanwhile that it is gone.
        await pause(retryMs, signal);
        retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
      }
    }
  }

  /** Does something about the run; what comes of it is told by an event. False where it failed, which is told. */
  async function attempt(ask: () => Promise<unknown>): Promise<boolean> {
    change({ isBusy: true, fault: undefined });
    try {
      await ask();
      return true;
    } catch (error) {
      change({ fault: error instanceof Error ? error.message : String(error) });
      return false;
    } finally {
      change({ isBusy: false });
    }
  }

  async function inSession(ask: (session: string) => Promise<unknown>): Promise<boolean> {
    const { session } = get();
    return session ? attempt(() => ask(session.id)) : false;
  }

  return {
    get,
    watch,
    async load() {
      const [models, sessions] = await Promise.all([
        backend.listModels(),
        backend.listSessions(''),
      ]);
      change({ models: taskModels(models) });
      const underWay = sessions.find(({ run }) => run && isOpen(run));
      if (underWay && !get().session) show(underWay);
    },
    chooseModel(model) {
      change({ model });
    },
    canStart: () => chosenModel(get()) !== undefined,
    async start(task) {
      await attempt(async () => {
        let { session } = get();
        if (!session) {
          session = await backend.createSession();
          show(session);
        }
        const model = chosenModel(get());
        const tab = await backend.tabInFront();
        await backend.startRun({
          session: session.id,
          task,
          ...(model === undefined ? {} : { model: model.name }),
          ...(tab === undefined ? {} : { tab }),
        });
        if (session.title === '') change({ session: { ...session, title: task } });
      });
    },
    async answer(answer) {
      const ask = openRun(get().transcript)?.ask;
      if (!ask) return false;
      return inSession((session) => backend.answerRun({ session, ask: ask.id, answer }));
    },
    add: (text) => inSession((session) => backend.addToRun({ session, text })),
    async readPicture(picture) {
      const { session } = get();
      if (!session) throw new Error('This chat is closed.');
      return pictureUrl(await backend.readPicture(session.id, picture));
    },
    stop: () => inSession(backend.stopRun),
    takeOver: () => inSession(backend.pauseRun),
    giveBack: () => inSession(backend.resumeRun),
    search: (query) => backend.listSessions(query),
    open(session) {
      show(session);
    },
    begin() {
      show(undefined);
    },
    async rename(title) {
      await inSession(async (id) => {
        const session = await backend.renameSession(id, title);
        if (get().session?.id === id) change({ session });
      });
    },
    async remove(id) {
      await attempt(async () => {
        await backend.deleteSession(id);
        if (get().session?.id === id) show(undefined);
      });
    },
    async exportAs(format) {
      let file: ExportedSession | undefined;
      await inSession(async (id) => {
        file = await backend.exportSession(id, format);
      });
      return file;
    },
    close() {
      following?.abort();
      following = undefined;
    },
  };
}

/** The one that the person chose, else the default, else the first model. */
export function chosenModel({ models, model }: TaskChatState): TaskModel | undefined {
  return (
    models.find(({ name }) => name === model) ??
    models.find(({ isDefault }) => isDefault) ??
    models.find(({ isAgent }) => !isAgent)
  );
}

const PICTURE_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp']);

function pictureUrl({ mime, base64 }: ChatPicture): string {
  if (!PICTURE_TYPES.has(mime)) throw new Error('This kind of picture can’t be shown.');
  return `data:${mime};base64,${base64}`;
}

/** True where a model can say what a line means. A command-line agent only does tasks. */
export function canTranslate({ models }: Pick<TaskChatState, 'models'>): boolean {
  return models.some(({ isAgent }) => !isAgent);
}

function taskModels({ models, agents }: ModelRecordList): TaskModel[] {
  const usable = models.filter(({ problem }) => !problem);
  const installed = agents.filter(({ isInstalled }) => isInstalled);
  return [
    ...usable.map(({ name, isDefault }) => ({ name, isDefault, isAgent: false })),
    ...installed.map(({ name }) => ({ name, isDefault: false, isAgent: true })),
  ];
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
