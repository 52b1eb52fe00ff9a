// Generated from crates/wire by `cargo xtask wire`. Do not edit: CI fails when it is stale.

export const PROTOCOL_VERSION = 8;
export const DEFAULT_PORT = 19222;
export const FRAME_BYTES_MAX = 67108864;
export const BUNDLE_LENGTH_MAX = 262144;
export const PENDING_CALLS_MAX = 16384;
export const KEEP_ALIVE_INTERVAL_MS = 20000;
export const SILENCE_MS_MAX = 15000;
export const RECONNECT_MS_MIN = 1000;
export const RECONNECT_MS_MAX = 5000;
export const NUMBERS_PER_FRAME = 100000;
export const CONTENT_SCRIPT_MS_MAX = 30000;
export const CLOSE_CODE_DUPLICATE = 1013;
export const CLOSE_DUPLICATE = "duplicate";
export const DISCONNECTED = "Agent channel disconnected";
export const NATIVE_HOST = "io.tabwright.host";
export const EXTENSION_ID = "ckdpokfkliejhobgipjoaphbmfjobobp";
export const EXTENSION_KEY = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5R+R+NKvEtsSl+olbJp0sggTBOhqzSyDGji2NXgndjWQkvQbasV5YyrV0dBl1zO/qKzynLMIEVlL3OvxXjpyg3cMLMfG3RvPzxFezSg1x21XVfqLSub4S7IOCX20/+CipqpMgcFM8vevPHL/NkKniIsHCuhFdYTLiR29qS28i5fKLuYVIN22d5QwnS77b9Ayf2wQlhYbhWYLCKRUIJVhnOSkXvy6PhcBuC0bKS5FEk+KRuhC+5ZFQVwNOxrZXZ413NH0zNTu9vKIACPbm0nBMScKT6uK9BCPCPdRO9B2PyUHJQMBrS4F39556/W/xA1q0GAyYa1IkaOrin7MzecfqQIDAQAB";
export const BROWSER_CONTROL = "browserControl";
export const AGENT_SERVICE = "agentService";
export const CDP = "cdp";
export const PAGE_WORDS_START = "\u{2068}";
export const PAGE_WORDS_END = "\u{2069}";

export type Action = { actionName: string, parameters: Record<string, unknown>, };

export type AddBookmarkParams = { url: string, title: string, 
/**
 * Made below the bookmarks bar when it is not there; without one, the bar itself.
 */
folder?: string, };

export type AddToRunParams = { session: ChatId, 
/**
 * What the agent is to know or do besides.
 */
text: string, };

export type Answer = { intent: QuestionIntent, 
/**
 * False where nothing fits: then `text` says so, and `nearest` is what comes closest.
 */
isAnswered: boolean, text: string, findings: Array<Finding>, sources: Array<AnswerSource>, followUps: Array<string>, 
/**
 * From 0 to 1.
 */
confidence: number, context: SearchContext, nearest: Array<KeptPage>, 
/**
 * The words are a model's, each with its source; otherwise they are the pages' own.
 */
byModel: boolean, notice?: string, };

export type AnswerRunParams = { session: ChatId, 
/**
 * [`RunAsk::id`].
 */
ask: string, answer: string, };

export type AnswerSource = { number: number, 
/**
 * 0 for a page that is not kept.
 */
page: number, from: SourceFrom, url: string, title: string, 
/**
 * When it was read last.
 */
readMs?: number, published?: string, };

export type AskKitParams = { tab: TabId, frame: number, name: string, params: unknown, join: JoinParams, 
/**
 * The page has so long to answer.
 */
deadlineMs: number, };

export type AskParams = { question: string, 
/**
 * Quote only, and ask no model.
 */
withoutModel: boolean, };

export type AwaitSuggestionsParams = { number: number, timeoutMs: number, };

export type BarrierParams = { tab: TabId, 
/**
 * In the order in which they decide.
 */
barrier?: Array<BarrierRule>, };

export type BarrierRule = { 
/**
 * A regular expression in RE2's syntax, for the whole address without its fragment.
 */
addresses: string, blocks: boolean, 
/**
 * Only where the page itself goes, not what is loaded into it.
 */
onlyPages: boolean, };

export type Bookmark = { id: string, title: string, url: string, 
/**
 * The folders it lies in, from the outermost: `Bookmarks bar/Trains`.
 */
folder: string, 
/**
 * When it was made, in milliseconds since 1970.
 */
addedMs?: number, };

export type BookmarkIdParams = { id: string, };

export type BookmarkList = { bookmarks: Array<Bookmark>, };

export type BrowserStatus = { profile: ProfileId, name: string, product: string, productVersion: string, extensionVersion: string, connectedMs: number, 
/**
 * Invokes waiting for this browser's answer.
 */
pendingCalls: number, };

export type BrowserVersion = { 
/**
 * `Chrome/156.0.8078.79`
 */
product: string, userAgent: string, };

export type CallId = number;

export type CallState = "started" | "waiting" | "done" | "failed" | "skipped";

export type CdpAnswer = { result?: unknown, error?: CdpError, };

export type CdpCommand = { tab: TabId, 
/**
 * A child session of the tab (frame or worker), by Chrome's id.
 */
session?: string, method: string, params?: Record<string, unknown>, };

export type CdpError = { code: number, message: string, };

export type CdpEvent = { tab: TabId, session?: string, method: string, params: unknown, };

export type ChangeImportParams = { import: number, change: ImportChange, };

export type ChangeKnowledgeParams = { automatic?: boolean, 
/**
 * Zero ends the pause.
 */
pauseMs?: number, siteOff?: string, siteOn?: string, allowHost?: string, refuseHost?: string, };

export type ChatCall = { id: string, tool: string, 
/**
 * What it does, in one line for the person; what the model wrote in it is set apart ([`crate::quote_page`]).
 * Older versions kept none.
 */
does: string, 
/**
 * As JSON, or as the model wrote them where they are none.
 */
arguments: string, };

export type ChatEvent = { 
/**
 * Rises with every event of a chat.
 */
id: number, session: ChatId, run: RunId, timeMs: number, event: RunEvent, };

export type ChatEventList = { events: Array<ChatEvent>, 
/**
 * Where to read on: the `after` of the next question.
 */
last: number, };

export type ChatId = string;

export type ChatMessage = { 
/**
 * Its place in the chat, from 0.
 */
number: number, run: RunId, createdMs: number, role: ChatRole, 
/**
 * What pages say in it stands between marks.
 */
text: string, 
/**
 * What the model called.
 */
calls: Array<ChatCall>, 
/**
 * The call of which this is the result.
 */
call?: string, 
/**
 * The call failed.
 */
failed: boolean, };

export type ChatPicture = { base64: string, mime: string, };

export type ChatRole = "user" | "assistant" | "tool";

export type ChatRun = { id: RunId, session: ChatId, task: string, 
/**
 * The model, by its name in the settings; none means the default.
 */
model?: string, 
/**
 * The browser in which it works, where the person chose one.
 */
browser?: string, state: RunState, createdMs: number, updatedMs: number, limits: RunLimits, spent: RunSpent, 
/**
 * What the person is asked, while it waits.
 */
ask?: RunAsk, 
/**
 * What it found out or did, once it has finished.
 */
answer?: string, 
/**
 * Whether the task was done, once it has finished.
 */
success?: boolean, 
/**
 * What it was asked to give back as data.
 */
data: unknown, 
/**
 * Why it failed or paused.
 */
problem?: Problem, };

export type ChatSession = { id: ChatId, 
/**
 * The beginning of its first task, unless the person gave it another.
 */
title: string, 
/**
 * In milliseconds since 1970, like all times here.
 */
createdMs: number, updatedMs: number, 
/**
 * The model that it asks, by its name in the settings; none means the default.
 */
model?: string, 
/**
 * What a provider that keeps the conversation itself wants back.
 */
providerState: unknown, 
/**
 * Of the last request; none is shown as `Context: unavailable`.
 */
usage?: ChatUsage, 
/**
 * The last run.
 */
run?: ChatRun, };

export type ChatUsage = { 
/**
 * All that the model read.
 */
input: number, 
/**
 * How much of it the provider had in its cache.
 */
cached: number, output: number, 
/**
 * How much the model can read at most, where the settings say it.
 */
contextWindow?: number, };

export type ChildPlace = { number: number, 
/**
 * Where the child's viewport begins in ours.
 */
origin: Point, 
/**
 * How much larger a pixel of the child is here: `transform: scale`.
 */
scaleX: number, scaleY: number, };

export type ChildSlot = { 
/**
 * The child's text follows this line, counted from 0.
 */
line: number, 
/**
 * And is indented so far.
 */
indent: number, 
/**
 * The number of the frame element.
 */
number: number, 
/**
 * Its place among `window.frames`, or -1.
 */
index: number, 
/**
 * Its address as the frame element has it: tells frames apart that have no index.
 */
src: string, 
/**
 * Its content's size in pixels.
 */
width: number, height: number, inView: boolean, };

export type ChosenOption = { label: string, value: string, };

export type ClientKind = "events" | "cdp" | "agent";

export type ClientOrigin = "api" | "mcp" | "cdp" | "agent" | "person";

export type ClientStatus = { id: number, kind: ClientKind, name: string, 
/**
 * Tabs that it drives.
 */
attachedTabs: number, connectedMs: number, };

export type ClipboardText = { text: string, };

export type CommandLineAgent = { 
/**
 * How it is named for a task.
 */
name: string, title: string, isInstalled: boolean, 
/**
 * How to get it, where it is not installed.
 */
howToInstall?: string, };

export type CompleteParams = { 
/**
 * What stands before the cursor.
 */
text: string, tab?: TabId, 
/**
 * At most so many.
 */
max?: number, };

export type Completion = { 
/**
 * What to show.
 */
text: string, 
/**
 * The whole text as it would be then.
 */
line: string, kind: CompletionKind, 
/**
 * An address, a title; empty where there is nothing to add.
 */
about: string, };

export type CompletionKind = "words" | "entity" | "placeholder";

export type Completions = { completions: Array<Completion>, };

export type Compression = "none" | "knowledge" | "reading";

export type ConcealParams = { number: number, };

export type Condition = { "type": "element", target: Target, state: ElementState, } | { "type": "text", text: string, gone: boolean, } | { "type": "load", complete: boolean, } | { "type": "quiet", quietMs: number, } | { "type": "interactive" };

export type Control = { "method": "hello", "params": Hello } | { "method": "welcome", "params": Welcome } | { "method": "ping" } | { "method": "pong" } | { "method": "keepAlive" };

export type CookieList = { cookies: Array<Record<string, unknown>>, };

export type CorrectedWord = { word: string, instead: string, };

export type CreateTabParams = { url: string, background: boolean, newWindow: boolean, 
/**
 * In an incognito window, which the extension must be allowed in.
 */
incognito: boolean, 
/**
 * The title of the group that the tab goes into, made when there is none of that title.
 */
group?: string, };

export type Diagnostics = { 
/**
 * Tasks alive in the daemon.
 */
tasks: number, 
/**
 * Resident memory, where the system tells it.
 */
residentBytes: number | null, 
/**
 * Frames from browsers that broke the protocol, since the start.
 */
badFrames: number, };

export type DialogKind = "alert" | "confirm" | "prompt" | "beforeUnload";

export type DocumentIdentity = { url: string, 
/**
 * As the browser has committed it: what is blank has that of whoever opened it. `null` where it is
 * opaque.
 */
origin: string, };

export type DownloadFile = { path: string, };

export type DownloadId = { id: number, };

export type DownloadNotice = { id: number, url: string, state: DownloadState, 
/**
 * Where it lies, or will lie.
 */
path: string, bytes: number, 
/**
 * Tabs that may have begun it: one where the browser tells, several where it only names a page
 * that several show, none where nobody can tell.
 */
tabs: Array<TabId>, 
/**
 * It was begun by a verb, not by a page.
 */
byVerb: boolean, };

export type DownloadParams = { url: string, };

export type DownloadState = "started" | "finished" | "failed";

export type EchoParams = { text: string, 
/**
 * With a tab, the echo comes from the page in it.
 */
tab?: TabId, };

export type EchoResult = { text: string, };

export type EditPageParams = { page: number, note?: string, tags?: Array<string>, };

export type Effects = { 
/**
 * What the guarded pointer event met instead of the element, in words.
 */
missed?: string, 
/**
 * False when pointer events were guarded and none came.
 */
pointerCame: boolean, 
/**
 * A drag of the browser's own began: `dragstart` was not prevented.
 */
dragBegan: boolean, 
/**
 * Where the frame is going, if the action made it leave its page.
 */
leavingFor?: string, 
/**
 * The address within the same page, if that changed.
 */
movedTo?: string, 
/**
 * What has the focus, if that changed.
 */
focused?: ElementFacts, 
/**
 * What came into sight, as lines of a snapshot; a few.
 */
appeared: Array<string>, 
/**
 * Of how many.
 */
appearedCount: number, 
/**
 * What went out of sight, likewise.
 */
disappeared: Array<string>, disappearedCount: number, 
/**
 * What is still there and otherwise now: values, states, words. Likewise.
 */
changed: Array<string>, changedCount: number, 
/**
 * The element acted on, as it is now; nothing when it is gone.
 */
element?: ElementFacts, 
/**
 * Nothing in the frame changed at all.
 */
unchanged: boolean, 
/**
 * What a password field with the focus holds now. For the memory of secrets only.
 */
secret?: string, };

export type ElementFacts = { number: number, role: string, name: string, 
/**
 * What a field holds; never that of a password.
 */
value?: string, checked?: boolean, 
/**
 * Where a link leads.
 */
href?: string, };

export type ElementState = "attached" | "detached" | "visible" | "hidden";

export type EntityKind = "person" | "organization" | "place" | "product" | "event" | "work" | "thing";

export type ExportFormat = "markdown" | "json";

export type ExportSessionParams = { session: ChatId, format?: ExportFormat, };

export type ExportedSession = { fileName: string, text: string, };

export type ExtensionQuery = { token: string | null, profile: ProfileId, protocol: number, 
/**
 * Version of the extension, so that a refusal can say which side to update.
 */
version: string, };

export type ExtractMode = "basic" | "content" | "summary" | "full";

export type FacetCount = { name: string, count: number, };

export type Facets = { sites: Array<FacetCount>, months: Array<FacetCount>, topics: Array<FacetCount>, entities: Array<FacetCount>, };

export type FieldKind = "none" | "text" | "rich" | "whole" | "select" | "combobox" | "tick" | "file";

export type FieldValue = { "kind": "text", text: string, } | { "kind": "secret" } | { "kind": "oneTimeCode" } | { "kind": "tooLong" };

export type FileContent = { name: string, mimeType: string, base64: string, };

export type FindBookmarksParams = { 
/**
 * Words or an address; empty lists all.
 */
query: string, countMax: number, };

export type FindOptionParams = { 
/**
 * The select.
 */
number: number, 
/**
 * Which option; without words only whether the list is open.
 */
words?: string, timeoutMs: number, };

export type FindTabParams = { 
/**
 * Without one, the tab in front.
 */
tab?: TabId, };

export type FindVisitsParams = { 
/**
 * Words of title or address; empty gives the last visited.
 */
query: string, countMax: number, 
/**
 * Only what was visited since then, in milliseconds since 1970; 0 for all.
 */
sinceMs: number, };

export type Finding = { text: string, 
/**
 * The number of the source, from 1.
 */
source: number, };

export type Fingerprint = { 
/**
 * Its ARIA role, given or implied.
 */
role: string, 
/**
 * Its accessible name.
 */
name: string, 
/**
 * Its HTML tag, in lower case.
 */
tag: string, 
/**
 * The `type` of an input or a button.
 */
inputType?: string, 
/**
 * The text of its label, where it has one.
 */
label?: string, 
/**
 * What a person reads in it, if that is not its name.
 */
text?: string, 
/**
 * Its own attributes that may name it.
 */
attributes: Array<NamingAttribute>, 
/**
 * How many elements that were shown had its role and name, itself among them.
 */
alike: number, 
/**
 * Which of those it was, from 0. Said to a person; it never decides.
 */
place: number, 
/**
 * The item it stands in: a row, card, list item, dialog or group.
 */
item?: ItemFacts, 
/**
 * The heading it stands under.
 */
heading?: string, 
/**
 * The landmark or form it stands in: its role, with its name where it has one.
 */
landmark?: string, 
/**
 * What the nearest elements before and after it say, nearest first.
 */
neighbours: Array<string>, 
/**
 * The frame it is in, unless that is the page itself.
 */
frame?: FrameFacts, };

export type FocusNotice = { 
/**
 * The tab in front of the focused window; none when no window of the browser has the focus.
 */
tab?: TabId, };

export type ForgetParams = { "what": "page", page: number, } | { "what": "address", url: string, } | { "what": "site", site: string, } | { "what": "since", atMs: number, } | { "what": "everything" };

export type Forgotten = { pages: number, 
/**
 * Copies of the database that were made earlier may still hold it: these were deleted.
 */
backups: number, };

export type FoundElement = { number: number, role?: string, name?: string, visible?: boolean, enabled?: boolean, editable?: boolean, 
/**
 * Only of what can be ticked.
 */
checked?: boolean, focused?: boolean, inView?: boolean, textContent?: string, innerText?: string, innerHtml?: string, 
/**
 * Nothing where it is no field.
 */
inputValue?: string, 
/**
 * Nothing where it has none.
 */
attribute?: string, 
/**
 * In the frame's viewport.
 */
rect?: Rect, fingerprint?: Fingerprint, };

export type FoundElements = { total: number, elements: Array<FoundElement>, };

export type FoundTab = { 
/**
 * None when there is none: no window is open, or only one that nobody drives.
 */
tab?: Tab, };

export type FrameFacts = { 
/**
 * Its address without query and fragment.
 */
address: string, 
/**
 * What the frame element is called: its title, label or name.
 */
title: string, };

export type FrameInfo = { 
/**
 * 0 is the main frame.
 */
frame: number, parent: number, 
/**
 * Another with every navigation.
 */
document: string, url: string, };

export type FrameList = { frames: Array<FrameInfo>, };

export type FrameSnapshot = { 
/**
 * Lines, each deeper one indented by one space more.
 */
text: string, 
/**
 * Where the text of child frames belongs.
 */
children: Array<ChildSlot>, 
/**
 * Interactive elements found, shown or not.
 */
interactive: number, 
/**
 * Interactive elements found but left out of the text.
 */
leftOut: number, 
/**
 * The text tells only what changed. False when the older snapshot is not known any more.
 */
isDiff: boolean, title: string, url: string, scroll: ScrollState, };

export type FrameSnapshotParams = { 
/**
 * The name of this snapshot, for a later one to build on.
 */
id: number, mode: SnapshotMode, 
/**
 * The text is never longer.
 */
charsMax: number, 
/**
 * Tell only what changed since the snapshot of that name.
 */
since?: number, 
/**
 * Only what is inside the element with this number.
 */
within?: number, 
/**
 * Without the first so many rows, items or parts of it.
 */
skip?: number, };

export type Gesture = { 
/**
 * Chosen by who saw it; the same gesture comes with the same one again.
 */
id: string, 
/**
 * Milliseconds since 1970.
 */
at: number, tab: TabId, 
/**
 * The address of the page, not of the frame.
 */
url: string, 
/**
 * The gesture corrects an earlier one: a field that was typed into again, a click that became a
 * double click.
 */
insteadOf?: string, what: GestureKind, };

export type GestureKind = { "kind": "click", target: Fingerprint, button: PointerButton, 
/**
 * 2 is a double click.
 */
count: number, 
/**
 * Held meanwhile: `Control`, `Shift`, `Alt`, `Meta`.
 */
modifiers: Array<string>, } | { "kind": "type", target: Fingerprint, value: FieldValue, } | { "kind": "select", target: Fingerprint, chosen: Array<ChosenOption>, 
/**
 * All that could have been chosen, in their order, at most 200.
 */
options: Array<string>, } | { "kind": "check", target: Fingerprint, on: boolean, } | { "kind": "press", target?: Fingerprint, 
/**
 * As Playwright writes it: `Control+Enter`.
 */
keys: string, } | { "kind": "hover", target: Fingerprint, } | { "kind": "drag", from: Fingerprint, 
/**
 * None where it was dropped on nothing that can be named.
 */
onto?: Fingerprint, 
/**
 * How far the pointer went, in pixels.
 */
by: Point, } | { "kind": "upload", target: Fingerprint, names: Array<string>, } | { "kind": "dialog", dialog: DialogKind, message: string, accepted: boolean, text?: string, } | { "kind": "navigate", how: NavigationWay, url: string, } | { "kind": "arrived", url: string, title: string, } | { "kind": "openTab", byPerson: boolean, url: string, } | { "kind": "switchTab" } | { "kind": "closeTab" } | { "kind": "checkText", text: string, target?: Fingerprint, } | { "kind": "waitForText", text: string, } | { "kind": "appeared", role: string, text: string, };

export type GesturesKept = { 
/**
 * The ids of those that need not come again, kept or refused.
 */
done: Array<string>, 
/**
 * Origins on which nothing may be recorded any more.
 */
closed?: Array<string>, 
/**
 * The daemon knows no such recording any more, or it is full: the recorder ends.
 */
isOver?: boolean, };

export type GraphEdge = { from: string, to: string, weight: number, };

export type GraphNeighbour = { id: string, label: string, kind: GraphNodeKind, 
/**
 * Pages that name both.
 */
pages: number, 
/**
 * What pages say of the two: "works for".
 */
relations: Array<string>, };

export type GraphNode = { 
/**
 * The same for the same name as long as it is there.
 */
id: string, label: string, kind: GraphNodeKind, x: number, y: number, 
/**
 * The radius in pixels when all is in view.
 */
size: number, 
/**
 * A position in `communities`.
 */
community: number, 
/**
 * Pages that name it.
 */
pages: number, };

export type GraphNodeKind = "person" | "organization" | "place" | "product" | "event" | "work" | "thing" | "topic" | "community";

export type GraphNodeParams = { of: GraphOf, node: string, };

export type GraphNodeView = { id: string, label: string, kind: GraphNodeKind, 
/**
 * The newest first.
 */
pages: Array<KeptPage>, pagesTotal: number, neighbours: Array<GraphNeighbour>, merged: Array<MergedName>, candidates: Array<NameCandidate>, };

export type GraphOf = "entities" | "topics";

export type GraphParams = { of: GraphOf, 
/**
 * At most so many nodes; communities are then shown as one.
 */
nodesMax?: number, 
/**
 * Only the inside of this community: the id of its node.
 */
community?: string, 
/**
 * Only what is near this node.
 */
around?: string, };

export type GraphView = { nodes: Array<GraphNode>, edges: Array<GraphEdge>, 
/**
 * What each community is called, the most important first.
 */
communities: Array<string>, 
/**
 * Of the whole graph.
 */
totalNodes: number, totalEdges: number, 
/**
 * Communities are shown as one, or nodes are left out.
 */
isReduced: boolean, };

export type GroupParams = { tabs: Array<TabId>, title?: string, };

export type GuardScriptsParams = { deny: Array<Sensitivity>, 
/**
 * The event by which a script says that it begins. Whoever hears it prevents it, so that a script is not
 * run in a document that is not guarded.
 */
event: string, };

export type HandOverParams = { target: Target, 
/**
 * All that fit, instead of the only one.
 */
all: boolean, event: string, timeoutMs: number, };

export type HandedOver = { count: number, };

export type HeldPress = { sensitivity: Sensitivity, 
/**
 * As a person would call it.
 */
what: string, };

export type HeldPresses = { 
/**
 * The first; there may be more.
 */
held?: HeldPress, };

export type Hello = { 
/**
 * What the person calls this browser; clients choose by it.
 */
name: string, 
/**
 * "Chromium", "Google Chrome", "Microsoft Edge", …
 */
product: string, productVersion: string, extensionVersion: string, };

export type HistoryParams = { tab: TabId, 
/**
 * -1 is back, 1 forward.
 */
delta: number, };

export type IdParams = { id: number, };

export type ImportChange = "pause" | "resume" | "cancel";

export type ImportFailure = { 
/**
 * A line, a row, a file, or an address.
 */
place: string, why: string, };

export type ImportFailureList = { failures: Array<ImportFailure>, 
/**
 * All of them; only the first thousand are named.
 */
total: number, };

export type ImportFilter = { 
/**
 * Seen or kept at this time or later.
 */
afterMs?: number, beforeMs?: number, 
/**
 * Only these sites, and those below them.
 */
sites: Array<string>, withoutSites: Array<string>, 
/**
 * At most so many pages.
 */
count?: number, };

export type ImportJob = { id: number, source: ImportWhat, 
/**
 * Where it comes from, in words: "Bookmarks of Chromium (Default)".
 */
label: string, state: ImportState, dryRun: boolean, fetchContents: boolean, 
/**
 * Rows that were read.
 */
rows: number, 
/**
 * How many rows there are, where that is known.
 */
rowsTotal?: number, 
/**
 * How much of the source was read, from 0 to 1.
 */
fraction: number, 
/**
 * Pages that were not known before.
 */
newPages: number, 
/**
 * Pages that were known already.
 */
knownPages: number, 
/**
 * Pages that were forgotten, and so were not brought back.
 */
forgottenPages: number, 
/**
 * Rows that could not be read: `listImportFailures` names them.
 */
failedRows: number, 
/**
 * Rows that were not taken, and why.
 */
skipped: Array<FacetCount>, 
/**
 * Pages whose text is still to be read, and those that were.
 */
contentsWaiting: number, contentsRead: number, contentsFailed: number, 
/**
 * What the person should know about the source.
 */
notes: Array<string>, startedMs: number, endedMs?: number, 
/**
 * Why it failed, and what to do.
 */
error?: string, };

export type ImportJobList = { imports: Array<ImportJob>, };

export type ImportParams = { import: number, };

export type ImportSource = { 
/**
 * What the browser is called.
 */
browser: string, 
/**
 * As the person named it in the browser.
 */
profile: string, folder: string, 
/**
 * The size of its bookmarks, if it has any that can be read.
 */
bookmarksBytes?: number, historyBytes?: number, 
/**
 * It has bookmarks that only the browser itself can read.
 */
hasEncryptedBookmarks: boolean, };

export type ImportSourceList = { sources: Array<ImportSource>, };

export type ImportState = "running" | "paused" | "done" | "failed" | "cancelled";

export type ImportWhat = { "what": "bookmarks", folder: string, } | { "what": "history", folder: string, } | { "what": "connected", bookmarks: boolean, history: boolean, } | { "what": "file", path: string, };

export type IncognitoState = { 
/**
 * The person has allowed the extension there.
 */
allowed: boolean, 
/**
 * Incognito windows that are open: they all share one store.
 */
windows: number, };

export type ItemFacts = { role: string, 
/**
 * Its text without that of the element itself and without what its own buttons say.
 */
text: string, };

export type JoinParams = { 
/**
 * The frame's numbers begin at `ordinal * NUMBERS_PER_FRAME + first`.
 */
ordinal: number, 
/**
 * 1, or behind the numbers of the tab's earlier pages, so that a stale one means nothing.
 */
first?: number, 
/**
 * Only a document of this origin may answer: for clients that may not be everywhere. It is checked
 * in the frame itself, where nothing can come between the check and the act (TOCTOU).
 */
origin?: string, };

export type Joined = { ordinal: number, url: string, title: string, 
/**
 * `loading`, `interactive` or `complete`.
 */
readyState: string, 
/**
 * From the top, the place of each frame among its parent's `window.frames`; -1 where it is not
 * among them, as in a shadow tree.
 */
place: Array<number>, viewWidth: number, viewHeight: number, 
/**
 * Whether the page's listeners could be noted from its beginning.
 */
hearsListeners: boolean, 
/**
 * It has asked to be closed, which the browser does a moment later.
 */
closing: boolean, };

export type KeepOutcome = "new" | "changed" | "unchanged";

export type KeepPageParams = { url: string, title: string, 
/**
 * The document as the person sees it.
 */
html: string, isTruncated: boolean, 
/**
 * When it came to the front.
 */
seenMs: number, 
/**
 * How long it was in front.
 */
stayedMs: number, 
/**
 * The tab that it is in.
 */
tab?: TabId, };

export type KeptPage = { id: number, url: string, 
/**
 * The host without `www.`.
 */
site: string, title: string, author?: string, 
/**
 * When it says it was published, in ISO 8601, as exact as it tells.
 */
published?: string, 
/**
 * ISO 639-1.
 */
language?: string, kind: PageKind, origin: PageOrigin, firstSeenMs: number, lastVisitMs: number, visits: number, tags: Array<string>, 
/**
 * Its words are kept and not only its title and address.
 */
hasText: boolean, };

export type KeptPhrasing = { 
/**
 * With what fills its parameters left open.
 */
phrasing: string, 
/**
 * The grammar that it is: `tabwright grammar remove` takes it away.
 */
grammar: string, };

export type KeptResult = { outcome?: KeepOutcome, notKept?: NotKept, };

export type KitAnswered = { reply: unknown, };

export type KitRefusal = { code: KitRefusalCode, 
/**
 * A sentence for a person: what was in the way, and of what.
 */
message: string, 
/**
 * With [`KitRefusalCode::Sensitive`], of what kind.
 */
sensitivity?: Sensitivity, };

export type KitRefusalCode = "notFound" | "notHere" | "noFocus" | "ambiguous" | "gone" | "hidden" | "covered" | "disabled" | "readOnly" | "moving" | "wrongKind" | "noOption" | "noEffect" | "timeout" | "sensitive" | "otherOrigin" | "badArguments" | "failed" | "unknown";

export type KitText = { text: string, };

export type KnowledgeSettings = { 
/**
 * Off until the person turns it on.
 */
automatic: boolean, pausedUntilMs?: number, 
/**
 * Sites whose pages are not kept.
 */
sitesOff: Array<string>, 
/**
 * Hosts of the person's own network whose pages may be kept.
 */
intranetHosts: Array<string>, };

export type KnowledgeStats = { pages: number, 
/**
 * Pages whose words are kept.
 */
withText: number, visits: number, sites: number, entities: number, topics: number, bytes: number, firstMs?: number, lastMs?: number, groups: Array<FacetCount>, };

export type KnowledgeStatsParams = { groupBy?: StatsGroup, limit?: number, };

export type Link = { number: number, 
/**
 * Its place among the page's visible links, from 1.
 */
position: number, text: string, url: string, };

export type LinkList = { links: Array<Link>, 
/**
 * Links of the page, listed or not.
 */
total: number, };

export type ListModelsParams = { 
/**
 * Read every key, to see whether that can be done. It may ask the person to unlock their keyring.
 */
checkKeys: boolean, };

export type LocateChildParams = { 
/**
 * The child's place among `window.frames`, or -1.
 */
index: number, 
/**
 * The child's address and size: tell apart what has no index.
 */
url: string, viewWidth: number, viewHeight: number, 
/**
 * Scroll it into view first.
 */
reveal: boolean, };

export type Locator = { steps: Array<LocatorStep>, };

export type LocatorStep = { "by": "css", selector: string, } | { "by": "xpath", xpath: string, } | { "by": "text", words: Words, } | { "by": "role", role: string, name?: Words, state?: RoleState, } | { "by": "label", words: Words, } | { "by": "placeholder", words: Words, } | { "by": "altText", words: Words, } | { "by": "title", words: Words, } | { "by": "testId", words: Words, } | { "by": "focused" } | { "by": "number", number: number, } | { "by": "nth", index: number, } | { "by": "filter", has?: Locator, hasNot?: Locator, hasText?: Words, hasNotText?: Words, visible?: boolean, } | { "by": "and", locator: Locator, } | { "by": "or", locator: Locator, } | { "by": "frame" };

export type LogEntries = { 
/**
 * The newest last.
 */
entries: Array<LogEntry>, };

export type LogEntry = { 
/**
 * Rises by one with every entry, over all files.
 */
seq: number, 
/**
 * When it ended, in UTC: `2026-11-15T16:41:26.123Z`.
 */
time: string, origin: ClientOrigin, client: string, 
/**
 * A verb of browser control, a CDP method, or what was done with rules and questions.
 */
operation: string, tab?: TabId, 
/**
 * The address of its page, without what follows `?` and `#`.
 */
url: string, 
/**
 * What it was told, as JSON, with what is secret taken out.
 */
detail: string, outcome: Outcome, 
/**
 * Why not, or what came of it, in words.
 */
note: string, tookMs: number, 
/**
 * The hash of the entry before.
 */
previous: string, 
/**
 * SHA-256 over this entry without its hash.
 */
hash: string, };

export type LogFilter = { client?: string, operation?: string, 
/**
 * A host, as in a rule.
 */
site?: string, outcome?: Outcome, 
/**
 * Words that stand anywhere in it.
 */
words?: string, 
/**
 * From this time on, in UTC, as far as it goes: `2026-11-15` or `2026-11-15T16:41`.
 */
since?: string, 
/**
 * The newest so many; 100 without it.
 */
max?: number, };

export type ManagedBrowser = { pid: number, executable: string, headless: boolean, 
/**
 * Started as root, where Chromium's sandbox cannot run.
 */
sandboxed: boolean, };

export type Mark = { number: number, rect: Rect, };

export type MarkList = { marks: Array<Mark>, };

export type MergeNamesParams = { 
/**
 * The node that is another name.
 */
from: string, into: string, };

export type MergeParams = { merge: number, };

export type MergedName = { merge: number, name: string, kind: EntityKind, intoName: string, intoKind: EntityKind, };

export type MergedNameList = { merges: Array<MergedName>, };

export type Message = { "type": "invoke", callId: CallId, name: string, args: [unknown], } | { "type": "invokeResult", callId: CallId, result: unknown, } | { "type": "invokeError", callId: CallId, error: RemoteError, } | { "type": "call", name: string, args: [unknown], } | { "type": "cancel", callId: CallId, };

export type MessageList = { messages: Array<ChatMessage>, 
/**
 * There are more after the last of these.
 */
more: boolean, };

export type MessagesParams = { session: ChatId, 
/**
 * From this number on; without it from the beginning.
 */
from?: number, 
/**
 * So many at most; 200 without it.
 */
limit?: number, };

export type Mode = "auto" | "ask" | "read-only" | "deny";

export type ModelKey = string;

export type ModelKeyPlace = "none" | "stored" | "variable";

export type ModelName = { 
/**
 * What the person calls the model.
 */
name: string, };

export type ModelPrice = { input: number, output: number, };

export type ModelProvider = { id: string, title: string, baseUrl: string, needsKey: boolean, needsContextWindow: boolean, };

export type ModelRecord = { 
/**
 * What the person calls it.
 */
name: string, 
/**
 * It is used when none is named.
 */
isDefault: boolean, 
/**
 * The wire format: `openai`, `anthropic`, `gemini` or `ollama`.
 */
provider: string, 
/**
 * What its provider calls it.
 */
model: string, 
/**
 * Where its provider's API is.
 */
baseUrl: string, key: ModelKeyPlace, 
/**
 * The environment variable of its key.
 */
keyEnv?: string, 
/**
 * How many tokens it can read.
 */
contextWindow?: number, 
/**
 * Is it shown pictures?
 */
vision: boolean, price?: ModelPrice, 
/**
 * Why it cannot be used as it is.
 */
problem?: Problem, };

export type ModelRecordList = { 
/**
 * By name.
 */
models: Array<ModelRecord>, 
/**
 * The providers that are known by name.
 */
providers: Array<ModelProvider>, 
/**
 * Programs that carry out tasks by themselves, and can be named where a model can.
 */
agents: Array<CommandLineAgent>, };

export type ModelTest = { name: string, 
/**
 * It answers with text.
 */
text: boolean, 
/**
 * The answer comes in pieces.
 */
streaming: boolean, 
/**
 * It calls tools.
 */
tools: boolean, 
/**
 * It sees what is on a picture. None where its settings say that it reads none.
 */
images?: boolean, 
/**
 * Until the first piece of an answer.
 */
firstPieceMs: number, 
/**
 * Until the end.
 */
tookMs: number, 
/**
 * Tokens that it read and wrote.
 */
inputTokens: number, outputTokens: number, 
/**
 * What the test has cost, where the price is known.
 */
cost?: number, };

export type Modifier = "alt" | "control" | "meta" | "shift";

export type MouseButton = "left" | "middle" | "right";

export type MoveTabsParams = { tabs: Array<TabId>, windowId?: number, };

export type NameCandidate = { id: string, label: string, kind: GraphNodeKind, 
/**
 * Why it may be the same.
 */
reason: string, };

export type NamingAttribute = { name: string, value: string, 
/**
 * It looks made by a program (`css-1x2y3z`, `:r5:`): another build will have another one.
 */
generated?: boolean, };

export type NativeRequest = { "method": "connect", start: boolean, };

export type NativeResponse = { "type": "daemon", port: number, token: string, running: boolean, daemonVersion: string, } | { "type": "failed", message: string, };

export type NavigateParams = { tab: TabId, url: string, };

export type NavigationNotice = { tab: TabId, phase: NavigationPhase, url: string, 
/**
 * The person went there themselves: by the address bar or a bookmark. Only some browsers tell.
 */
byPerson?: boolean, 
/**
 * Why it failed.
 */
error?: string, };

export type NavigationPhase = "started" | "committed" | "parsed" | "loaded" | "moved" | "failed";

export type NavigationWay = "address" | "back" | "forward" | "reload";

export type Need = "click" | "hover" | "edit" | "choose" | "check" | "focus" | "enter" | "files" | "exist" | "view";

export type NewModel = { 
/**
 * What the person calls it.
 */
name: string, 
/**
 * A provider by its id.
 */
provider?: string, 
/**
 * What its provider calls it.
 */
model?: string, 
/**
 * Where its provider's API is, if elsewhere. Another server needs the key anew.
 */
baseUrl?: string, 
/**
 * Its key, which the daemon keeps and tells nobody.
 */
key?: ModelKey, 
/**
 * The environment variable of the daemon that holds its key.
 */
keyEnv?: string, contextWindow?: number, vision?: boolean, price?: ModelPrice, };

export type NewPhrasing = { text: string, actions: Array<Action>, };

export type NewSession = { title?: string, 
/**
 * The model that it asks, by its name in the settings.
 */
model?: string, };

export type NoParams = Record<string, never>;

export type NoResult = Record<string, never>;

export type NotKept = "off" | "paused" | "siteOff" | "closed" | "agents" | "forgotten" | "notWeb" | "searchResults" | "intranet" | "sensitive" | "private" | "poor" | "restless";

export type OptionFound = { 
/**
 * The list is open; nothing is looked for where it is not.
 */
open: boolean, 
/**
 * Text that is typed into it filters its list.
 */
typable: boolean, option?: ElementFacts, 
/**
 * It is chosen already.
 */
selected: boolean, };

export type Outcome = "done" | "failed" | "refused" | "cancelled";

export type PageAction = { "type": "click", button: MouseButton, count: number, holdMs: number, modifiers: Array<Modifier>, } | { "type": "hover" } | { "type": "focus", selectAll: boolean, } | { "type": "type", text: string, clear: boolean, } | { "type": "setValue", value: string, } | { "type": "choose", options: Array<string>, } | { "type": "check", on: boolean, } | { "type": "press", keys: Array<string>, } | { "type": "paste", text: string, } | { "type": "drag", to: Target, toAt?: Point, } | { "type": "upload", files: Array<FileContent>, };

export type PageEntity = { name: string, kind: EntityKind, confidence: number, count: number, sentences: Array<string>, };

export type PageKind = "article" | "discussion" | "documentation" | "product" | "listing" | "video" | "pdf" | "other";

export type PageOrigin = "remembered" | "automatic" | "imported";

export type PageParams = { page: number, };

export type PageRelation = { from: string, relation: string, to: string, confidence: number, sentence: string, };

export type PageSuggestion = { id: number, url: string, title: string, marks: Array<[number, number]>, };

export type PageSuggestions = { pages: Array<PageSuggestion>, };

export type PageVersion = { number: number, seenMs: number, title: string, chars: number, };

export type PageVersionParams = { page: number, version: number, };

export type PageVersionText = { version: PageVersion, text: string, };

export type PageView = { page: KeptPage, siteName?: string, description?: string, modified?: string, note?: string, text: string, 
/**
 * Sentences of the page, word for word, unless a model has written them.
 */
summary: Array<string>, summaryByModel: boolean, keyPhrases: Array<string>, 
/**
 * Each from the root down.
 */
topics: Array<Array<string>>, entities: Array<PageEntity>, relations: Array<PageRelation>, questions: Array<string>, versions: Array<PageVersion>, };

export type PairRequest = { code: string, };

export type PairResponse = { token: string, };

export type Part = { text: string, kind: PartKind, };

export type PartKind = "word" | "capture" | "joint" | "unknown";

export type PerformParams = { target: Target, action: PageAction, 
/**
 * As for `ready`.
 */
elsewhereMs?: number, at?: Point, timeoutMs: number, force: boolean, 
/**
 * Refuse what is of one of these kinds, before anything is done to it.
 */
deny?: Array<Sensitivity>, };

export type Performed = { element: ElementFacts, };

export type PermissionParams = { names: Array<string>, setting: PermissionSetting, 
/**
 * Everywhere, without one.
 */
origin?: string, incognito: boolean, };

export type PermissionSetting = "granted" | "denied" | "prompt";

export type PictureData = { 
/**
 * A PNG.
 */
base64: string, };

export type Point = { x: number, y: number, };

export type PointerButton = "left" | "middle" | "right";

export type PolicyAnswer = { id: number, allow: boolean, remember?: Remember, 
/**
 * The code of the question, which a yes needs that does not come from its window.
 */
code?: string, };

export type PolicyQuestion = { id: number, client: string, 
/**
 * What it wants to do, in words: `click button "Pay now"`. What the page or the client chose is set
 * apart between U+2068 and U+2069.
 */
what: string, 
/**
 * The page it is about, as the browser says; empty where it is about none.
 */
url: string, tab?: TabId, 
/**
 * Why it asks; without one, because a rule says `ask`.
 */
sensitivity?: Sensitivity, 
/**
 * Unanswered by then, it is a no. Milliseconds from when this was told.
 */
leftMs: number, 
/**
 * Whoever answers from elsewhere must have read it here. Told to the extension only, whose window
 * no program can look into.
 */
code?: string, };

export type Problem = { status: number, code: ProblemCode, 
/**
 * What happened.
 */
title: string, 
/**
 * What to do next.
 */
fix: string, };

export type ProblemCode = "bad-token" | "bad-host" | "bad-origin" | "person-only" | "bad-answer-code" | "bad-request" | "too-large" | "not-found" | "protocol-mismatch" | "slot-taken" | "bad-pairing-code" | "no-browser" | "unknown-browser" | "browser-disconnected" | "browser-refused" | "browser-timeout" | "browser-busy" | "launch-failed" | "no-such-tab" | "forbidden-page" | "element-not-found" | "element-ambiguous" | "element-gone" | "element-hidden" | "element-covered" | "element-disabled" | "element-read-only" | "element-moving" | "wrong-kind" | "no-option" | "no-effect" | "wait-timeout" | "dialog-open" | "no-dialog" | "navigation-failed" | "script-failed" | "stopped-by-person" | "task-limit" | "task-paused" | "denied" | "page-changed" | "secret-problem" | "not-understood" | "unsupported" | "no-model" | "model-failed" | "file-problem" | "storage-failed" | "page-failed" | "upgrade-required" | "internal" | "unknown";

export type ProfileId = string;

export type QueryFact = "name" | "state" | "textContent" | "innerText" | "innerHtml" | "inputValue" | "rect";

export type QueryParams = { target: Target, 
/**
 * No more are told of than this; all are counted.
 */
countMax: number, facts: Array<QueryFact>, 
/**
 * An attribute to tell of.
 */
attribute?: string, 
/**
 * Tell what each can be found by on another day, with `visible` and `enabled`.
 */
fingerprint?: boolean, 
/**
 * Texts are cut here.
 */
charsMax: number, };

export type QuestionIntent = "findLatest" | "findEarliest" | "findMostFrequent" | "summarize" | "findSpecific";

export type QuestionList = { questions: Array<PolicyQuestion>, };

export type ReadHtmlParams = { within?: Target, compression: Compression, charsMax: number, };

export type ReadLinksParams = { 
/**
 * The best fitting first; without words, all in the order of the page.
 */
words?: string, countMax: number, };

export type ReadMarkdownParams = { within?: Target, 
/**
 * Only the main content.
 */
mainOnly: boolean, charsMax: number, };

export type ReadParams = { within?: Target, charsMax: number, };

export type ReadPictureParams = { session: ChatId, 
/**
 * The number that `run.tool` has told.
 */
picture: number, };

export type ReadTablesParams = { within?: Target, rowsMax: number, 
/**
 * So many rows of each table are left out at its beginning.
 */
rowsSkip: number, };

export type Ready = { element: ElementFacts, 
/**
 * Where to act, in this frame's viewport.
 */
point: Point, 
/**
 * The element's box there.
 */
rect: Rect, field: FieldKind, writing: Writing, 
/**
 * It suggests something while it is typed into.
 */
suggests: boolean, 
/**
 * What is typed into it is a secret: a password, or a code like one.
 */
secret: boolean, };

export type ReadyParams = { target: Target, need: Need, 
/**
 * A point of it, from its top left corner, instead of its middle.
 */
at?: Point, timeoutMs: number, 
/**
 * Refuse by `notHere` when nothing fits after this time, if the frame has frames in it.
 */
elsewhereMs?: number, 
/**
 * Act even if it is covered, disabled or moving.
 */
force: boolean, 
/**
 * Keep pointer events of the next moments from reaching anything else than this element, and
 * let `settle` tell.
 */
guard: boolean, 
/**
 * Refuse what is of one of these kinds, before anything is done to it.
 */
deny?: Array<Sensitivity>, };

export type RecordGesturesParams = { recording: string, gestures: Array<Gesture>, };

export type RecordedTabs = { tabs: Array<TabId>, };

export type Rect = { x: number, y: number, width: number, height: number, };

export type ReleaseHeldParams = { 
/**
 * What is still held.
 */
deny: Array<Sensitivity>, };

export type ReloadParams = { tab: TabId, bypassCache: boolean, };

export type Remember = "once" | "session" | "always";

export type RememberParams = { tab?: TabId, tags: Array<string>, 
/**
 * Words of the person's own about it.
 */
note?: string, mode: ExtractMode, };

export type RememberedPage = { page: KeptPage, outcome: KeepOutcome, 
/**
 * Sentences of the page, word for word, unless a model has written them.
 */
summary: Array<string>, 
/**
 * What the page answers, by a model.
 */
questions: Array<string>, 
/**
 * Why it was read without a model, where one was asked for.
 */
notice?: string, };

export type RemoteError = { code: RemoteErrorCode, message: string, };

export type RemoteErrorCode = "unknownMethod" | "badArguments" | "busy" | "tooLarge" | "noSuchTab" | "forbiddenPage" | "pageLeft" | "pageCrashed" | "timeout" | "failed" | "unknown";

export type RenameSessionParams = { session: ChatId, title: string, };

export type ReportLevel = "info" | "warn" | "error";

export type ReportParams = { level: ReportLevel, message: string, };

export type RoleState = { checked?: boolean, disabled?: boolean, expanded?: boolean, pressed?: boolean, selected?: boolean, 
/**
 * Of a heading.
 */
level?: number, 
/**
 * Count what assistive technology does not get to see, too.
 */
includeHidden?: boolean, };

export type Rule = { 
/**
 * A client by name, with `*` for any letters; everyone without it.
 */
client?: string, 
/**
 * A host (`example.com`, with what is below it: `*.example.com`), or an address with `*`;
 * everywhere without it.
 */
site?: string, mode?: Mode, 
/**
 * May it open tabs?
 */
new_tabs?: boolean, 
/**
 * May it run scripts of its own in pages?
 */
scripts?: boolean, 
/**
 * It may be at addresses that fit this, and nowhere else.
 */
locked_url?: string, 
/**
 * What need not ask.
 */
allow?: Array<Sensitivity>, 
/**
 * Schemes that nobody may drive, instead of the usual ones.
 */
blocked_schemes?: Array<string>, };

export type RuleList = { rules: Array<RuleRecord>, };

export type RuleRecord = { 
/**
 * To remove it by; only a person's has one.
 */
id?: number, source: RuleSource, rule: Rule, };

export type RuleSource = "person" | "config" | "built-in";

export type RunAsk = { 
/**
 * Named by the answer, so that it is for this question and no later one.
 */
id: string, question: string, 
/**
 * Answers to choose from. Other words of the person's will do, too.
 */
choices: Array<string>, };

export type RunEvent = { "type": "run.started", run: ChatRun, } | { "type": "run.resumed", spent: RunSpent, } | { "type": "run.step", step: number, text: string, calls: Array<ChatCall>, } | { "type": "run.delta", text: string, isReasoning: boolean, } | { "type": "run.retry", reason: string, waitMs: number, } | { "type": "run.tool", call: string, tool: string, 
/**
 * [`ChatCall::does`].
 */
does: string, state: CallState, 
/**
 * What came of it, or what it waits for; empty while it has only started.
 */
words: string, 
/**
 * Where it was done.
 */
tab?: TabId, 
/**
 * A picture came with the result; it can be read by this number for a while.
 */
picture?: number, } | { "type": "run.added", text: string, } | { "type": "run.ask", ask: RunAsk, } | { "type": "run.answered", ask: string, answer: string, } | { "type": "run.usage", usage: ChatUsage, spent: RunSpent, } | { "type": "run.provider_session", state: unknown, } | { "type": "run.notice", text: string, } | { "type": "run.paused", problem?: Problem, } | { "type": "run.finished", run: ChatRun, } | { "type": "run.failed", run: ChatRun, } | { "type": "run.stopped", run: ChatRun, };

export type RunEventsParams = { session: ChatId, 
/**
 * Events after the one with this id; without it, all that are kept.
 */
after?: number, 
/**
 * How long to wait for one where there is none; at most 20 s.
 */
waitMs?: number, };

export type RunId = string;

export type RunLimits = { steps: number, 
/**
 * Of its own time, without that of the person's.
 */
minutes: number, 
/**
 * Read and written, together.
 */
tokens: number, 
/**
 * Hundredths of the currency in which the model's price is given; 0 means no limit.
 */
cents: number, };

export type RunList = { 
/**
 * The oldest first.
 */
runs: Array<ChatRun>, };

export type RunScriptParams = { tab: TabId, frame: number, 
/**
 * The body of an async function.
 */
code: string, };

export type RunSpent = { steps: number, ms: number, tokens: number, 
/**
 * None where the model has no price.
 */
cents?: number, };

export type RunState = "running" | "waiting" | "paused" | "finished" | "failed" | "stopped";

export type RunUtteranceParams = { 
/**
 * Chosen by who says it.
 */
id: string, utterance: Utterance, };

export type ScriptResult = { 
/**
 * What it returned; nothing when it threw.
 */
value: unknown, 
/**
 * What it threw.
 */
error?: string, };

export type ScrollMotion = { "type": "by", x: number, y: number, } | { "type": "pages", x: number, y: number, } | { "type": "to", x?: number, y?: number, } | { "type": "intoView" };

export type ScrollParams = { 
/**
 * Its nearest container that can scroll that way; without one, the page or its main container.
 */
target?: Target, motion: ScrollMotion, timeoutMs: number, };

export type ScrollState = { x: number, y: number, width: number, height: number, viewWidth: number, viewHeight: number, };

export type Scrolled = { 
/**
 * What scrolled: `the page`, or the container in words.
 */
container: string, movedX: number, movedY: number, state: ScrollState, };

export type SearchContext = { sites: Array<FacetCount>, entities: Array<FacetCount>, topics: Array<FacetCount>, fromMs?: number, untilMs?: number, };

export type SearchHit = { page: KeptPage, score: number, snippets: Array<Snippet>, };

export type SearchMode = "hybrid" | "keyword" | "meaning" | "entity" | "topic";

export type SearchOrder = "best" | "newest" | "oldest" | "mostVisited";

export type SearchParams = { 
/**
 * Words; `"a phrase"`, `-word`, `site:`, `after:`, `before:` and `type:` narrow it. Empty lists all pages.
 */
query: string, mode: SearchMode, order: SearchOrder, site?: string, topic?: string, entity?: string, limit?: number, offset?: number, 
/**
 * Without counts by site, time, topic and entity.
 */
noFacets: boolean, };

export type SearchResults = { hits: Array<SearchHit>, 
/**
 * How many there are; at least so many where `is_exact` is false.
 */
total: number, isExact: boolean, 
/**
 * A word that no page has, and the one that was searched for instead.
 */
corrected: Array<CorrectedWord>, facets: Facets, 
/**
 * How the query was read, where that is not plain.
 */
notices: Array<string>, };

export type Sensitivity = "password" | "payment" | "upload" | "download" | "send" | "tab" | "settings" | "memory";

export type SessionFilter = { 
/**
 * Only chats in which these words stand.
 */
query?: string, 
/**
 * So many at most; 50 without it.
 */
limit?: number, };

export type SessionList = { 
/**
 * The one that was used last comes first.
 */
sessions: Array<ChatSession>, };

export type SessionParams = { session: ChatId, };

export type SetCookiesParams = { cookies: Array<Record<string, unknown>>, incognito: boolean, };

export type SettleDownloadParams = { id: number, 
/**
 * Else it is stopped, and what has come of it goes.
 */
keep: boolean, };

export type SettleParams = { 
/**
 * The element acted on: its state comes back.
 */
number?: number, 
/**
 * Not longer than this, even if the page never comes to rest.
 */
timeoutMs: number, 
/**
 * The action has more steps: the next one tells what changed since before this one.
 */
goesOn?: boolean, };

export type ShowParams = { "type": "showOverlay", driver: string, } | { "type": "hideOverlay" } | { "type": "hideForScreenshot", on: boolean, 
/**
 * Secrets that were typed at this site: whatever shows one of them is not to be seen either.
 */
values?: Array<string>, } | { "type": "pointer", point: Point, rect?: Rect, glide: boolean, };

export type SnapshotMode = "full" | "interactive" | "viewport";

export type Snippet = { text: string, 
/**
 * What fits the query: first and last character, counted in UTF-16 units, the last not included.
 */
marks: Array<[number, number]>, };

export type SourceFrom = "memory" | "web";

export type SpeakParams = { 
/**
 * The limit is Chrome's own for what is read aloud at once.
 */
text: string, 
/**
 * A language such as `de-DE`; the browser's own without one.
 */
lang?: string, };

export type StartDownloadParams = { url: string, };

export type StartImportParams = { source: ImportWhat, filter: ImportFilter, 
/**
 * Count what would be imported, and keep nothing.
 */
dryRun: boolean, 
/**
 * Also read the pages themselves, one after the other, in a tab of the person's browser.
 */
fetchContents: boolean, };

export type StartRecorderParams = { 
/**
 * Chosen by the daemon; it comes back with every gesture.
 */
recording: string, tabs: Array<TabId>, 
/**
 * Origins on which nothing may be recorded. The recorder is not even put into their pages.
 */
closed: Array<string>, };

export type StartRunParams = { session: ChatId, task: string, 
/**
 * The model, by its name in the settings; else that of the chat, else the default.
 */
model?: string, 
/**
 * A tab of the person's that it may use. Without one it works in tabs that it opens itself.
 */
tab?: TabId, 
/**
 * Fewer or more steps than the settings say.
 */
maxSteps?: number, };

export type StatsGroup = "site" | "topic" | "entity" | "kind" | "month";

export type Status = { 
/**
 * Is any browser connected?
 */
connected: boolean, port: number, pid: number, version: string, protocol: number, uptimeMs: number, browsers: Array<BrowserStatus>, clients: Array<ClientStatus>, 
/**
 * The browser that `tabwright up` started, while it runs.
 */
managed: ManagedBrowser | null, 
/**
 * The newest event: a listener that comes later asks for what follows it.
 */
lastEvent: number, diagnostics: Diagnostics, };

export type Step = { 
/**
 * From 0.
 */
index: number, 
/**
 * The words that mean it.
 */
words: string, action: Action, 
/**
 * What it would do, in a few words.
 */
does: string, state: StepState, 
/**
 * What came of it, as a sentence; empty as long as nothing did.
 */
message: string, 
/**
 * Why it failed.
 */
problem?: Problem, 
/**
 * What was read or found, if that is what it was for.
 */
result?: unknown, };

export type StepNotice = { id: string, step: Step, };

export type StepState = "waiting" | "running" | "done" | "failed" | "skipped";

export type StopNotice = { tab: TabId, };

export type StopRecorderParams = { recording: string, };

export type StoreParams = { incognito: boolean, };

export type SuggestPagesParams = { text: string, limit?: number, };

export type Suggestion = { phrasing: string, 
/**
 * What it would do.
 */
does: string, };

export type Tab = { id: TabId, windowId: number, 
/**
 * Its place in the window, from 0.
 */
index: number, title: string, url: string, 
/**
 * It is the one in front in its window.
 */
active: boolean, 
/**
 * And its window is the one used last.
 */
focused: boolean, loading: boolean, pinned: boolean, 
/**
 * It plays sound.
 */
audible: boolean, 
/**
 * Chrome has put it to sleep; it loads when it is shown.
 */
discarded: boolean, incognito: boolean, 
/**
 * The title of the tab group it is in.
 */
group?: string, 
/**
 * The tab whose page opened it.
 */
opener?: TabId, };

export type TabDetachedParams = { tab: TabId, 
/**
 * Chrome's word: `target_closed`, `canceled_by_user`, …
 */
reason: string, };

export type TabId = number;

export type TabList = { tabs: Array<Tab>, };

export type TabParams = { tab: TabId, };

export type TabStaleNotice = { 
/**
 * None when it holds for no tab.
 */
tab?: TabId, };

export type TabTarget = { 
/**
 * Chrome's for a tab. A shared worker gets a number below zero, good until the extension's own
 * worker ends, and can be used wherever a tab is meant to be attached, driven and let go.
 */
tab: TabId, kind: TargetKind, 
/**
 * Chrome's id; for a page the id of its main frame too.
 */
targetId: string, windowId: number, title: string, url: string, 
/**
 * It has not finished loading.
 */
loading: boolean, incognito: boolean, 
/**
 * The tab whose page opened it.
 */
opener?: TabId, 
/**
 * The title of the tab group it is in.
 */
group?: string, };

export type Table = { number: number, caption: string, 
/**
 * Column titles; empty when the table has none.
 */
head: Array<string>, 
/**
 * Spanned cells are repeated, so that every row has a cell per column.
 */
rows: Array<Array<string>>, 
/**
 * Rows before these that were asked to be left out.
 */
rowsSkipped: number, 
/**
 * Rows that are in the page now.
 */
rowsInPage: number, 
/**
 * Rows that the table says it has. A virtual one puts only those into the page that are in view.
 */
rowsTotal: number, };

export type TableList = { tables: Array<Table>, };

export type Target = number | Point | { 
/**
 * CSS; it also looks into open shadow roots.
 */
selector: string, nth?: number, } | { 
/**
 * An ARIA role: `button`, `link`, `textbox`.
 */
role: string, 
/**
 * Its name, whole or a part, in any case.
 */
name?: string, nth?: number, } | { 
/**
 * The label, or the placeholder, of a field.
 */
label: string, nth?: number, } | { 
/**
 * What the smallest element with this text says, whole or a part, in any case.
 */
text: string, nth?: number, } | { locator: Locator, } | { 
/**
 * How it was described when it was recorded. What may be it is found, the best first, and acting
 * on it needs exactly one.
 */
like: Fingerprint, } | TargetWords;

export type TargetKind = "page" | "sharedWorker";

export type TargetList = { targets: Array<TabTarget>, };

export type TargetWords = string;

export type Utterance = { text: string, 
/**
 * The tab that is meant; without one, the one in front.
 */
tab?: TabId, };

export type UtteranceId = { id: string, };

export type UtteranceResult = { 
/**
 * In order. None where nothing was understood.
 */
steps: Array<Step>, 
/**
 * The whole text, piece by piece.
 */
parts: Array<Part>, 
/**
 * The nearest phrasings, where nothing was understood.
 */
nearest: Array<Suggestion>, 
/**
 * The model that translated it, where no grammar knew it.
 */
model?: string, 
/**
 * The phrasing that was kept of it, so that next time no model is asked.
 */
remembered?: string, };

export type VisitedList = { pages: Array<VisitedPage>, };

export type VisitedPage = { title: string, url: string, 
/**
 * Milliseconds since 1970.
 */
lastVisitMs: number, visits: number, };

export type WaitUntilParams = { condition: Condition, timeoutMs: number, };

export type Waited = { waitedMs: number, element?: ElementFacts, };

export type Welcome = { daemonVersion: string, };

export type WindowBounds = { windowId: number, left?: number, top?: number, width?: number, height?: number, 
/**
 * `normal`, `minimized`, `maximized` or `fullscreen`
 */
windowState?: string, };

export type Words = { text: string, 
/**
 * The whole of it, in the same case; else a part, in any case.
 */
exact?: boolean, 
/**
 * The text is a regular expression with these flags.
 */
flags?: string, };

export type Writing = "none" | "line" | "lines" | "rich" | "code";

export type ZoomParams = { tab: TabId, 
/**
 * 1 is 100 %; without it, only tell. The range is that of Chrome's own menu: beyond it Chrome
 * takes any number, and a negative one for 1.
 */
factor?: number, };

export type ZoomState = { 
/**
 * 1 is 100 %.
 */
factor: number, };

/** What the daemon asks of the extension. */
export type BrowserControl = {
  echo: { params: EchoParams; result: EchoResult };
  listTabs: { params: NoParams; result: TabList };
  findTab: { params: FindTabParams; result: FoundTab };
  listFrames: { params: TabParams; result: FrameList };
  askKit: { params: AskKitParams; result: KitAnswered };
  navigate: { params: NavigateParams; result: NoResult };
  goInHistory: { params: HistoryParams; result: NoResult };
  reloadTab: { params: ReloadParams; result: NoResult };
  groupTabs: { params: GroupParams; result: NoResult };
  moveTabs: { params: MoveTabsParams; result: NoResult };
  zoomTab: { params: ZoomParams; result: ZoomState };
  captureTab: { params: TabParams; result: PictureData };
  runScript: { params: RunScriptParams; result: ScriptResult };
  speak: { params: SpeakParams; result: NoResult };
  stopSpeaking: { params: NoParams; result: NoResult };
  addBookmark: { params: AddBookmarkParams; result: Bookmark };
  findBookmarks: { params: FindBookmarksParams; result: BookmarkList };
  findVisits: { params: FindVisitsParams; result: VisitedList };
  removeBookmark: { params: BookmarkIdParams; result: NoResult };
  readClipboard: { params: NoParams; result: ClipboardText };
  writeClipboard: { params: ClipboardText; result: NoResult };
  startDownload: { params: StartDownloadParams; result: DownloadId };
  holdDownload: { params: DownloadId; result: NoResult };
  settleDownload: { params: SettleDownloadParams; result: NoResult };
  startRecorder: { params: StartRecorderParams; result: NoResult };
  stopRecorder: { params: StopRecorderParams; result: RecordedTabs };
};

/** What the daemon asks of the page kit in one frame. */
export type Kit = {
  echo: { params: KitText; result: KitText };
  join: { params: JoinParams; result: Joined };
  identify: { params: NoParams; result: DocumentIdentity };
  snapshot: { params: FrameSnapshotParams; result: FrameSnapshot };
  marks: { params: NoParams; result: MarkList };
  ready: { params: ReadyParams; result: Ready };
  locateChild: { params: LocateChildParams; result: ChildPlace };
  nameChild: { params: LocateChildParams; result: KitText };
  perform: { params: PerformParams; result: Performed };
  findOption: { params: FindOptionParams; result: OptionFound };
  awaitSuggestions: { params: AwaitSuggestionsParams; result: NoResult };
  scroll: { params: ScrollParams; result: Scrolled };
  watch: { params: NoParams; result: NoResult };
  settle: { params: SettleParams; result: Effects };
  waitUntil: { params: WaitUntilParams; result: Waited };
  readText: { params: ReadParams; result: KitText };
  readHtml: { params: ReadHtmlParams; result: KitText };
  readMarkdown: { params: ReadMarkdownParams; result: KitText };
  readLinks: { params: ReadLinksParams; result: LinkList };
  readTables: { params: ReadTablesParams; result: TableList };
  query: { params: QueryParams; result: FoundElements };
  handOver: { params: HandOverParams; result: HandedOver };
  guardScripts: { params: GuardScriptsParams; result: NoResult };
  releaseHeld: { params: ReleaseHeldParams; result: HeldPresses };
  conceal: { params: ConcealParams; result: NoResult };
  show: { params: ShowParams; result: NoResult };
};

/** What the extension asks of the daemon. */
export type AgentService = {
  getStatus: { params: NoParams; result: Status };
  disconnectClient: { params: IdParams; result: NoResult };
  listQuestions: { params: NoParams; result: QuestionList };
  answerQuestion: { params: PolicyAnswer; result: NoResult };
  listRules: { params: NoParams; result: RuleList };
  addRule: { params: Rule; result: RuleList };
  removeRule: { params: IdParams; result: RuleList };
  readLog: { params: LogFilter; result: LogEntries };
  listModels: { params: ListModelsParams; result: ModelRecordList };
  addModel: { params: NewModel; result: ModelRecordList };
  removeModel: { params: ModelName; result: ModelRecordList };
  setDefaultModel: { params: ModelName; result: ModelRecordList };
  testModel: { params: ModelName; result: ModelTest };
  understand: { params: Utterance; result: UtteranceResult };
  complete: { params: CompleteParams; result: Completions };
  rememberPhrasing: { params: NewPhrasing; result: KeptPhrasing };
  listSessions: { params: SessionFilter; result: SessionList };
  createSession: { params: NewSession; result: ChatSession };
  getSession: { params: SessionParams; result: ChatSession };
  renameSession: { params: RenameSessionParams; result: ChatSession };
  deleteSession: { params: SessionParams; result: NoResult };
  exportSession: { params: ExportSessionParams; result: ExportedSession };
  listMessages: { params: MessagesParams; result: MessageList };
  listRuns: { params: SessionParams; result: RunList };
  startRun: { params: StartRunParams; result: ChatRun };
  stopRun: { params: SessionParams; result: ChatRun };
  pauseRun: { params: SessionParams; result: ChatRun };
  resumeRun: { params: SessionParams; result: ChatRun };
  answerRun: { params: AnswerRunParams; result: ChatRun };
  addToRun: { params: AddToRunParams; result: ChatRun };
  readPicture: { params: ReadPictureParams; result: ChatPicture };
  readRunEvents: { params: RunEventsParams; result: ChatEventList };
  rememberPage: { params: RememberParams; result: RememberedPage };
  keepPage: { params: KeepPageParams; result: KeptResult };
  searchPages: { params: SearchParams; result: SearchResults };
  suggestPages: { params: SuggestPagesParams; result: PageSuggestions };
  askKnowledge: { params: AskParams; result: Answer };
  lookUpOnWeb: { params: AskParams; result: Answer };
  getPage: { params: PageParams; result: PageView };
  getPageVersion: { params: PageVersionParams; result: PageVersionText };
  editPage: { params: EditPageParams; result: PageView };
  forgetPages: { params: ForgetParams; result: Forgotten };
  getKnowledgeStats: { params: KnowledgeStatsParams; result: KnowledgeStats };
  getKnowledgeSettings: { params: NoParams; result: KnowledgeSettings };
  changeKnowledgeSettings: { params: ChangeKnowledgeParams; result: KnowledgeSettings };
  listImportSources: { params: NoParams; result: ImportSourceList };
  startImport: { params: StartImportParams; result: ImportJob };
  listImports: { params: NoParams; result: ImportJobList };
  changeImport: { params: ChangeImportParams; result: ImportJob };
  listImportFailures: { params: ImportParams; result: ImportFailureList };
  getGraph: { params: GraphParams; result: GraphView };
  getGraphNode: { params: GraphNodeParams; result: GraphNodeView };
  mergeNames: { params: MergeNamesParams; result: MergedName };
  undoMerge: { params: MergeParams; result: MergedNameList };
  listMerges: { params: NoParams; result: MergedNameList };
  runUtterance: { params: RunUtteranceParams; result: UtteranceResult };
  recordGestures: { params: RecordGesturesParams; result: GesturesKept };
  stopUtterance: { params: UtteranceId; result: NoResult };
};

/** What the daemon tells the extension. */
export type BrowserControlNotices = {
  questionsChanged: { params: QuestionList };
  stepChanged: { params: StepNotice };
};

/** What the extension tells the daemon. */
export type AgentServiceNotices = {
  navigation: { params: NavigationNotice };
  focus: { params: FocusNotice };
  tabStale: { params: TabStaleNotice };
  download: { params: DownloadNotice };
  stopPressed: { params: StopNotice };
  report: { params: ReportParams };
};

/** What the daemon asks of Chrome's debugger. */
export type CdpControl = {
  attach: { params: BarrierParams; result: NoResult };
  setBarrier: { params: BarrierParams; result: NoResult };
  detach: { params: TabParams; result: NoResult };
  send: { params: CdpCommand; result: CdpAnswer };
  listTargets: { params: NoParams; result: TargetList };
  createTab: { params: CreateTabParams; result: TabTarget };
  closeTab: { params: TabParams; result: NoResult };
  activateTab: { params: TabParams; result: NoResult };
  takeDownload: { params: DownloadParams; result: DownloadFile };
  cancelDownload: { params: DownloadParams; result: NoResult };
  getVersion: { params: NoParams; result: BrowserVersion };
  getWindow: { params: TabParams; result: WindowBounds };
  setWindow: { params: WindowBounds; result: NoResult };
  getCookies: { params: StoreParams; result: CookieList };
  setCookies: { params: SetCookiesParams; result: NoResult };
  clearCookies: { params: StoreParams; result: NoResult };
  getIncognito: { params: NoParams; result: IncognitoState };
  setPermissions: { params: PermissionParams; result: NoResult };
  resetPermissions: { params: StoreParams; result: NoResult };
};

/** What Chrome's debugger and tabs tell the daemon. */
export type CdpNotices = {
  event: { params: CdpEvent };
  detached: { params: TabDetachedParams };
  tabCreated: { params: TabTarget };
  tabChanged: { params: TabTarget };
  tabRemoved: { params: TabParams };
};

