// Generated from crates/wire by `cargo xtask wire`. Do not edit: CI fails when it is stale.

export const PROTOCOL_VERSION = 2;
export const DEFAULT_PORT = 19222;
export const FRAME_BYTES_MAX = 67108864;
export const BUNDLE_LENGTH_MAX = 262144;
export const PENDING_CALLS_MAX = 16384;
export const KEEP_ALIVE_INTERVAL_MS = 20000;
export const SILENCE_MS_MAX = 15000;
export const RECONNECT_MS_MIN = 1000;
export const RECONNECT_MS_MAX = 5000;
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

export type CallId = number;

export type TabId = number;

export type ProfileId = string;

export type ExtensionQuery = { token: string | null, profile: ProfileId, protocol: number, 
/**
 * Version of the extension, so that a refusal can say which side to update.
 */
version: string, };

export type Control = { "method": "hello", "params": Hello } | { "method": "welcome", "params": Welcome } | { "method": "ping" } | { "method": "pong" } | { "method": "keepAlive" };

export type Hello = { 
/**
 * What the person calls this browser; clients choose by it.
 */
name: string, 
/**
 * "Chromium", "Google Chrome", "Microsoft Edge", …
 */
product: string, productVersion: string, extensionVersion: string, };

export type Welcome = { daemonVersion: string, };

export type PairRequest = { code: string, };

export type PairResponse = { token: string, };

export type NativeRequest = { "method": "connect", start: boolean, };

export type NativeResponse = { "type": "daemon", port: number, token: string, running: boolean, daemonVersion: string, } | { "type": "failed", message: string, };

export type Problem = { status: number, code: ProblemCode, 
/**
 * What happened.
 */
title: string, 
/**
 * What to do next.
 */
fix: string, };

export type ProblemCode = "bad-token" | "bad-host" | "bad-origin" | "bad-request" | "not-found" | "protocol-mismatch" | "slot-taken" | "bad-pairing-code" | "no-browser" | "unknown-browser" | "browser-disconnected" | "browser-refused" | "browser-timeout" | "browser-busy" | "launch-failed" | "upgrade-required" | "internal" | "unknown";

export type Message = { "type": "invoke", callId: CallId, name: string, args: [unknown], } | { "type": "invokeResult", callId: CallId, result: unknown, } | { "type": "invokeError", callId: CallId, error: RemoteError, } | { "type": "call", name: string, args: [unknown], } | { "type": "cancel", callId: CallId, };

export type RemoteError = { code: RemoteErrorCode, message: string, };

export type RemoteErrorCode = "unknownMethod" | "badArguments" | "busy" | "tooLarge" | "noSuchTab" | "forbiddenPage" | "timeout" | "failed" | "unknown";

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

export type BrowserStatus = { profile: ProfileId, name: string, product: string, productVersion: string, extensionVersion: string, connectedMs: number, 
/**
 * Invokes waiting for this browser's answer.
 */
pendingCalls: number, };

export type ClientStatus = { id: number, kind: ClientKind, name: string, 
/**
 * Tabs that it drives.
 */
attachedTabs: number, connectedMs: number, };

export type ClientKind = "events" | "cdp";

export type ManagedBrowser = { pid: number, executable: string, headless: boolean, 
/**
 * Started as root, where Chromium's sandbox cannot run.
 */
sandboxed: boolean, };

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

export type NoParams = Record<string, never>;

export type EchoParams = { text: string, 
/**
 * With a tab, the echo comes from the page in it.
 */
tab?: TabId, };

export type EchoResult = { text: string, };

export type TabList = { tabs: Array<Tab>, };

export type Tab = { id: TabId, windowId: number, title: string, url: string, active: boolean, };

export type DescribePageParams = { tab: TabId, };

export type PageDescription = { url: string, title: string, readyState: ReadyState, };

export type ReadyState = "loading" | "interactive" | "complete";

export type DisconnectClientParams = { id: number, };

export type ReportParams = { level: ReportLevel, message: string, };

export type ReportLevel = "info" | "warn" | "error";

export type NoResult = Record<string, never>;

export type TabParams = { tab: TabId, };

export type CdpCommand = { tab: TabId, 
/**
 * A child session of the tab (frame or worker), by Chrome's id.
 */
session?: string, method: string, params?: Record<string, unknown>, };

export type CdpAnswer = { result?: unknown, error?: CdpError, };

export type CdpError = { code: number, message: string, };

export type CdpEvent = { tab: TabId, session?: string, method: string, params: unknown, };

export type TabDetachedParams = { tab: TabId, 
/**
 * Chrome's word: `target_closed`, `canceled_by_user`, …
 */
reason: string, };

export type TargetList = { targets: Array<TabTarget>, };

export type TargetKind = "page" | "sharedWorker";

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

export type CreateTabParams = { url: string, background: boolean, newWindow: boolean, 
/**
 * In an incognito window, which the extension must be allowed in.
 */
incognito: boolean, 
/**
 * The title of the group that the tab goes into, made when there is none of that title.
 */
group?: string, };

export type StoreParams = { incognito: boolean, };

export type IncognitoState = { 
/**
 * The person has allowed the extension there.
 */
allowed: boolean, 
/**
 * Incognito windows that are open: they all share one store.
 */
windows: number, };

export type PermissionSetting = "granted" | "denied" | "prompt";

export type PermissionParams = { names: Array<string>, setting: PermissionSetting, 
/**
 * Everywhere, without one.
 */
origin?: string, incognito: boolean, };

export type BrowserVersion = { 
/**
 * `Chrome/156.0.8078.79`
 */
product: string, userAgent: string, };

export type WindowBounds = { windowId: number, left?: number, top?: number, width?: number, height?: number, 
/**
 * `normal`, `minimized`, `maximized` or `fullscreen`
 */
windowState?: string, };

export type CookieList = { cookies: Array<Record<string, unknown>>, };

export type SetCookiesParams = { cookies: Array<Record<string, unknown>>, incognito: boolean, };

export type DownloadParams = { url: string, };

export type DownloadFile = { path: string, };

/** What the daemon asks of the extension. */
export type BrowserControl = {
  echo: { params: EchoParams; result: EchoResult };
  listTabs: { params: NoParams; result: TabList };
  describePage: { params: DescribePageParams; result: PageDescription };
};

/** What the extension asks of the daemon. */
export type AgentService = {
  getStatus: { params: NoParams; result: Status };
  disconnectClient: { params: DisconnectClientParams; result: NoResult };
};

/** What the extension tells the daemon. */
export type AgentServiceNotices = {
  report: { params: ReportParams };
};

/** What the daemon asks of Chrome's debugger. */
export type CdpControl = {
  attach: { params: TabParams; result: NoResult };
  detach: { params: TabParams; result: NoResult };
  send: { params: CdpCommand; result: CdpAnswer };
  listTargets: { params: NoParams; result: TargetList };
  createTab: { params: CreateTabParams; result: TabTarget };
  closeTab: { params: TabParams; result: NoResult };
  activateTab: { params: TabParams; result: NoResult };
  getVersion: { params: NoParams; result: BrowserVersion };
  getWindow: { params: TabParams; result: WindowBounds };
  setWindow: { params: WindowBounds; result: NoResult };
  getCookies: { params: StoreParams; result: CookieList };
  setCookies: { params: SetCookiesParams; result: NoResult };
  clearCookies: { params: StoreParams; result: NoResult };
  getIncognito: { params: NoParams; result: IncognitoState };
  setPermissions: { params: PermissionParams; result: NoResult };
  resetPermissions: { params: StoreParams; result: NoResult };
  takeDownload: { params: DownloadParams; result: DownloadFile };
  cancelDownload: { params: DownloadParams; result: NoResult };
};

/** What Chrome's debugger and tabs tell the daemon. */
export type CdpNotices = {
  event: { params: CdpEvent };
  detached: { params: TabDetachedParams };
  tabCreated: { params: TabTarget };
  tabChanged: { params: TabTarget };
  tabRemoved: { params: TabParams };
};

