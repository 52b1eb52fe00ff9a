//! The methods of each channel, with their parameters and results. One line in the tables below
//! makes a method known to Rust and to TypeScript.

use std::time::Duration;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::cdp::{
    BarrierParams, BrowserVersion, CdpAnswer, CdpCommand, CdpEvent, CookieList, CreateTabParams,
    DownloadFile, DownloadParams, IncognitoState, PermissionParams, SetCookiesParams, StoreParams,
    TabDetachedParams, TabParams, TabTarget, TargetList, WindowBounds,
};
use crate::control::{
    AddBookmarkParams, AskKitParams, Bookmark, BookmarkIdParams, BookmarkList, ClipboardText,
    DownloadId, DownloadNotice, FindBookmarksParams, FindVisitsParams, FocusNotice, FoundTab,
    FrameList, GroupParams, HistoryParams, KitAnswered, MoveTabsParams, NavigateParams,
    NavigationNotice, PictureData, ReloadParams, RunScriptParams, ScriptResult,
    SettleDownloadParams, SpeakParams, StartDownloadParams, StopNotice, TabList, TabStaleNotice,
    VisitedList, ZoomParams, ZoomState,
};
use crate::flows::{
    GesturesKept, RecordGesturesParams, RecordedTabs, StartRecorderParams, StopRecorderParams,
};
use crate::ids::TabId;
use crate::language::{RunUtteranceParams, StepNotice, UtteranceId, UtteranceResult};
use crate::policy::QuestionList;

/// A question on a channel. Parameters are always one object.
pub trait Method {
    const CHANNEL: &'static str;
    const NAME: &'static str;
    const DEADLINE: Duration;
    type Params: Serialize + DeserializeOwned + Send;
    type Result: Serialize + DeserializeOwned + Send + 'static;
}

/// A word on a channel that wants no answer.
pub trait Notice {
    const CHANNEL: &'static str;
    const NAME: &'static str;
    type Params: Serialize + DeserializeOwned + Send;
}

/// Declares the methods that one side of a channel answers. `$visit` walks the table, so that the
/// TypeScript generator needs no list of its own.
macro_rules! methods {
    ($channel:ident, $visit:ident, $($(#[doc = $doc:literal])+ $type:ident = $name:literal ($params:ty) -> $result:ty, $seconds:literal s;)*) => {
        $(
            $(#[doc = $doc])+
            #[derive(Debug)]
            pub struct $type;
            impl Method for $type {
                const CHANNEL: &'static str = $channel;
                const NAME: &'static str = $name;
                const DEADLINE: Duration = Duration::from_secs($seconds);
                type Params = $params;
                type Result = $result;
            }
        )*

        #[cfg(feature = "ts")]
        pub(crate) fn $visit(visitor: &mut impl crate::typescript::TableVisitor) {
            $( visitor.method::<$params, $result>($name); )*
        }
    };
}

/// Declares the notices that one side of a channel listens to, like [`methods!`].
macro_rules! notices {
    ($channel:ident, $visit:ident, $($(#[doc = $doc:literal])+ $type:ident = $name:literal ($params:ty);)*) => {
        $(
            $(#[doc = $doc])+
            #[derive(Debug)]
            pub struct $type;
            impl Notice for $type {
                const CHANNEL: &'static str = $channel;
                const NAME: &'static str = $name;
                type Params = $params;
            }
        )*

        #[cfg(feature = "ts")]
        pub(crate) fn $visit(visitor: &mut impl crate::typescript::TableVisitor) {
            $( visitor.notice::<$params>($name); )*
        }
    };
}

/// Daemon → extension.
pub const BROWSER_CONTROL: &str = "browserControl";
/// Extension → daemon.
pub const AGENT_SERVICE: &str = "agentService";
/// Chrome's debugger: commands daemon → extension, events extension → daemon.
pub const CDP: &str = "cdp";

methods! { BROWSER_CONTROL, visit_browser_control,
    /// Gives the text back: from the service worker, or from a tab's content script.
    Echo = "echo" (EchoParams) -> EchoResult, 35 s;
    /// Every tab of every window of this profile.
    ListTabs = "listTabs" (NoParams) -> TabList, 30 s;
    /// A tab as it is now: the one named, or the one in front of the window that was used last.
    FindTab = "findTab" (FindTabParams) -> FoundTab, 30 s;
    /// The frames of a tab's page.
    ListFrames = "listFrames" (TabParams) -> FrameList, 30 s;
    /// Carries a question to the page kit of a frame.
    AskKit = "askKit" (AskKitParams) -> KitAnswered, 600 s;
    /// Sends a tab somewhere.
    Navigate = "navigate" (NavigateParams) -> NoResult, 30 s;
    /// Back or forward.
    GoInHistory = "goInHistory" (HistoryParams) -> NoResult, 30 s;
    /// Loads a page anew.
    ReloadTab = "reloadTab" (ReloadParams) -> NoResult, 30 s;
    /// Puts tabs into a group, or out of theirs.
    GroupTabs = "groupTabs" (GroupParams) -> NoResult, 30 s;
    /// Moves tabs to a window.
    MoveTabs = "moveTabs" (MoveTabsParams) -> NoResult, 30 s;
    /// Zooms a tab, and tells how it is.
    ZoomTab = "zoomTab" (ZoomParams) -> ZoomState, 30 s;
    /// What a tab in front shows, without the debugger.
    CaptureTab = "captureTab" (TabParams) -> PictureData, 30 s;
    /// Runs a script in the page's own world, without the debugger.
    RunScript = "runScript" (RunScriptParams) -> ScriptResult, 600 s;
    /// Reads aloud; resolves when the voice has begun.
    Speak = "speak" (SpeakParams) -> NoResult, 30 s;
    /// Be silent.
    StopSpeaking = "stopSpeaking" (NoParams) -> NoResult, 30 s;
    /// Keeps an address.
    AddBookmark = "addBookmark" (AddBookmarkParams) -> Bookmark, 30 s;
    /// What the person has kept.
    FindBookmarks = "findBookmarks" (FindBookmarksParams) -> BookmarkList, 30 s;
    /// Where the person has been.
    FindVisits = "findVisits" (FindVisitsParams) -> VisitedList, 30 s;
    /// Forgets an address.
    RemoveBookmark = "removeBookmark" (BookmarkIdParams) -> NoResult, 30 s;
    /// What is on the clipboard.
    ReadClipboard = "readClipboard" (NoParams) -> ClipboardText, 30 s;
    /// Puts text on the clipboard.
    WriteClipboard = "writeClipboard" (ClipboardText) -> NoResult, 30 s;
    /// Downloads an address with the person's cookies; `download` notices tell how it goes.
    StartDownload = "startDownload" (StartDownloadParams) -> DownloadId, 30 s;
    /// Lets a download wait while the person is asked about it.
    HoldDownload = "holdDownload" (DownloadId) -> NoResult, 30 s;
    /// Goes on with a download that waits, or does away with it.
    SettleDownload = "settleDownload" (SettleDownloadParams) -> NoResult, 30 s;
    /// Records what the person does in these tabs, and hands it over by `recordGestures`.
    StartRecorder = "startRecorder" (StartRecorderParams) -> NoResult, 30 s;
    /// Ends that, after what is still in the pages was handed over.
    StopRecorder = "stopRecorder" (StopRecorderParams) -> RecordedTabs, 30 s;
}

methods! { AGENT_SERVICE, visit_agent_methods,
    /// Does what the person says; `stepChanged` notices tell how it goes.
    RunUtterance = "runUtterance" (RunUtteranceParams) -> UtteranceResult, 600 s;
    /// What the person did in tabs that are recorded.
    RecordGestures = "recordGestures" (RecordGesturesParams) -> GesturesKept, 30 s;
    /// Stops what was said: the action that runs, and those that would follow.
    StopUtterance = "stopUtterance" (UtteranceId) -> NoResult, 30 s;
}

/// What the extension asks of the daemon: the functions of its API that are for it, and the methods
/// above.
#[cfg(feature = "ts")]
pub(crate) fn visit_agent_service(visitor: &mut impl crate::typescript::TableVisitor) {
    crate::functions::visit_functions(visitor);
    visit_agent_methods(visitor);
}

notices! { BROWSER_CONTROL, visit_browser_control_notices,
    /// What waits for the person's word now; none is left when it is empty.
    QuestionsChanged = "questionsChanged" (QuestionList);
    /// How a step of something goes that was said in this browser.
    StepChanged = "stepChanged" (StepNotice);
}

notices! { AGENT_SERVICE, visit_agent_service_notices,
    /// The main frame of a tab goes somewhere.
    Navigation = "navigation" (NavigationNotice);
    /// The person looks at another tab, or away.
    Focus = "focus" (FocusNotice);
    /// A tab is not as it was told any more.
    TabStale = "tabStale" (TabStaleNotice);
    /// How a download goes.
    Download = "download" (DownloadNotice);
    /// The person wants the driving to stop.
    StopPressed = "stopPressed" (StopNotice);
    /// Something went wrong in the extension: goes to the daemon's log.
    Report = "report" (ReportParams);
}

methods! { CDP, visit_cdp_control,
    /// Attaches Chrome's debugger to a tab: the person sees the infobar from here on.
    AttachTab = "attach" (BarrierParams) -> NoResult, 30 s;
    /// Another barrier for an attached tab: it holds before the next command.
    SetBarrier = "setBarrier" (BarrierParams) -> NoResult, 30 s;
    /// Lets a tab go.
    DetachTab = "detach" (TabParams) -> NoResult, 30 s;
    /// One CDP command to an attached tab or to a child session of it. What Chrome refuses is an
    /// answer too.
    SendCommand = "send" (CdpCommand) -> CdpAnswer, 3600 s;
    /// Every tab and shared worker with Chrome's own target id, without attaching any.
    ListTargets = "listTargets" (NoParams) -> TargetList, 30 s;
    /// Opens a tab.
    CreateTab = "createTab" (CreateTabParams) -> TabTarget, 30 s;
    /// Closes a tab.
    CloseTab = "closeTab" (TabParams) -> NoResult, 30 s;
    /// Brings a tab and its window to the front.
    ActivateTab = "activateTab" (TabParams) -> NoResult, 30 s;
    /// Where a finished download lies; it leaves the person's list of downloads.
    TakeDownload = "takeDownload" (DownloadParams) -> DownloadFile, 30 s;
    /// Stops a download that is under way.
    CancelDownload = "cancelDownload" (DownloadParams) -> NoResult, 30 s;
    /// What `Browser.getVersion` tells.
    GetVersion = "getVersion" (NoParams) -> BrowserVersion, 30 s;
    /// Where the window of a tab is.
    GetWindow = "getWindow" (TabParams) -> WindowBounds, 30 s;
    /// Moves the window with this id.
    SetWindow = "setWindow" (WindowBounds) -> NoResult, 30 s;
    /// All cookies of a store, in CDP's shape.
    GetCookies = "getCookies" (StoreParams) -> CookieList, 30 s;
    /// Sets cookies given in CDP's shape.
    SetCookies = "setCookies" (SetCookiesParams) -> NoResult, 30 s;
    /// Removes every cookie of a store.
    ClearCookies = "clearCookies" (StoreParams) -> NoResult, 30 s;
    /// Whether an incognito window can be had.
    GetIncognito = "getIncognito" (NoParams) -> IncognitoState, 30 s;
    /// What sites may do without asking the person.
    SetPermissions = "setPermissions" (PermissionParams) -> NoResult, 30 s;
    /// Takes back all that `setPermissions` has set.
    ResetPermissions = "resetPermissions" (StoreParams) -> NoResult, 30 s;
}

notices! { CDP, visit_cdp_notices,
    /// A CDP event of an attached tab, or of a child session of it.
    CdpEventNotice = "event" (CdpEvent);
    /// The debugger was taken off a tab by somebody else than us.
    TabDetached = "detached" (TabDetachedParams);
    /// There is a new tab.
    TabCreated = "tabCreated" (TabTarget);
    /// A tab has another title, address, state or target.
    TabChanged = "tabChanged" (TabTarget);
    /// A tab is gone.
    TabRemoved = "tabRemoved" (TabParams);
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(type = "Record<string, never>"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoParams {}

/// It is done, and there is nothing more to say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(type = "Record<string, never>"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoResult {}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EchoParams {
    pub text: String,
    /// With a tab, the echo comes from the page in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tab: Option<TabId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EchoResult {
    pub text: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FindTabParams {
    /// Without one, the tab in front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tab: Option<TabId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReportParams {
    pub level: ReportLevel,
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ReportLevel {
    Info,
    Warn,
    Error,
}
