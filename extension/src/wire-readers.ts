// Generated from crates/wire by `cargo xtask wire`. Do not edit: CI fails when it is stale.
import {
  anything,
  flag,
  int32,
  integerBetween,
  list,
  nullable,
  number,
  numberBetween,
  object,
  oneOf,
  optional,
  record,
  text,
  textOfLength,
  tuple,
  type Reader,
  uint16,
  uint32,
  uint64,
  variants,
  withDefault,
  type Readers,
} from './rpc/readers';
import type {
  Action,
  AddBookmarkParams,
  AgentService,
  Answer,
  AnswerSource,
  AskKitParams,
  BarrierParams,
  BarrierRule,
  BookmarkIdParams,
  BrowserControl,
  BrowserControlNotices,
  BrowserStatus,
  CallState,
  CdpCommand,
  CdpControl,
  ChatCall,
  ChatEvent,
  ChatEventList,
  ChatId,
  ChatMessage,
  ChatPicture,
  ChatRole,
  ChatRun,
  ChatSession,
  ChatUsage,
  ChosenOption,
  ClientKind,
  ClientOrigin,
  ClientStatus,
  ClipboardText,
  CommandLineAgent,
  Completion,
  CompletionKind,
  Completions,
  CorrectedWord,
  CreateTabParams,
  Diagnostics,
  DialogKind,
  DownloadId,
  DownloadParams,
  EchoParams,
  EntityKind,
  ExportedSession,
  FacetCount,
  Facets,
  FieldValue,
  FindBookmarksParams,
  FindTabParams,
  FindVisitsParams,
  Finding,
  Fingerprint,
  Forgotten,
  FrameFacts,
  Gesture,
  GestureKind,
  GesturesKept,
  GraphEdge,
  GraphNeighbour,
  GraphNode,
  GraphNodeKind,
  GraphNodeView,
  GraphView,
  GroupParams,
  HistoryParams,
  ImportFailure,
  ImportFailureList,
  ImportJob,
  ImportJobList,
  ImportSource,
  ImportSourceList,
  ImportState,
  ImportWhat,
  ItemFacts,
  JoinParams,
  KeepOutcome,
  KeptPage,
  KeptPhrasing,
  KeptResult,
  KnowledgeSettings,
  KnowledgeStats,
  LogEntries,
  LogEntry,
  ManagedBrowser,
  MergedName,
  MergedNameList,
  MessageList,
  Mode,
  ModelKeyPlace,
  ModelPrice,
  ModelProvider,
  ModelRecord,
  ModelRecordList,
  ModelTest,
  MoveTabsParams,
  NameCandidate,
  NamingAttribute,
  NativeResponse,
  NavigateParams,
  NavigationWay,
  NoParams,
  NoResult,
  NotKept,
  Outcome,
  PageEntity,
  PageKind,
  PageOrigin,
  PageRelation,
  PageSuggestion,
  PageSuggestions,
  PageVersion,
  PageVersionText,
  PageView,
  PairResponse,
  Part,
  PartKind,
  PermissionParams,
  PermissionSetting,
  Point,
  PointerButton,
  PolicyQuestion,
  Problem,
  ProblemCode,
  ProfileId,
  QuestionIntent,
  QuestionList,
  ReloadParams,
  RememberedPage,
  RemoteErrorCode,
  Rule,
  RuleList,
  RuleRecord,
  RuleSource,
  RunAsk,
  RunEvent,
  RunId,
  RunLimits,
  RunList,
  RunScriptParams,
  RunSpent,
  RunState,
  SearchContext,
  SearchHit,
  SearchResults,
  Sensitivity,
  SessionList,
  SetCookiesParams,
  SettleDownloadParams,
  Snippet,
  SourceFrom,
  SpeakParams,
  StartDownloadParams,
  StartRecorderParams,
  Status,
  Step,
  StepNotice,
  StepState,
  StopRecorderParams,
  StoreParams,
  Suggestion,
  TabId,
  TabParams,
  UtteranceResult,
  Welcome,
  WindowBounds,
  ZoomParams,
} from './wire';

export const readTabId: Reader<TabId> = int32;

export const readEchoParams: Reader<EchoParams> = object({ tab: optional(readTabId), text: text });

export const readNoParams: Reader<NoParams> = object({});

export const readFindTabParams: Reader<FindTabParams> = object({ tab: optional(readTabId) });

export const readTabParams: Reader<TabParams> = object({ tab: readTabId });

export const readJoinParams: Reader<JoinParams> = object({ first: withDefault(uint32, 0), ordinal: uint32, origin: optional(text) });

export const readAskKitParams: Reader<AskKitParams> = object({ deadlineMs: uint32, frame: integerBetween(0, 2147483647), join: readJoinParams, name: text, params: anything, tab: readTabId });

export const readNavigateParams: Reader<NavigateParams> = object({ tab: readTabId, url: text });

export const readHistoryParams: Reader<HistoryParams> = object({ delta: oneOf([-1, 1]), tab: readTabId });

export const readReloadParams: Reader<ReloadParams> = object({ bypassCache: flag, tab: readTabId });

export const readGroupParams: Reader<GroupParams> = object({ tabs: list(readTabId, 1), title: optional(textOfLength(1)) });

export const readMoveTabsParams: Reader<MoveTabsParams> = object({ tabs: list(readTabId, 1), windowId: optional(int32) });

export const readZoomParams: Reader<ZoomParams> = object({ factor: optional(numberBetween(0.25, 5)), tab: readTabId });

export const readRunScriptParams: Reader<RunScriptParams> = object({ code: text, frame: integerBetween(0, 2147483647), tab: readTabId });

export const readSpeakParams: Reader<SpeakParams> = object({ lang: optional(text), text: textOfLength(0, 32768) });

export const readAddBookmarkParams: Reader<AddBookmarkParams> = object({ folder: optional(text), title: text, url: text });

export const readFindBookmarksParams: Reader<FindBookmarksParams> = object({ countMax: uint32, query: text });

export const readFindVisitsParams: Reader<FindVisitsParams> = object({ countMax: uint32, query: text, sinceMs: number });

export const readBookmarkIdParams: Reader<BookmarkIdParams> = object({ id: text });

export const readClipboardText: Reader<ClipboardText> = object({ text: text });

export const readStartDownloadParams: Reader<StartDownloadParams> = object({ url: text });

export const readDownloadId: Reader<DownloadId> = object({ id: int32 });

export const readSettleDownloadParams: Reader<SettleDownloadParams> = object({ id: int32, keep: flag });

export const readStartRecorderParams: Reader<StartRecorderParams> = object({ closed: list(text), recording: text, tabs: list(readTabId) });

export const readStopRecorderParams: Reader<StopRecorderParams> = object({ recording: text });

export const readSensitivity: Reader<Sensitivity> = oneOf(['download', 'password', 'payment', 'upload', 'send', 'tab', 'settings', 'memory']);

export const readPolicyQuestion: Reader<PolicyQuestion> = object({ client: text, code: optional(text), id: uint32, leftMs: uint32, sensitivity: optional(readSensitivity), tab: optional(readTabId), url: text, what: text });

export const readQuestionList: Reader<QuestionList> = object({ questions: list(readPolicyQuestion) });

export const readAction: Reader<Action> = object({ actionName: text, parameters: withDefault(record, {}) });

export const readProblemCode: Reader<ProblemCode> = oneOf(['bad-token', 'bad-host', 'bad-origin', 'bad-request', 'not-found', 'protocol-mismatch', 'slot-taken', 'bad-pairing-code', 'no-browser', 'unknown-browser', 'browser-disconnected', 'browser-refused', 'browser-timeout', 'browser-busy', 'launch-failed', 'no-such-tab', 'forbidden-page', 'element-not-found', 'element-ambiguous', 'element-gone', 'element-hidden', 'element-covered', 'element-disabled', 'element-read-only', 'element-moving', 'wrong-kind', 'no-option', 'no-effect', 'wait-timeout', 'dialog-open', 'no-dialog', 'navigation-failed', 'script-failed', 'stopped-by-person', 'unsupported', 'page-failed', 'upgrade-required', 'internal', 'unknown', 'person-only', 'bad-answer-code', 'too-large', 'task-limit', 'task-paused', 'denied', 'page-changed', 'secret-problem', 'not-understood', 'no-model', 'model-failed', 'file-problem', 'storage-failed'], 'unknown');

export const readProblem: Reader<Problem> = object({ code: readProblemCode, fix: text, status: uint16, title: text });

export const readStepState: Reader<StepState> = oneOf(['waiting', 'running', 'done', 'failed', 'skipped']);

export const readStep: Reader<Step> = object({ action: readAction, does: text, index: uint32, message: text, problem: optional(readProblem), result: optional(anything), state: readStepState, words: text });

export const readStepNotice: Reader<StepNotice> = object({ id: text, step: readStep });

export const readBarrierRule: Reader<BarrierRule> = object({ addresses: text, blocks: flag, onlyPages: flag });

export const readBarrierParams: Reader<BarrierParams> = object({ barrier: optional(list(readBarrierRule)), tab: readTabId });

export const readCdpCommand: Reader<CdpCommand> = object({ method: text, params: optional(record), session: optional(text), tab: readTabId });

export const readCreateTabParams: Reader<CreateTabParams> = object({ background: flag, group: optional(textOfLength(1)), incognito: flag, newWindow: flag, url: text });

export const readDownloadParams: Reader<DownloadParams> = object({ url: text });

export const readWindowBounds: Reader<WindowBounds> = object({ height: optional(int32), left: optional(int32), top: optional(int32), width: optional(int32), windowId: int32, windowState: optional(oneOf(['normal', 'minimized', 'maximized', 'fullscreen'])) });

export const readStoreParams: Reader<StoreParams> = object({ incognito: flag });

export const readSetCookiesParams: Reader<SetCookiesParams> = object({ cookies: list(record), incognito: flag });

export const readPermissionSetting: Reader<PermissionSetting> = oneOf(['granted', 'denied', 'prompt']);

export const readPermissionParams: Reader<PermissionParams> = object({ incognito: flag, names: list(text), origin: optional(text), setting: readPermissionSetting });

export const readProfileId: Reader<ProfileId> = text;

export const readBrowserStatus: Reader<BrowserStatus> = object({ connectedMs: uint64, extensionVersion: text, name: text, pendingCalls: uint64, product: text, productVersion: text, profile: readProfileId });

export const readClientKind: Reader<ClientKind> = oneOf(['events', 'cdp', 'agent']);

export const readClientStatus: Reader<ClientStatus> = object({ attachedTabs: uint64, connectedMs: uint64, id: uint32, kind: readClientKind, name: text });

export const readDiagnostics: Reader<Diagnostics> = object({ badFrames: uint64, residentBytes: nullable(uint64), tasks: uint64 });

export const readManagedBrowser: Reader<ManagedBrowser> = object({ executable: text, headless: flag, pid: uint32, sandboxed: flag });

export const readStatus: Reader<Status> = object({ browsers: list(readBrowserStatus), clients: list(readClientStatus), connected: flag, diagnostics: readDiagnostics, lastEvent: uint64, managed: nullable(readManagedBrowser), pid: uint32, port: uint16, protocol: uint32, uptimeMs: uint64, version: text });

export const readNoResult: Reader<NoResult> = object({});

export const readMode: Reader<Mode> = oneOf(['auto', 'ask', 'read-only', 'deny']);

export const readRule: Reader<Rule> = object({ allow: optional(list(readSensitivity)), blocked_schemes: optional(list(text)), client: optional(text), locked_url: optional(text), mode: optional(readMode), new_tabs: optional(flag), scripts: optional(flag), site: optional(text) });

export const readRuleSource: Reader<RuleSource> = oneOf(['person', 'config', 'built-in']);

export const readRuleRecord: Reader<RuleRecord> = object({ id: optional(uint32), rule: readRule, source: readRuleSource });

export const readRuleList: Reader<RuleList> = object({ rules: list(readRuleRecord) });

export const readClientOrigin: Reader<ClientOrigin> = oneOf(['api', 'mcp', 'cdp', 'agent', 'person']);

export const readOutcome: Reader<Outcome> = oneOf(['done', 'failed', 'refused', 'cancelled']);

export const readLogEntry: Reader<LogEntry> = object({ client: text, detail: withDefault(text, ''), hash: text, note: withDefault(text, ''), operation: text, origin: readClientOrigin, outcome: readOutcome, previous: text, seq: uint64, tab: optional(readTabId), time: text, tookMs: uint64, url: withDefault(text, '') });

export const readLogEntries: Reader<LogEntries> = object({ entries: list(readLogEntry) });

export const readCommandLineAgent: Reader<CommandLineAgent> = object({ howToInstall: optional(text), isInstalled: flag, name: text, title: text });

export const readModelKeyPlace: Reader<ModelKeyPlace> = oneOf(['none', 'stored', 'variable']);

export const readModelPrice: Reader<ModelPrice> = object({ input: number, output: number });

export const readModelRecord: Reader<ModelRecord> = object({ baseUrl: text, contextWindow: optional(uint32), isDefault: flag, key: readModelKeyPlace, keyEnv: optional(text), model: text, name: text, price: optional(readModelPrice), problem: optional(readProblem), provider: text, vision: flag });

export const readModelProvider: Reader<ModelProvider> = object({ baseUrl: text, id: text, needsContextWindow: flag, needsKey: flag, title: text });

export const readModelRecordList: Reader<ModelRecordList> = object({ agents: list(readCommandLineAgent), models: list(readModelRecord), providers: list(readModelProvider) });

export const readModelTest: Reader<ModelTest> = object({ cost: optional(number), firstPieceMs: uint64, images: optional(flag), inputTokens: uint64, name: text, outputTokens: uint64, streaming: flag, text: flag, tookMs: uint64, tools: flag });

export const readSuggestion: Reader<Suggestion> = object({ does: text, phrasing: text });

export const readPartKind: Reader<PartKind> = oneOf(['word', 'capture', 'joint', 'unknown']);

export const readPart: Reader<Part> = object({ kind: readPartKind, text: text });

export const readUtteranceResult: Reader<UtteranceResult> = object({ model: optional(text), nearest: list(readSuggestion), parts: list(readPart), remembered: optional(text), steps: list(readStep) });

export const readCompletionKind: Reader<CompletionKind> = oneOf(['words', 'entity', 'placeholder']);

export const readCompletion: Reader<Completion> = object({ about: text, kind: readCompletionKind, line: text, text: text });

export const readCompletions: Reader<Completions> = object({ completions: list(readCompletion) });

export const readKeptPhrasing: Reader<KeptPhrasing> = object({ grammar: text, phrasing: text });

export const readChatId: Reader<ChatId> = text;

export const readRunAsk: Reader<RunAsk> = object({ choices: list(text), id: text, question: text });

export const readRunId: Reader<RunId> = text;

export const readRunLimits: Reader<RunLimits> = object({ cents: uint32, minutes: uint32, steps: uint32, tokens: uint64 });

export const readRunSpent: Reader<RunSpent> = object({ cents: optional(number), ms: uint64, steps: uint32, tokens: uint64 });

export const readRunState: Reader<RunState> = oneOf(['running', 'finished', 'waiting', 'paused', 'failed', 'stopped']);

export const readChatRun: Reader<ChatRun> = object({ answer: optional(text), ask: optional(readRunAsk), browser: optional(text), createdMs: uint64, data: anything, id: readRunId, limits: readRunLimits, model: optional(text), problem: optional(readProblem), session: readChatId, spent: readRunSpent, state: readRunState, success: optional(flag), task: text, updatedMs: uint64 });

export const readChatUsage: Reader<ChatUsage> = object({ cached: uint64, contextWindow: optional(uint32), input: uint64, output: uint64 });

export const readChatSession: Reader<ChatSession> = object({ createdMs: uint64, id: readChatId, model: optional(text), providerState: anything, run: optional(readChatRun), title: text, updatedMs: uint64, usage: optional(readChatUsage) });

export const readSessionList: Reader<SessionList> = object({ sessions: list(readChatSession) });

export const readExportedSession: Reader<ExportedSession> = object({ fileName: text, text: text });

export const readChatCall: Reader<ChatCall> = object({ arguments: text, does: withDefault(text, ''), id: text, tool: text });

export const readChatRole: Reader<ChatRole> = oneOf(['user', 'assistant', 'tool']);

export const readChatMessage: Reader<ChatMessage> = object({ call: optional(text), calls: list(readChatCall), createdMs: uint64, failed: flag, number: uint32, role: readChatRole, run: readRunId, text: text });

export const readMessageList: Reader<MessageList> = object({ messages: list(readChatMessage), more: flag });

export const readRunList: Reader<RunList> = object({ runs: list(readChatRun) });

export const readChatPicture: Reader<ChatPicture> = object({ base64: text, mime: text });

export const readCallState: Reader<CallState> = oneOf(['started', 'done', 'failed', 'waiting', 'skipped']);

export const readRunEvent: Reader<RunEvent> = variants('type', { 'run.started': object({ run: readChatRun, type: oneOf(['run.started']) }), 'run.resumed': object({ spent: readRunSpent, type: oneOf(['run.resumed']) }), 'run.step': object({ calls: list(readChatCall), step: uint32, text: text, type: oneOf(['run.step']) }), 'run.delta': object({ isReasoning: flag, text: text, type: oneOf(['run.delta']) }), 'run.retry': object({ reason: text, type: oneOf(['run.retry']), waitMs: uint32 }), 'run.tool': object({ call: text, does: withDefault(text, ''), picture: optional(uint32), state: readCallState, tab: optional(readTabId), tool: text, type: oneOf(['run.tool']), words: text }), 'run.added': object({ text: text, type: oneOf(['run.added']) }), 'run.ask': object({ ask: readRunAsk, type: oneOf(['run.ask']) }), 'run.answered': object({ answer: text, ask: text, type: oneOf(['run.answered']) }), 'run.usage': object({ spent: readRunSpent, type: oneOf(['run.usage']), usage: readChatUsage }), 'run.provider_session': object({ state: anything, type: oneOf(['run.provider_session']) }), 'run.notice': object({ text: text, type: oneOf(['run.notice']) }), 'run.paused': object({ problem: optional(readProblem), type: oneOf(['run.paused']) }), 'run.finished': object({ run: readChatRun, type: oneOf(['run.finished']) }), 'run.failed': object({ run: readChatRun, type: oneOf(['run.failed']) }), 'run.stopped': object({ run: readChatRun, type: oneOf(['run.stopped']) }) });

export const readChatEvent: Reader<ChatEvent> = object({ event: readRunEvent, id: uint64, run: readRunId, session: readChatId, timeMs: uint64 });

export const readChatEventList: Reader<ChatEventList> = object({ events: list(readChatEvent), last: uint64 });

export const readKeepOutcome: Reader<KeepOutcome> = oneOf(['new', 'changed', 'unchanged']);

export const readPageKind: Reader<PageKind> = oneOf(['article', 'discussion', 'documentation', 'product', 'listing', 'video', 'pdf', 'other']);

export const readPageOrigin: Reader<PageOrigin> = oneOf(['remembered', 'automatic', 'imported']);

export const readKeptPage: Reader<KeptPage> = object({ author: optional(text), firstSeenMs: uint64, hasText: flag, id: uint32, kind: readPageKind, language: optional(text), lastVisitMs: uint64, origin: readPageOrigin, published: optional(text), site: text, tags: list(text), title: text, url: text, visits: uint32 });

export const readRememberedPage: Reader<RememberedPage> = object({ notice: optional(text), outcome: readKeepOutcome, page: readKeptPage, questions: withDefault(list(text), []), summary: list(text) });

export const readNotKept: Reader<NotKept> = oneOf(['paused', 'notWeb', 'searchResults', 'intranet', 'off', 'siteOff', 'closed', 'agents', 'forgotten', 'sensitive', 'private', 'poor', 'restless']);

export const readKeptResult: Reader<KeptResult> = object({ notKept: optional(readNotKept), outcome: optional(readKeepOutcome) });

export const readCorrectedWord: Reader<CorrectedWord> = object({ instead: text, word: text });

export const readFacetCount: Reader<FacetCount> = object({ count: uint32, name: text });

export const readFacets: Reader<Facets> = object({ entities: list(readFacetCount), months: list(readFacetCount), sites: list(readFacetCount), topics: list(readFacetCount) });

export const readSnippet: Reader<Snippet> = object({ marks: list(tuple(uint32, uint32)), text: text });

export const readSearchHit: Reader<SearchHit> = object({ page: readKeptPage, score: number, snippets: list(readSnippet) });

export const readSearchResults: Reader<SearchResults> = object({ corrected: list(readCorrectedWord), facets: readFacets, hits: list(readSearchHit), isExact: flag, notices: list(text), total: uint32 });

export const readPageSuggestion: Reader<PageSuggestion> = object({ id: uint32, marks: list(tuple(uint32, uint32)), title: text, url: text });

export const readPageSuggestions: Reader<PageSuggestions> = object({ pages: list(readPageSuggestion) });

export const readSearchContext: Reader<SearchContext> = object({ entities: list(readFacetCount), fromMs: optional(uint64), sites: list(readFacetCount), topics: list(readFacetCount), untilMs: optional(uint64) });

export const readFinding: Reader<Finding> = object({ source: uint32, text: text });

export const readQuestionIntent: Reader<QuestionIntent> = oneOf(['findLatest', 'findEarliest', 'findMostFrequent', 'summarize', 'findSpecific']);

export const readSourceFrom: Reader<SourceFrom> = oneOf(['memory', 'web']);

export const readAnswerSource: Reader<AnswerSource> = object({ from: withDefault(readSourceFrom, 'memory'), number: uint32, page: uint32, published: optional(text), readMs: optional(uint64), title: text, url: text });

export const readAnswer: Reader<Answer> = object({ byModel: flag, confidence: number, context: readSearchContext, findings: list(readFinding), followUps: list(text), intent: readQuestionIntent, isAnswered: flag, nearest: list(readKeptPage), notice: optional(text), sources: list(readAnswerSource), text: text });

export const readEntityKind: Reader<EntityKind> = oneOf(['person', 'organization', 'place', 'product', 'event', 'work', 'thing']);

export const readPageEntity: Reader<PageEntity> = object({ confidence: number, count: uint32, kind: readEntityKind, name: text, sentences: list(text) });

export const readPageRelation: Reader<PageRelation> = object({ confidence: number, from: text, relation: text, sentence: text, to: text });

export const readPageVersion: Reader<PageVersion> = object({ chars: uint32, number: uint32, seenMs: uint64, title: text });

export const readPageView: Reader<PageView> = object({ description: optional(text), entities: list(readPageEntity), keyPhrases: list(text), modified: optional(text), note: optional(text), page: readKeptPage, questions: list(text), relations: list(readPageRelation), siteName: optional(text), summary: list(text), summaryByModel: withDefault(flag, false), text: text, topics: list(list(text)), versions: list(readPageVersion) });

export const readPageVersionText: Reader<PageVersionText> = object({ text: text, version: readPageVersion });

export const readForgotten: Reader<Forgotten> = object({ backups: uint32, pages: uint32 });

export const readKnowledgeStats: Reader<KnowledgeStats> = object({ bytes: uint64, entities: uint32, firstMs: optional(uint64), groups: list(readFacetCount), lastMs: optional(uint64), pages: uint32, sites: uint32, topics: uint32, visits: uint32, withText: uint32 });

export const readKnowledgeSettings: Reader<KnowledgeSettings> = object({ automatic: flag, intranetHosts: list(text), pausedUntilMs: optional(uint64), sitesOff: list(text) });

export const readImportSource: Reader<ImportSource> = object({ bookmarksBytes: optional(uint64), browser: text, folder: text, hasEncryptedBookmarks: flag, historyBytes: optional(uint64), profile: text });

export const readImportSourceList: Reader<ImportSourceList> = object({ sources: list(readImportSource) });

export const readImportWhat: Reader<ImportWhat> = variants('what', { bookmarks: object({ folder: text, what: oneOf(['bookmarks']) }), history: object({ folder: text, what: oneOf(['history']) }), connected: object({ bookmarks: flag, history: flag, what: oneOf(['connected']) }), file: object({ path: text, what: oneOf(['file']) }) });

export const readImportState: Reader<ImportState> = oneOf(['running', 'paused', 'done', 'failed', 'cancelled']);

export const readImportJob: Reader<ImportJob> = object({ contentsFailed: uint64, contentsRead: uint64, contentsWaiting: uint64, dryRun: flag, endedMs: optional(uint64), error: optional(text), failedRows: uint64, fetchContents: flag, forgottenPages: uint64, fraction: number, id: uint32, knownPages: uint64, label: text, newPages: uint64, notes: list(text), rows: uint64, rowsTotal: optional(uint64), skipped: list(readFacetCount), source: readImportWhat, startedMs: uint64, state: readImportState });

export const readImportJobList: Reader<ImportJobList> = object({ imports: list(readImportJob) });

export const readImportFailure: Reader<ImportFailure> = object({ place: text, why: text });

export const readImportFailureList: Reader<ImportFailureList> = object({ failures: list(readImportFailure), total: uint64 });

export const readGraphEdge: Reader<GraphEdge> = object({ from: text, to: text, weight: number });

export const readGraphNodeKind: Reader<GraphNodeKind> = oneOf(['person', 'organization', 'place', 'product', 'event', 'work', 'thing', 'topic', 'community']);

export const readGraphNode: Reader<GraphNode> = object({ community: uint32, id: text, kind: readGraphNodeKind, label: text, pages: uint32, size: number, x: number, y: number });

export const readGraphView: Reader<GraphView> = object({ communities: list(text), edges: list(readGraphEdge), isReduced: flag, nodes: list(readGraphNode), totalEdges: uint32, totalNodes: uint32 });

export const readNameCandidate: Reader<NameCandidate> = object({ id: text, kind: readGraphNodeKind, label: text, reason: text });

export const readMergedName: Reader<MergedName> = object({ intoKind: readEntityKind, intoName: text, kind: readEntityKind, merge: uint32, name: text });

export const readGraphNeighbour: Reader<GraphNeighbour> = object({ id: text, kind: readGraphNodeKind, label: text, pages: uint32, relations: list(text) });

export const readGraphNodeView: Reader<GraphNodeView> = object({ candidates: list(readNameCandidate), id: text, kind: readGraphNodeKind, label: text, merged: list(readMergedName), neighbours: list(readGraphNeighbour), pages: list(readKeptPage), pagesTotal: uint32 });

export const readMergedNameList: Reader<MergedNameList> = object({ merges: list(readMergedName) });

export const readGesturesKept: Reader<GesturesKept> = object({ closed: optional(list(text)), done: list(text), isOver: optional(flag) });

export const readWelcome: Reader<Welcome> = object({ daemonVersion: text });

export const readPairResponse: Reader<PairResponse> = object({ token: text });

export const readNativeResponse: Reader<NativeResponse> = variants('type', { daemon: object({ daemonVersion: text, port: uint16, running: flag, token: text, type: oneOf(['daemon']) }), failed: object({ message: text, type: oneOf(['failed']) }) });

export const readRemoteErrorCode: Reader<RemoteErrorCode> = oneOf(['unknownMethod', 'badArguments', 'busy', 'tooLarge', 'noSuchTab', 'forbiddenPage', 'pageLeft', 'pageCrashed', 'timeout', 'failed', 'unknown'], 'unknown');

export const readPointerButton: Reader<PointerButton> = oneOf(['left', 'middle', 'right']);

export const readNamingAttribute: Reader<NamingAttribute> = object({ generated: optional(flag), name: text, value: text });

export const readFrameFacts: Reader<FrameFacts> = object({ address: text, title: text });

export const readItemFacts: Reader<ItemFacts> = object({ role: text, text: text });

export const readFingerprint: Reader<Fingerprint> = object({ alike: withDefault(uint32, 0), attributes: withDefault(list(readNamingAttribute), []), frame: optional(readFrameFacts), heading: optional(text), inputType: optional(text), item: optional(readItemFacts), label: optional(text), landmark: optional(text), name: withDefault(text, ''), neighbours: withDefault(list(text), []), place: withDefault(uint32, 0), role: withDefault(text, ''), tag: withDefault(text, ''), text: optional(text) });

export const readFieldValue: Reader<FieldValue> = variants('kind', { text: object({ kind: oneOf(['text']), text: text }), secret: object({ kind: oneOf(['secret']) }), oneTimeCode: object({ kind: oneOf(['oneTimeCode']) }), tooLong: object({ kind: oneOf(['tooLong']) }) });

export const readChosenOption: Reader<ChosenOption> = object({ label: text, value: text });

export const readPoint: Reader<Point> = object({ x: number, y: number });

export const readDialogKind: Reader<DialogKind> = oneOf(['alert', 'confirm', 'prompt', 'beforeUnload']);

export const readNavigationWay: Reader<NavigationWay> = oneOf(['back', 'forward', 'reload', 'address']);

export const readGestureKind: Reader<GestureKind> = variants('kind', { click: object({ button: readPointerButton, count: uint32, kind: oneOf(['click']), modifiers: list(text), target: readFingerprint }), type: object({ kind: oneOf(['type']), target: readFingerprint, value: readFieldValue }), select: object({ chosen: list(readChosenOption), kind: oneOf(['select']), options: list(text), target: readFingerprint }), check: object({ kind: oneOf(['check']), on: flag, target: readFingerprint }), press: object({ keys: text, kind: oneOf(['press']), target: optional(readFingerprint) }), hover: object({ kind: oneOf(['hover']), target: readFingerprint }), drag: object({ by: readPoint, from: readFingerprint, kind: oneOf(['drag']), onto: optional(readFingerprint) }), upload: object({ kind: oneOf(['upload']), names: list(text), target: readFingerprint }), dialog: object({ accepted: flag, dialog: readDialogKind, kind: oneOf(['dialog']), message: text, text: optional(text) }), navigate: object({ how: readNavigationWay, kind: oneOf(['navigate']), url: text }), arrived: object({ kind: oneOf(['arrived']), title: text, url: text }), openTab: object({ byPerson: flag, kind: oneOf(['openTab']), url: text }), switchTab: object({ kind: oneOf(['switchTab']) }), closeTab: object({ kind: oneOf(['closeTab']) }), checkText: object({ kind: oneOf(['checkText']), target: optional(readFingerprint), text: text }), waitForText: object({ kind: oneOf(['waitForText']), text: text }), appeared: object({ kind: oneOf(['appeared']), role: text, text: text }) });

export const readGesture: Reader<Gesture> = object({ at: number, id: text, insteadOf: optional(text), tab: readTabId, url: text, what: readGestureKind });

export const browserControlParams: Readers<BrowserControl, 'params'> = {
  echo: readEchoParams,
  listTabs: readNoParams,
  findTab: readFindTabParams,
  listFrames: readTabParams,
  askKit: readAskKitParams,
  navigate: readNavigateParams,
  goInHistory: readHistoryParams,
  reloadTab: readReloadParams,
  groupTabs: readGroupParams,
  moveTabs: readMoveTabsParams,
  zoomTab: readZoomParams,
  captureTab: readTabParams,
  runScript: readRunScriptParams,
  speak: readSpeakParams,
  stopSpeaking: readNoParams,
  addBookmark: readAddBookmarkParams,
  findBookmarks: readFindBookmarksParams,
  findVisits: readFindVisitsParams,
  removeBookmark: readBookmarkIdParams,
  readClipboard: readNoParams,
  writeClipboard: readClipboardText,
  startDownload: readStartDownloadParams,
  holdDownload: readDownloadId,
  settleDownload: readSettleDownloadParams,
  startRecorder: readStartRecorderParams,
  stopRecorder: readStopRecorderParams,
};

export const browserControlNoticeParams: Readers<BrowserControlNotices, 'params'> = {
  questionsChanged: readQuestionList,
  stepChanged: readStepNotice,
};

export const cdpControlParams: Readers<CdpControl, 'params'> = {
  attach: readBarrierParams,
  setBarrier: readBarrierParams,
  detach: readTabParams,
  send: readCdpCommand,
  listTargets: readNoParams,
  createTab: readCreateTabParams,
  closeTab: readTabParams,
  activateTab: readTabParams,
  takeDownload: readDownloadParams,
  cancelDownload: readDownloadParams,
  getVersion: readNoParams,
  getWindow: readTabParams,
  setWindow: readWindowBounds,
  getCookies: readStoreParams,
  setCookies: readSetCookiesParams,
  clearCookies: readStoreParams,
  getIncognito: readNoParams,
  setPermissions: readPermissionParams,
  resetPermissions: readStoreParams,
};

export const agentServiceResults: Readers<AgentService, 'result'> = {
  getStatus: readStatus,
  disconnectClient: readNoResult,
  listQuestions: readQuestionList,
  answerQuestion: readNoResult,
  listRules: readRuleList,
  addRule: readRuleList,
  removeRule: readRuleList,
  readLog: readLogEntries,
  listModels: readModelRecordList,
  addModel: readModelRecordList,
  removeModel: readModelRecordList,
  setDefaultModel: readModelRecordList,
  testModel: readModelTest,
  understand: readUtteranceResult,
  complete: readCompletions,
  rememberPhrasing: readKeptPhrasing,
  listSessions: readSessionList,
  createSession: readChatSession,
  getSession: readChatSession,
  renameSession: readChatSession,
  deleteSession: readNoResult,
  exportSession: readExportedSession,
  listMessages: readMessageList,
  listRuns: readRunList,
  startRun: readChatRun,
  stopRun: readChatRun,
  pauseRun: readChatRun,
  resumeRun: readChatRun,
  answerRun: readChatRun,
  addToRun: readChatRun,
  readPicture: readChatPicture,
  readRunEvents: readChatEventList,
  rememberPage: readRememberedPage,
  keepPage: readKeptResult,
  searchPages: readSearchResults,
  suggestPages: readPageSuggestions,
  askKnowledge: readAnswer,
  lookUpOnWeb: readAnswer,
  getPage: readPageView,
  getPageVersion: readPageVersionText,
  editPage: readPageView,
  forgetPages: readForgotten,
  getKnowledgeStats: readKnowledgeStats,
  getKnowledgeSettings: readKnowledgeSettings,
  changeKnowledgeSettings: readKnowledgeSettings,
  listImportSources: readImportSourceList,
  startImport: readImportJob,
  listImports: readImportJobList,
  changeImport: readImportJob,
  listImportFailures: readImportFailureList,
  getGraph: readGraphView,
  getGraphNode: readGraphNodeView,
  mergeNames: readMergedName,
  undoMerge: readMergedNameList,
  listMerges: readMergedNameList,
  runUtterance: readUtteranceResult,
  recordGestures: readGesturesKept,
  stopUtterance: readNoResult,
};

