//! Every message that crosses a process: daemon ↔ extension, daemon ↔ command line, extension ↔
//! native host.
//!
//! Owns: the serde types, their limits and their names. Never does I/O and keeps no state.
//! Anyone may use it; it uses no other room. The extension's copy of these types is generated from
//! here (`cargo xtask wire`), so a name changed here is a compile error there.

mod address;
mod api;
mod cdp;
pub mod chats;
mod connection;
mod control;
pub mod flows;
mod frame;
mod functions;
mod ids;
mod kit;
pub mod knowledge;
pub mod language;
mod locator;
mod message;
mod methods;
mod models;
mod native;
mod page_words;
mod policy;
mod problem;
mod target;
mod tool_calls;
#[cfg(feature = "ts")]
pub mod typescript;
pub mod verbs;

pub use address::{NotAnAddress, complete_address};
pub use api::{
    BrowserStatus, ClientKind, ClientSlot, ClientStatus, Diagnostics, EchoRequest, Event,
    EventRecord, Health, LaunchRequest, ManagedBrowser, NewToken, PairingCode, RemoteBrowser,
    RemoteBrowserList, RemoteBrowserStatus, RoundTrips, Status, TokenList, TokenOwner,
};
pub use cdp::{
    BarrierParams, BarrierRule, BrowserVersion, CdpAnswer, CdpCommand, CdpError, CdpEvent,
    CookieList, CreateTabParams, DownloadFile, DownloadParams, IncognitoState, PermissionParams,
    PermissionSetting, SetCookiesParams, StoreParams, TabDetachedParams, TabParams, TabTarget,
    TargetKind, TargetList, WindowBounds,
};
pub use connection::{Control, ExtensionQuery, Hello, PairRequest, PairResponse, Welcome};
pub use control::{
    AddBookmarkParams, AskKitParams, BLANK_PAGES, Bookmark, BookmarkIdParams, BookmarkList,
    ClipboardText, DownloadId, DownloadNotice, DownloadState, FindBookmarksParams,
    FindVisitsParams, FocusNotice, FoundTab, FrameInfo, FrameList, GroupParams, HistoryParams,
    KitAnswered, MoveTabsParams, NavigateParams, NavigationNotice, NavigationPhase, PictureData,
    ReloadParams, RunScriptParams, ScriptResult, SettleDownloadParams, SpeakParams,
    StartDownloadParams, StopNotice, Tab, TabList, TabStaleNotice, VisitedList, VisitedPage,
    ZoomParams, ZoomState,
};
pub use frame::{Frame, FrameError, bundle, envelope, unbundle};
pub use functions::{
    AddGrammar, AddModel, AddRemoteBrowser, AddRule, AddToRun, AnswerQuestion, AnswerRun,
    ApiFunction, AskKnowledge, Callers, ChangeImport, ChangeKnowledgeSettings, ChangeResolver,
    Complete, CreateSession, CreateToken, DeleteSession, DisconnectClient, EditPage, ExportPages,
    ExportSession, FUNCTIONS, ForgetPages, FunctionFacts, GetClientSlot, GetGraph, GetGraphNode,
    GetKnowledgeSettings, GetKnowledgeStats, GetPage, GetPageVersion, GetResolver, GetSession,
    GetStatus, HttpMethod, IdParams, KeepPage, LaunchBrowser, ListActions, ListGrammars,
    ListImportFailures, ListImportSources, ListImports, ListMerges, ListMessages, ListModels,
    ListQuestions, ListRemoteBrowsers, ListRules, ListRuns, ListSessions, ListTokens, LogLine,
    LookUpOnWeb, MeasureEcho, MergeNames, NameParams, OpenPairingCode, PauseRun, QuitBrowser,
    ReadLog, ReadPicture, ReadRunEvents, RememberPage, RememberPhrasing, RemoveGrammar,
    RemoveModel, RemoveRemoteBrowser, RemoveRule, RenameSession, ResolveSite, ResumeRun,
    RevokeToken, SearchPages, SetDefaultModel, StartImport, StartRun, StopDaemon, StopRun,
    SuggestPages, TestModel, Understand, UndoMerge,
};
pub use ids::{CallId, ProfileId, ProfileIdError, TabId};
pub use kit::{
    AwaitSuggestions, AwaitSuggestionsParams, ChildPlace, ChildSlot, ClickOptions, Compression,
    Conceal, ConcealParams, Condition, DocumentIdentity, Effects, ElementFacts, ElementState,
    FieldKind, FileContent, FindOption, FindOptionParams, FoundElement, FoundElements,
    FrameSnapshot, FrameSnapshotParams, GuardScripts, GuardScriptsParams, HandOver, HandOverParams,
    HandedOver, HeldPress, HeldPresses, Identify, Join, JoinParams, Joined, KitEcho, KitQuestion,
    KitRefusal, KitRefusalCode, KitReply, KitText, Link, LinkList, ListMarks, LocateChild,
    LocateChildParams, MakeReady, Mark, MarkList, Modifier, MouseButton, NameChild, Need,
    OptionFound, PageAction, Perform, PerformParams, Performed, Query, QueryFact, QueryParams,
    ReadHtml, ReadHtmlParams, ReadLinks, ReadLinksParams, ReadMarkdown, ReadMarkdownParams,
    ReadParams, ReadTables, ReadTablesParams, ReadText, Ready, ReadyParams, ReleaseHeld,
    ReleaseHeldParams, ScrollFrame, ScrollMotion, ScrollParams, ScrollState, Scrolled, Settle,
    SettleParams, Show, ShowParams, SnapshotMode, Table, TableList, TakeSnapshot, WaitUntil,
    WaitUntilParams, Waited, Watch, Writing, csv_record,
};
pub use locator::{Locator, LocatorStep, RoleState, Words};
pub use message::{Message, MessageError, RemoteError, RemoteErrorCode};
pub use methods::{
    AGENT_SERVICE, ActivateTab, AddBookmark, AskKit, AttachTab, BROWSER_CONTROL, CDP,
    CancelDownload, CaptureTab, CdpEventNotice, ClearCookies, CloseTab, CreateTab, DetachTab,
    Download, Echo, EchoParams, EchoResult, FindBookmarks, FindTab, FindTabParams, FindVisits,
    Focus, GetCookies, GetIncognito, GetVersion, GetWindow, GoInHistory, GroupTabs, HoldDownload,
    ListFrames, ListTabs, ListTargets, Method, MoveTabs, Navigate, Navigation, NoParams, NoResult,
    Notice, QuestionsChanged, ReadClipboard, RecordGestures, ReloadTab, RemoveBookmark, Report,
    ReportLevel, ReportParams, ResetPermissions, RunScript, RunUtterance, SendCommand, SetBarrier,
    SetCookies, SetPermissions, SetWindow, SettleDownload, Speak, StartDownload, StartRecorder,
    StepChanged, StopPressed, StopRecorder, StopSpeaking, StopUtterance, TabChanged, TabCreated,
    TabDetached, TabRemoved, TabStale, TakeDownload, WriteClipboard, ZoomTab,
};
pub use models::{
    CommandLineAgent, ListModelsParams, ModelKey, ModelKeyPlace, ModelName, ModelPrice,
    ModelProvider, ModelRecord, ModelRecordList, ModelTest, NewModel,
};
pub use native::{NativeRequest, NativeResponse};
pub use page_words::{
    PAGE_WORDS_END, PAGE_WORDS_START, SentencePart, clean_sentence, exact_line, one_line,
    plain_sentence, quote_address, quote_file, quote_kind, quote_page, quote_page_up_to,
    sentence_parts,
};
pub use policy::{
    ClientOrigin, LogEntries, LogEntry, LogFilter, Mode, Outcome, PolicyAnswer, PolicyQuestion,
    QuestionList, Remember, Rule, RuleList, RuleRecord, RuleSource, Sensitivity, VerbKind,
};
pub use problem::{Problem, ProblemCode};
pub use target::{Point, Rect, Target, TargetError, TargetWords};
pub use tool_calls::{
    Content, PictureFormat, TASK_CALL_PATH, TaskToolCall, ToolCall, ToolEvent, ToolOutput,
};
pub use verbs::Verb;

/// Raised by every change that an older peer would misread.
pub const PROTOCOL_VERSION: u32 = 8;
/// Where the daemon listens unless told otherwise; always on 127.0.0.1.
pub const DEFAULT_PORT: u16 = 19222;
/// The HTTP header by which a client names itself, so that the person sees who drives.
pub const CLIENT_HEADER: &str = "x-tabwright-client";
/// The name under which the command line calls: what it does, the person did.
pub const COMMAND_LINE: &str = "command line";
/// The name under which the side panel calls: whoever types there is the person.
pub const SIDE_PANEL: &str = "side panel";
/// The name under which the page agent drives, in rules, questions and the log.
pub const PAGE_AGENT: &str = "page agent";
/// The id Chrome derives from the `key` in the extension's manifest.
pub const EXTENSION_ID: &str = "ckdpokfkliejhobgipjoaphbmfjobobp";
/// The extension's public key: fixes its id in every browser, packed or unpacked.
pub const EXTENSION_KEY: &str = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5R+R+NKvEtsSl+olbJp0sggTBOhqzSyDGji2NXgndjWQkvQbasV5YyrV0dBl1zO/qKzynLMIEVlL3OvxXjpyg3cMLMfG3RvPzxFezSg1x21XVfqLSub4S7IOCX20/+CipqpMgcFM8vevPHL/NkKniIsHCuhFdYTLiR29qS28i5fKLuYVIN22d5QwnS77b9Ayf2wQlhYbhWYLCKRUIJVhnOSkXvy6PhcBuC0bKS5FEk+KRuhC+5ZFQVwNOxrZXZ413NH0zNTu9vKIACPbm0nBMScKT6uK9BCPCPdRO9B2PyUHJQMBrS4F39556/W/xA1q0GAyYa1IkaOrin7MzecfqQIDAQAB";
/// The name under which browsers know the native-messaging host.
pub const NATIVE_HOST: &str = "io.tabwright.host";

/// The largest frame either side sends or accepts.
pub const FRAME_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Frames are put together into one message up to this length.
pub const BUNDLE_LENGTH_MAX: usize = 256 * 1024;
/// How many invokes one endpoint may have waiting for an answer.
pub const PENDING_CALLS_MAX: usize = 16_384;
/// Each frame of a page has so many numbers for its elements, the main one from 1.
pub const NUMBERS_PER_FRAME: u32 = 100_000;
/// What every invoke in flight fails with when the connection ends.
pub const DISCONNECTED: &str = "Agent channel disconnected";

/// The daemon pings the extension this often.
pub const PING_INTERVAL_MS: u32 = 5_000;
/// The extension says it is alive this often, which also keeps Chrome from stopping its worker.
pub const KEEP_ALIVE_INTERVAL_MS: u32 = 20_000;
/// A peer that has been silent this long is gone.
pub const SILENCE_MS_MAX: u32 = 15_000;
/// Time for the extension to say `hello` once its socket is open.
pub const HELLO_MS_MAX: u32 = 5_000;
/// The extension waits this long before its first reconnect, and never longer than the second.
pub const RECONNECT_MS_MIN: u32 = 1_000;
pub const RECONNECT_MS_MAX: u32 = 5_000;
/// The content script must answer within this time.
pub const CONTENT_SCRIPT_MS_MAX: u32 = 30_000;

/// WebSocket close code for a connection whose place was taken, with reason [`CLOSE_DUPLICATE`].
pub const CLOSE_CODE_DUPLICATE: u16 = 1013;
/// The same profile connected again: this connection is over and must not be retried.
pub const CLOSE_DUPLICATE: &str = "duplicate";

/// The only origin from which a browser may speak to the daemon.
#[must_use]
pub fn extension_origin() -> String {
    format!("chrome-extension://{EXTENSION_ID}")
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use sha2::Digest as _;

    #[test]
    fn the_extension_id_is_the_one_chrome_derives_from_the_key() {
        let key = base64::engine::general_purpose::STANDARD.decode(super::EXTENSION_KEY).unwrap();
        let id: String = sha2::Sha256::digest(key)
            .iter()
            .take(16)
            .flat_map(|byte| [byte >> 4, byte & 15])
            .map(|nibble| char::from(b'a' + nibble))
            .collect();
        assert_eq!(id, super::EXTENSION_ID);
    }
}
