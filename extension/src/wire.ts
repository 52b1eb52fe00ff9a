// Generated from crates/wire by `cargo xtask wire`. Do not edit: CI fails when it is stale.

export const PROTOCOL_VERSION = 6;
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

export type AskKitParams = { tab: TabId, frame: number, name: string, params: unknown, join: JoinParams, 
/**
 * The page has so long to answer.
 */
deadlineMs: number, };

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
folder: string, };

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

export type CdpAnswer = { result?: unknown, error?: CdpError, };

export type CdpCommand = { tab: TabId, 
/**
 * A child session of the tab (frame or worker), by Chrome's id.
 */
session?: string, method: string, params?: Record<string, unknown>, };

export type CdpError = { code: number, message: string, };

export type CdpEvent = { tab: TabId, session?: string, method: string, params: unknown, };

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

export type ClientKind = "events" | "cdp" | "agent";

export type ClientOrigin = "api" | "mcp" | "cdp" | "person";

export type ClientStatus = { id: number, kind: ClientKind, name: string, 
/**
 * Tabs that it drives.
 */
attachedTabs: number, connectedMs: number, };

export type ClipboardText = { text: string, };

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

export type Compression = "none" | "knowledge";

export type ConcealParams = { number: number, };

export type Condition = { "type": "element", target: Target, state: ElementState, } | { "type": "text", text: string, gone: boolean, } | { "type": "load", complete: boolean, } | { "type": "quiet", quietMs: number, } | { "type": "interactive" };

export type Control = { "method": "hello", "params": Hello } | { "method": "welcome", "params": Welcome } | { "method": "ping" } | { "method": "pong" } | { "method": "keepAlive" };

export type CookieList = { cookies: Array<Record<string, unknown>>, };

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
disappeared: Array<string>, 
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

export type ExtensionQuery = { token: string | null, profile: ProfileId, protocol: number, 
/**
 * Version of the extension, so that a refusal can say which side to update.
 */
version: string, };

export type FieldKind = "none" | "text" | "rich" | "whole" | "select" | "combobox" | "tick" | "file";

export type FileContent = { name: string, mimeType: string, base64: string, };

export type FindBookmarksParams = { 
/**
 * Words or an address; empty lists all.
 */
query: string, countMax: number, };

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

export type FocusNotice = { 
/**
 * The tab in front of the focused window; none when no window of the browser has the focus.
 */
tab?: TabId, };

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
rect?: Rect, };

export type FoundElements = { total: number, elements: Array<FoundElement>, };

export type FoundTab = { 
/**
 * None when there is none: no window is open, or only one that nobody drives.
 */
tab?: Tab, };

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
within?: number, };

export type GroupParams = { tabs: Array<TabId>, title?: string, };

export type GuardScriptsParams = { deny: Array<Sensitivity>, };

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

export type IncognitoState = { 
/**
 * The person has allowed the extension there.
 */
allowed: boolean, 
/**
 * Incognito windows that are open: they all share one store.
 */
windows: number, };

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
hearsListeners: boolean, };

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

export type KitRefusalCode = "notFound" | "ambiguous" | "gone" | "hidden" | "covered" | "disabled" | "readOnly" | "moving" | "wrongKind" | "noOption" | "noEffect" | "timeout" | "sensitive" | "otherOrigin" | "badArguments" | "failed" | "unknown";

export type KitText = { text: string, };

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

export type LocatorStep = { "by": "css", selector: string, } | { "by": "xpath", xpath: string, } | { "by": "text", words: Words, } | { "by": "role", role: string, name?: Words, state?: RoleState, } | { "by": "label", words: Words, } | { "by": "placeholder", words: Words, } | { "by": "altText", words: Words, } | { "by": "title", words: Words, } | { "by": "testId", words: Words, } | { "by": "number", number: number, } | { "by": "nth", index: number, } | { "by": "filter", has?: Locator, hasNot?: Locator, hasText?: Words, hasNotText?: Words, visible?: boolean, } | { "by": "and", locator: Locator, } | { "by": "or", locator: Locator, } | { "by": "frame" };

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

export type Message = { "type": "invoke", callId: CallId, name: string, args: [unknown], } | { "type": "invokeResult", callId: CallId, result: unknown, } | { "type": "invokeError", callId: CallId, error: RemoteError, } | { "type": "call", name: string, args: [unknown], } | { "type": "cancel", callId: CallId, };

export type Mode = "auto" | "ask" | "read-only" | "deny";

export type Modifier = "alt" | "control" | "meta" | "shift";

export type MouseButton = "left" | "middle" | "right";

export type MoveTabsParams = { tabs: Array<TabId>, windowId?: number, };

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

export type Need = "click" | "hover" | "edit" | "choose" | "check" | "focus" | "enter" | "files" | "exist" | "view";

export type NoParams = Record<string, never>;

export type NoResult = Record<string, never>;

export type Outcome = "done" | "failed" | "refused" | "cancelled";

export type PageAction = { "type": "click", button: MouseButton, count: number, holdMs: number, modifiers: Array<Modifier>, } | { "type": "hover" } | { "type": "focus", selectAll: boolean, } | { "type": "type", text: string, clear: boolean, } | { "type": "setValue", value: string, } | { "type": "choose", options: Array<string>, } | { "type": "check", on: boolean, } | { "type": "press", keys: Array<string>, } | { "type": "drag", to: Target, toAt?: Point, } | { "type": "upload", files: Array<FileContent>, };

export type PairRequest = { code: string, };

export type PairResponse = { token: string, };

export type Part = { text: string, kind: PartKind, };

export type PartKind = "word" | "capture" | "joint" | "unknown";

export type PerformParams = { target: Target, action: PageAction, at?: Point, timeoutMs: number, force: boolean, 
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

export type ProblemCode = "bad-token" | "bad-host" | "bad-origin" | "person-only" | "bad-answer-code" | "bad-request" | "too-large" | "not-found" | "protocol-mismatch" | "slot-taken" | "bad-pairing-code" | "no-browser" | "unknown-browser" | "browser-disconnected" | "browser-refused" | "browser-timeout" | "browser-busy" | "launch-failed" | "no-such-tab" | "forbidden-page" | "element-not-found" | "element-ambiguous" | "element-gone" | "element-hidden" | "element-covered" | "element-disabled" | "element-read-only" | "element-moving" | "wrong-kind" | "no-option" | "no-effect" | "wait-timeout" | "dialog-open" | "no-dialog" | "navigation-failed" | "script-failed" | "stopped-by-person" | "denied" | "page-changed" | "secret-problem" | "not-understood" | "unsupported" | "file-problem" | "storage-failed" | "page-failed" | "upgrade-required" | "internal" | "unknown";

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
 * Texts are cut here.
 */
charsMax: number, };

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

export type ReadTablesParams = { within?: Target, rowsMax: number, };

export type Ready = { element: ElementFacts, 
/**
 * Where to act, in this frame's viewport.
 */
point: Point, 
/**
 * The element's box there.
 */
rect: Rect, field: FieldKind, 
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

export type Rect = { x: number, y: number, width: number, height: number, };

export type ReloadParams = { tab: TabId, bypassCache: boolean, };

export type Remember = "once" | "session" | "always";

export type RemoteError = { code: RemoteErrorCode, message: string, };

export type RemoteErrorCode = "unknownMethod" | "badArguments" | "busy" | "tooLarge" | "noSuchTab" | "forbiddenPage" | "pageLeft" | "pageCrashed" | "timeout" | "failed" | "unknown";

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

export type RunScriptParams = { tab: TabId, frame: number, 
/**
 * The body of an async function.
 */
code: string, };

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

export type Sensitivity = "password" | "payment" | "upload" | "download" | "send" | "tab" | "settings";

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
timeoutMs: number, };

export type ShowParams = { "type": "showOverlay", driver: string, } | { "type": "hideOverlay" } | { "type": "hideForScreenshot", on: boolean, 
/**
 * Secrets that were typed at this site: whatever shows one of them is not to be seen either.
 */
values?: Array<string>, } | { "type": "pointer", point: Point, rect?: Rect, glide: boolean, };

export type SnapshotMode = "full" | "interactive" | "viewport";

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

export type StoreParams = { incognito: boolean, };

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
rows: Array<Array<string>>, rowsTotal: number, };

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
text: string, nth?: number, } | { locator: Locator, } | TargetWords;

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
nearest: Array<Suggestion>, };

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
  perform: { params: PerformParams; result: Performed };
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
  releaseHeld: { params: GuardScriptsParams; result: HeldPresses };
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
  understand: { params: Utterance; result: UtteranceResult };
  complete: { params: CompleteParams; result: Completions };
  runUtterance: { params: RunUtteranceParams; result: UtteranceResult };
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

