//! What the daemon tells over `/api/v1`, `/health` and `/events`.

use serde::{Deserialize, Serialize};

use crate::control::{DownloadNotice, NavigationPhase};
use crate::ids::{ProfileId, TabId};
use crate::policy::PolicyQuestion;
use crate::verbs::DialogInfo;

/// `GET /health`: open to all, so it tells nothing but that this is a Tabwright daemon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Health {
    pub service: String,
    pub protocol: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Is any browser connected?
    pub connected: bool,
    pub port: u16,
    pub pid: u32,
    pub version: String,
    pub protocol: u32,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub uptime_ms: u64,
    pub browsers: Vec<BrowserStatus>,
    pub clients: Vec<ClientStatus>,
    /// The browser that `tabwright up` started, while it runs.
    #[cfg_attr(feature = "ts", schemars(extend("x-nullable" = true)))]
    pub managed: Option<ManagedBrowser>,
    /// The newest event: a listener that comes later asks for what follows it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub last_event: u64,
    pub diagnostics: Diagnostics,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrowserStatus {
    pub profile: ProfileId,
    pub name: String,
    pub product: String,
    pub product_version: String,
    pub extension_version: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub connected_ms: u64,
    /// Invokes waiting for this browser's answer.
    pub pending_calls: usize,
}

/// Somebody who listens to the daemon's events, or drives a browser over CDP.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClientStatus {
    pub id: u32,
    pub kind: ClientKind,
    pub name: String,
    /// Tabs that it drives.
    pub attached_tabs: usize,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub connected_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ClientKind {
    Events,
    Cdp,
    /// Works through tools, over MCP.
    Agent,
}

/// `GET /client-slot`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClientSlot {
    /// `many` or `single`
    pub mode: String,
    pub busy: bool,
    /// Who holds the slot.
    pub client: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ManagedBrowser {
    pub pid: u32,
    pub executable: String,
    pub headless: bool,
    /// Started as root, where Chromium's sandbox cannot run.
    pub sandboxed: bool,
}

/// What shows a leak before a person feels it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Diagnostics {
    /// Tasks alive in the daemon.
    pub tasks: usize,
    /// Resident memory, where the system tells it.
    #[cfg_attr(feature = "ts", ts(type = "number | null"), schemars(extend("x-nullable" = true)))]
    pub resident_bytes: Option<u64>,
    /// Frames from browsers that broke the protocol, since the start.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bad_frames: u64,
}

/// `POST /api/v1/managed-browser`
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LaunchRequest {
    pub headless: bool,
    /// The variables through which a program finds the caller's display: the daemon may have been
    /// started where there was none.
    #[serde(default)]
    pub display: std::collections::BTreeMap<String, String>,
    /// Switches for the browser itself.
    #[serde(default)]
    pub args: Vec<String>,
}

/// A browser on another machine, or started by somebody else: driven by its CDP endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemoteBrowser {
    /// How it is chosen.
    pub name: String,
    /// `ws://…`, or `http://HOST:PORT` of its debugging port.
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RemoteBrowserList {
    pub browsers: Vec<RemoteBrowserStatus>,
}

/// A browser elsewhere that was added; it is kept when it cannot be reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RemoteBrowserStatus {
    pub name: String,
    /// Its address, with credentials masked.
    pub url: String,
    pub connected: bool,
}

/// `POST /api/v1/pairing-codes`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PairingCode {
    pub code: String,
    pub valid_s: u32,
}

/// `POST /api/v1/tokens`: the token of one agent. The daemon keeps only its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NewToken {
    pub name: String,
    pub token: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenList {
    pub tokens: Vec<TokenOwner>,
}

/// An agent with a token of its own: its name is not what it claims, but what the person gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenOwner {
    pub name: String,
    /// When it was made: RFC 3339, in UTC.
    pub created: String,
}

/// `POST /api/v1/echo`: words to the browser and back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EchoRequest {
    pub text: String,
    /// With a tab, the echo comes from the page in it.
    #[serde(default)]
    pub tab: Option<TabId>,
    #[serde(default = "once")]
    pub times: u32,
    /// How many of them may be under way together.
    #[serde(default = "once")]
    pub at_once: u32,
}

fn once() -> u32 {
    1
}

/// How long the words took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RoundTrips {
    pub times: u32,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub per_second: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EventRecord {
    /// Rises by one with every event of this daemon; a listener that was away asks from here.
    pub id: u64,
    pub event: Event,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    BrowserConnected {
        browser: BrowserStatus,
    },
    BrowserDisconnected {
        profile: ProfileId,
        reason: String,
    },
    ManagedBrowserExited {
        pid: u32,
        detail: String,
    },
    /// A client did something with a browser, or could not.
    Verb {
        client: String,
        verb: String,
        error: Option<String>,
    },
    TabOpened {
        browser: String,
        tab: TabId,
        opener: Option<TabId>,
    },
    TabClosed {
        browser: String,
        tab: TabId,
    },
    /// The main frame of a tab goes somewhere.
    Navigation {
        browser: String,
        tab: TabId,
        phase: NavigationPhase,
        url: String,
    },
    DialogOpened {
        browser: String,
        tab: TabId,
        dialog: DialogInfo,
    },
    DialogClosed {
        browser: String,
        tab: TabId,
    },
    Download {
        browser: String,
        download: DownloadNotice,
    },
    /// The person pressed Stop on a driven tab.
    Stopped {
        browser: String,
        tab: TabId,
    },
    /// What waits for the person's word now.
    Questions {
        questions: Vec<PolicyQuestion>,
    },
    DaemonStopping,
}
