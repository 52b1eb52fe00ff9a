//! The methods of each channel, with their parameters and results. One line in the tables below
//! makes a method known to Rust and to TypeScript.

use std::time::Duration;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::api::Status;
use crate::cdp::{
    BrowserVersion, CdpAnswer, CdpCommand, CdpEvent, CookieList, CreateTabParams, DownloadFile,
    DownloadParams, IncognitoState, PermissionParams, SetCookiesParams, StoreParams,
    TabDetachedParams, TabParams, TabTarget, TargetList, WindowBounds,
};
use crate::ids::TabId;

/// A question on a channel. Parameters are always one object.
pub trait Method {
    const CHANNEL: &'static str;
    const NAME: &'static str;
    const DEADLINE: Duration;
    type Params: Serialize + DeserializeOwned + Send;
    type Result: Serialize + DeserializeOwned + Send;
}

/// A word on a channel that wants no answer.
pub trait Notice {
    const CHANNEL: &'static str;
    const NAME: &'static str;
    type Params: Serialize + DeserializeOwned + Send;
}

macro_rules! methods {
    ($channel:expr, $($(#[doc = $doc:literal])+ $type:ident = $name:literal ($params:ty) -> $result:ty, $seconds:literal s;)*) => {
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
    };
}

macro_rules! notices {
    ($channel:expr, $($(#[doc = $doc:literal])+ $type:ident = $name:literal ($params:ty);)*) => {
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
    };
}

/// Daemon → extension.
pub const BROWSER_CONTROL: &str = "browserControl";
/// Extension → daemon.
pub const AGENT_SERVICE: &str = "agentService";
/// Chrome's debugger: commands daemon → extension, events extension → daemon.
pub const CDP: &str = "cdp";

methods! { BROWSER_CONTROL,
    /// Gives the text back: from the service worker, or from a tab's content script.
    Echo = "echo" (EchoParams) -> EchoResult, 35 s;
    /// Every tab of every window of this profile.
    ListTabs = "listTabs" (NoParams) -> TabList, 30 s;
    /// What the content script sees of the page in a tab.
    DescribePage = "describePage" (DescribePageParams) -> PageDescription, 35 s;
}

methods! { AGENT_SERVICE,
    /// How the daemon is: what the popup shows.
    GetStatus = "getStatus" (NoParams) -> Status, 30 s;
    /// Lets a client go: the person has pressed its "Disconnect".
    DisconnectClient = "disconnectClient" (DisconnectClientParams) -> NoResult, 30 s;
}

notices! { AGENT_SERVICE,
    /// Something went wrong in the extension: goes to the daemon's log.
    Report = "report" (ReportParams);
}

methods! { CDP,
    /// Attaches Chrome's debugger to a tab: the person sees the infobar from here on.
    AttachTab = "attach" (TabParams) -> NoResult, 30 s;
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

notices! { CDP,
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "Record<string, never>"))]
pub struct NoParams {}

/// It is done, and there is nothing more to say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "Record<string, never>"))]
pub struct NoResult {}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EchoParams {
    pub text: String,
    /// With a tab, the echo comes from the page in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tab: Option<TabId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EchoResult {
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TabList {
    pub tabs: Vec<Tab>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    pub id: TabId,
    pub window_id: i32,
    pub title: String,
    pub url: String,
    pub active: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DescribePageParams {
    pub tab: TabId,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageDescription {
    pub url: String,
    pub title: String,
    pub ready_state: ReadyState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ReadyState {
    Loading,
    Interactive,
    Complete,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DisconnectClientParams {
    pub id: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReportParams {
    pub level: ReportLevel,
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ReportLevel {
    Info,
    Warn,
    Error,
}
