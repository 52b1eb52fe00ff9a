//! What travels on the `cdp` channel: Chrome's debugger as the extension has it, and the tabs it
//! can be attached to. Bodies of commands, answers and events are carried, never read.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ids::TabId;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TabParams {
    pub tab: TabId,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BarrierParams {
    pub tab: TabId,
    /// In the order in which they decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub barrier: Vec<BarrierRule>,
}

/// What a tab may load while a client drives it that may not be everywhere. The first rule that fits an
/// address decides; what none fits may be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BarrierRule {
    /// A regular expression in RE2's syntax, for the whole address without its fragment.
    pub addresses: String,
    pub blocks: bool,
    /// Only where the page itself goes, not what is loaded into it.
    pub only_pages: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CdpCommand {
    pub tab: TabId,
    /// A child session of the tab (frame or worker), by Chrome's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub session: Option<String>,
    pub method: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "ts",
        ts(optional, type = "Record<string, unknown>"),
        schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")
    )]
    pub params: Option<Box<RawValue>>,
}

/// Exactly one of the two.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CdpAnswer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub result: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub error: Option<CdpError>,
}

/// As CDP has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CdpError {
    pub code: i32,
    pub message: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CdpEvent {
    pub tab: TabId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub session: Option<String>,
    pub method: String,
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub params: Box<RawValue>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TabDetachedParams {
    pub tab: TabId,
    /// Chrome's word: `target_closed`, `canceled_by_user`, …
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TargetList {
    pub targets: Vec<TabTarget>,
}

/// What a CDP target is. Frames, service workers and dedicated workers are not listed: Chrome tells
/// of them below the page they belong to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TargetKind {
    #[default]
    Page,
    SharedWorker,
}

/// A tab, or a worker that belongs to no tab, as a CDP target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TabTarget {
    /// Chrome's for a tab. A shared worker gets a number below zero, good until the extension's own
    /// worker ends, and can be used wherever a tab is meant to be attached, driven and let go.
    pub tab: TabId,
    pub kind: TargetKind,
    /// Chrome's id; for a page the id of its main frame too.
    pub target_id: String,
    pub window_id: i32,
    pub title: String,
    pub url: String,
    /// It has not finished loading.
    pub loading: bool,
    pub incognito: bool,
    /// The tab whose page opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub opener: Option<TabId>,
    /// The title of the tab group it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub group: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CreateTabParams {
    pub url: String,
    pub background: bool,
    pub new_window: bool,
    /// In an incognito window, which the extension must be allowed in.
    pub incognito: bool,
    /// The title of the group that the tab goes into, made when there is none of that title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional), schemars(length(min = 1)))]
    pub group: Option<String>,
}

/// Which of the profile's two stores of cookies and site settings is meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StoreParams {
    pub incognito: bool,
}

/// Whether an incognito window can be had as a place apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct IncognitoState {
    /// The person has allowed the extension there.
    pub allowed: bool,
    /// Incognito windows that are open: they all share one store.
    pub windows: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PermissionSetting {
    Granted,
    Denied,
    Prompt,
}

/// Permissions by the names CDP has for them (`geolocation`, `clipboardReadWrite` …).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PermissionParams {
    pub names: Vec<String>,
    pub setting: PermissionSetting,
    /// Everywhere, without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub origin: Option<String>,
    pub incognito: bool,
}

/// A download, by what CDP tells of it: the extension's API has no other name in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DownloadParams {
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DownloadFile {
    pub path: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrowserVersion {
    /// `Chrome/156.0.8078.79`
    pub product: String,
    pub user_agent: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WindowBounds {
    pub window_id: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub left: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub top: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub width: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub height: Option<i32>,
    /// `normal`, `minimized`, `maximized` or `fullscreen`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "ts",
        ts(optional),
        schemars(extend("enum" = ["normal", "minimized", "maximized", "fullscreen"]))
    )]
    pub window_state: Option<String>,
}

/// Cookies in the shape of CDP's `Network.Cookie` and `Network.CookieParam`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CookieList {
    #[cfg_attr(
        feature = "ts",
        ts(type = "Array<Record<string, unknown>>"),
        schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")
    )]
    pub cookies: Vec<Box<RawValue>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SetCookiesParams {
    #[cfg_attr(
        feature = "ts",
        ts(type = "Array<Record<string, unknown>>"),
        schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")
    )]
    pub cookies: Vec<Box<RawValue>>,
    pub incognito: bool,
}
