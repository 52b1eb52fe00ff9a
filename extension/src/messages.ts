// Messages between our own pages and the service worker. From a content script only one message is
// accepted: stop. What the recorder says is in `recording/messages.ts`.
import { browser } from 'wxt/browser';
import { mayRequest } from './pages';
import type { ConnectionState } from './connection/state';
import type { ShownUtterance, ShownStep } from './language/sanitize-utterance';
import type {
  AddToRunParams,
  Answer,
  AnswerRunParams,
  AskParams,
  ChangeImportParams,
  ChangeKnowledgeParams,
  ChatEventList,
  ChatPicture,
  ChatSession,
  Completion,
  EditPageParams,
  ExportedSession,
  ExportFormat,
  ForgetParams,
  Forgotten,
  GraphNodeParams,
  GraphNodeView,
  GraphParams,
  GraphView,
  ImportFailureList,
  ImportJob,
  ImportJobList,
  ImportParams,
  ImportSourceList,
  KnowledgeSettings,
  KnowledgeStats,
  KnowledgeStatsParams,
  LogEntry,
  LogFilter,
  MergedName,
  MergedNameList,
  MergeNamesParams,
  MergeParams,
  ModelRecordList,
  ModelTest,
  NewModel,
  NewPhrasing,
  PageParams,
  PageSuggestions,
  PageVersionParams,
  PageVersionText,
  PageView,
  PolicyAnswer,
  PolicyQuestion,
  RememberedPage,
  Rule,
  RuleRecord,
  SearchParams,
  SearchResults,
  StartImportParams,
  StartRunParams,
  Status,
  SuggestPagesParams,
  TabId,
} from './wire';

/** Page → worker: each request with its parameters and reply. */
export interface PageRequests {
  getConnection: { params: object; reply: ConnectionState };
  connect: { params: object; reply: null };
  pair: { params: { code: string; port: number }; reply: null };
  rename: { params: { name: string }; reply: null };
  getStatus: { params: object; reply: Status };
  disconnectClient: { params: { id: number }; reply: null };
  listQuestions: { params: object; reply: PolicyQuestion[] };
  answerQuestion: { params: { answer: PolicyAnswer }; reply: null };
  listRules: { params: object; reply: RuleRecord[] };
  addRule: { params: { rule: Rule }; reply: RuleRecord[] };
  removeRule: { params: { id: number }; reply: RuleRecord[] };
  listModels: { params: object; reply: ModelRecordList };
  addModel: { params: { model: NewModel }; reply: ModelRecordList };
  removeModel: { params: { name: string }; reply: ModelRecordList };
  setDefaultModel: { params: { name: string }; reply: ModelRecordList };
  testModel: { params: { name: string }; reply: ModelTest };
  readLog: { params: { filter: LogFilter }; reply: LogEntry[] };
  understand: { params: { text: string }; reply: ShownUtterance };
  complete: { params: { text: string }; reply: Completion[] };
  /** Replies when the run has ended; `stepChanged` reports its progress. */
  runUtterance: { params: { id: string; text: string }; reply: ShownUtterance };
  stopUtterance: { params: { id: string }; reply: null };
  /** Keeps a way of saying something; replies with the phrasing that was kept. */
  rememberPhrasing: { params: { phrasing: NewPhrasing }; reply: string };
  listSessions: { params: { query: string }; reply: ChatSession[] };
  createSession: { params: object; reply: ChatSession };
  renameSession: { params: { session: string; title: string }; reply: ChatSession };
  deleteSession: { params: { session: string }; reply: null };
  exportSession: { params: { session: string; format: ExportFormat }; reply: ExportedSession };
  startRun: { params: { params: StartRunParams }; reply: null };
  stopRun: { params: { session: string }; reply: null };
  pauseRun: { params: { session: string }; reply: null };
  resumeRun: { params: { session: string }; reply: null };
  answerRun: { params: { params: AnswerRunParams }; reply: null };
  addToRun: { params: { params: AddToRunParams }; reply: null };
  readPicture: { params: { session: string; picture: number }; reply: ChatPicture };
  getKnowledgeSettings: { params: object; reply: KnowledgeSettings };
  changeKnowledgeSettings: { params: { change: ChangeKnowledgeParams }; reply: KnowledgeSettings };
  getKnowledgeStats: { params: KnowledgeStatsParams; reply: KnowledgeStats };
  forgetPages: { params: { what: ForgetParams }; reply: Forgotten };
  searchPages: { params: SearchParams; reply: SearchResults };
  suggestPages: { params: SuggestPagesParams; reply: PageSuggestions };
  askKnowledge: { params: AskParams; reply: Answer };
  lookUpOnWeb: { params: AskParams; reply: Answer };
  rememberPage: { params: { tab: TabId }; reply: RememberedPage };
  getPage: { params: PageParams; reply: PageView };
  getPageVersion: { params: PageVersionParams; reply: PageVersionText };
  editPage: { params: EditPageParams; reply: PageView };
  getGraph: { params: GraphParams; reply: GraphView };
  getGraphNode: { params: GraphNodeParams; reply: GraphNodeView };
  mergeNames: { params: MergeNamesParams; reply: MergedName };
  undoMerge: { params: MergeParams; reply: MergedNameList };
  listImportSources: { params: object; reply: ImportSourceList };
  startImport: { params: StartImportParams; reply: ImportJob };
  listImports: { params: object; reply: ImportJobList };
  changeImport: { params: ChangeImportParams; reply: ImportJob };
  listImportFailures: { params: ImportParams; reply: ImportFailureList };
  /** Waits for a while where nothing has happened. */
  readRunEvents: { params: { session: string; after: number }; reply: ChatEventList };
}

/** Worker → every open page. */
export type Broadcast =
  | { type: 'connectionChanged'; state: ConnectionState }
  | { type: 'questionsChanged'; questions: readonly PolicyQuestion[] }
  | { type: 'stepChanged'; id: string; step: ShownStep };

/** Worker → clipboard page. The reply is the text that was read or written. */
export type ClipboardRequest = { type: 'readClipboard' } | { type: 'writeClipboard'; text: string };

/** Content script → worker. */
interface Stop {
  type: 'stopPressed';
}

/** Content script → worker. Nobody answers: that it comes is all. */
interface Wake {
  type: 'wake';
}

/** The name of the port that an overlay holds to the worker while it is shown. */
export const OVERLAY_PORT = 'overlay';

export type RequestType = keyof PageRequests;
type Params<T extends RequestType> = PageRequests[T]['params'];
type Reply<T extends RequestType> = PageRequests[T]['reply'];
type Envelope<T extends RequestType> = { reply: Reply<T> } | { error: string };

/** Rejects with a message that can be shown to a person. */
export async function askWorker<T extends RequestType>(
  type: T,
  params: Params<T>,
): Promise<Reply<T>> {
  const envelope: Envelope<T> | undefined = await browser.runtime.sendMessage({ ...params, type });
  // Undefined where no worker listens, for instance one of an older version after an update.
  if (!envelope) throw new Error('Tabwright didn’t answer. Reload this page.');
  if ('error' in envelope) throw new Error(envelope.error);
  return envelope.reply;
}

export type PageHandlers = { [T in RequestType]: (params: Params<T>) => Promise<Reply<T>> };

export function answerPages(handlers: PageHandlers): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (!isRequest(message, handlers) || !mayAsk(sender, message.type)) return false;
    // `isRequest` has matched the type with its parameters, which TypeScript cannot follow.
    const handle = handlers[message.type] as (params: unknown) => Promise<unknown>;
    handle(message).then(
      (reply) => {
        sendResponse({ reply });
      },
      (error: unknown) => {
        sendResponse({ error: error instanceof Error ? error.message : String(error) });
      },
    );
    return true;
  });
}

export function broadcast(message: Broadcast): void {
  // Rejects when no page is open, which is the usual case.
  browser.runtime.sendMessage(message).catch(() => undefined);
}

/** Returns the function that stops listening. Only messages of our own origin are accepted. */
export function onBroadcast<T extends Broadcast['type']>(
  type: T,
  listener: (message: Extract<Broadcast, { type: T }>) => void,
): () => void {
  const onMessage = (message: unknown, sender: Sender) => {
    const isDefault = (message as Partial<Broadcast> | null)?.type === type;
    if (isDefault && isFromOurselves(sender)) listener(message as Extract<Broadcast, { type: T }>);
  };
  browser.runtime.onMessage.addListener(onMessage);
  return () => {
    browser.runtime.onMessage.removeListener(onMessage);
  };
}

/** Null when the clipboard is not accessible. */
export async function askClipboardPage(request: ClipboardRequest): Promise<string | null> {
  return browser.runtime.sendMessage<ClipboardRequest, string | null>(request);
}

/** `answer` returns null when the clipboard is not accessible. */
export function answerClipboard(answer: (request: ClipboardRequest) => string | null): void {
  browser.runtime.onMessage.addListener((message: Partial<ClipboardRequest>, sender, reply) => {
    if (!isFromOurselves(sender)) return;
    if (message.type === 'readClipboard' || message.type === 'writeClipboard') {
      reply(answer(message as ClipboardRequest));
    }
  });
}

/** Rejects when the extension was reloaded and this content script is orphaned. */
export async function reportStopPressed(): Promise<void> {
  await browser.runtime.sendMessage<Stop>({ type: 'stopPressed' });
}

/** Starts the worker again where Chrome has stopped it. Rejects as `reportStopPressed` does. */
export async function wakeWorker(): Promise<void> {
  await browser.runtime.sendMessage<Wake>({ type: 'wake' });
}

export function onStopPressed(listener: (tab: TabId) => void): void {
  browser.runtime.onMessage.addListener((message: Partial<Stop>, { id, tab }) => {
    if (id !== browser.runtime.id || tab?.id === undefined) return;
    if (message.type === 'stopPressed') listener(tab.id);
  });
}

interface Sender {
  id?: string;
  url?: string;
  frameId?: number;
}

function mayAsk(sender: Sender, type: RequestType): boolean {
  return isFromOurselves(sender) && mayRequest(new URL(sender.url ?? '').pathname, type);
}

/**
 * A content script has our id but not our origin: it runs inside a page that may be hostile. And a
 * page of ours inside a frame was put there by somebody else (clickjacking).
 */
function isFromOurselves({ id, url, frameId = 0 }: Sender): boolean {
  const isOurs = id === browser.runtime.id && frameId === 0;
  return isOurs && (url?.startsWith(browser.runtime.getURL('/')) ?? false);
}

function isRequest(message: unknown, handlers: PageHandlers): message is { type: RequestType } {
  const type = (message as { type?: unknown } | null)?.type;
  return typeof type === 'string' && Object.hasOwn(handlers, type);
}
