//! What the daemon asks of the extension to drive the person's browser, and what it hears of it.
//! Only what Chrome's extension API must do: everything inside a page is the page kit's.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ids::TabId;
use crate::kit::{JoinParams, KitReply};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TabList {
    pub tabs: Vec<Tab>,
}

/// Pages that nobody has put anything into.
pub const BLANK_PAGES: [&str; 3] = ["about:blank", "chrome://newtab/", "chrome://new-tab-page/"];

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    pub id: TabId,
    pub window_id: i32,
    /// Its place in the window, from 0.
    pub index: u32,
    pub title: String,
    pub url: String,
    /// It is the one in front in its window.
    pub active: bool,
    /// And its window is the one used last.
    pub focused: bool,
    pub loading: bool,
    pub pinned: bool,
    /// It plays sound.
    pub audible: bool,
    /// Chrome has put it to sleep; it loads when it is shown.
    pub discarded: bool,
    pub incognito: bool,
    /// The title of the tab group it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub group: Option<String>,
    /// The tab whose page opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub opener: Option<TabId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FrameList {
    pub frames: Vec<FrameInfo>,
}

/// A frame by Chrome's extension API.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FrameInfo {
    /// 0 is the main frame.
    pub frame: i32,
    pub parent: i32,
    /// Another with every navigation.
    pub document: String,
    pub url: String,
}

/// A question for the page kit of one frame. The kit is injected where it is missing.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AskKitParams {
    pub tab: TabId,
    #[cfg_attr(feature = "ts", schemars(range(min = 0)))]
    pub frame: i32,
    pub name: String,
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub params: Box<RawValue>,
    pub join: JoinParams,
    /// The page has so long to answer.
    pub deadline_ms: u32,
}

/// The kit's reply as it gave it.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct KitAnswered {
    #[cfg_attr(feature = "ts", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
    pub reply: KitReply,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NavigateParams {
    pub tab: TabId,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HistoryParams {
    pub tab: TabId,
    /// -1 is back, 1 forward.
    #[cfg_attr(feature = "ts", schemars(extend("enum" = [-1, 1])))]
    pub delta: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReloadParams {
    pub tab: TabId,
    pub bypass_cache: bool,
}

/// Puts tabs into the group of that title, made when there is none; without a title, out of theirs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GroupParams {
    #[cfg_attr(feature = "ts", schemars(length(min = 1)))]
    pub tabs: Vec<TabId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional), schemars(length(min = 1)))]
    pub title: Option<String>,
}

/// Moves tabs into a window: the one with that id, or a new one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveTabsParams {
    #[cfg_attr(feature = "ts", schemars(length(min = 1)))]
    pub tabs: Vec<TabId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub window_id: Option<i32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ZoomParams {
    pub tab: TabId,
    /// 1 is 100 %; without it, only tell. The range is that of Chrome's own menu: beyond it Chrome
    /// takes any number, and a negative one for 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional), schemars(range(min = 0.25, max = 5)))]
    pub factor: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ZoomState {
    /// 1 is 100 %.
    pub factor: f64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PictureData {
    /// A PNG.
    pub base64: String,
}

/// Runs JavaScript in the page's own world, without the debugger. The page's security policy may
/// forbid it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RunScriptParams {
    pub tab: TabId,
    #[cfg_attr(feature = "ts", schemars(range(min = 0)))]
    pub frame: i32,
    /// The body of an async function.
    pub code: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ScriptResult {
    /// What it returned; nothing when it threw.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub value: Option<Box<RawValue>>,
    /// What it threw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SpeakParams {
    /// The limit is Chrome's own for what is read aloud at once.
    #[cfg_attr(feature = "ts", schemars(length(max = 32_768)))]
    pub text: String,
    /// A language such as `de-DE`; the browser's own without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub lang: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Bookmark {
    pub id: String,
    pub title: String,
    pub url: String,
    /// The folders it lies in, from the outermost: `Bookmarks bar/Trains`.
    pub folder: String,
    /// When it was made, in milliseconds since 1970.
    #[serde(rename = "addedMs", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub added_ms: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookmarkList {
    pub bookmarks: Vec<Bookmark>,
}

/// A page of the person's history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct VisitedPage {
    pub title: String,
    pub url: String,
    /// Milliseconds since 1970.
    pub last_visit_ms: f64,
    pub visits: u32,
}

/// The last visited first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VisitedList {
    pub pages: Vec<VisitedPage>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FindVisitsParams {
    /// Words of title or address; empty gives the last visited.
    pub query: String,
    pub count_max: u32,
    /// Only what was visited since then, in milliseconds since 1970; 0 for all.
    pub since_ms: f64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AddBookmarkParams {
    pub url: String,
    pub title: String,
    /// Made below the bookmarks bar when it is not there; without one, the bar itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub folder: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FindBookmarksParams {
    /// Words or an address; empty lists all.
    pub query: String,
    #[serde(rename = "countMax")]
    pub count_max: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BookmarkIdParams {
    pub id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClipboardText {
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StartDownloadParams {
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DownloadId {
    pub id: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SettleDownloadParams {
    pub id: i32,
    /// Else it is stopped, and what has come of it goes.
    pub keep: bool,
}

/// How far a page has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum NavigationPhase {
    /// The browser has begun to fetch it.
    Started,
    /// The tab shows it from now on.
    Committed,
    /// It is parsed.
    Parsed,
    /// All of it is there.
    Loaded,
    /// The address changed within the page.
    Moved,
    /// It could not be had.
    Failed,
}

/// The main frame of a tab goes somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NavigationNotice {
    pub tab: TabId,
    pub phase: NavigationPhase,
    pub url: String,
    /// The person went there themselves: by the address bar or a bookmark. Only some browsers tell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub by_person: bool,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FoundTab {
    /// None when there is none: no window is open, or only one that nobody drives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tab: Option<Tab>,
}

/// A tab came in front in its window, or its window did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FocusNotice {
    /// The tab in front of the focused window; none when no window of the browser has the focus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tab: Option<TabId>,
}

/// What was told of a tab (`findTab`) does not hold any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TabStaleNotice {
    /// None when it holds for no tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tab: Option<TabId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum DownloadState {
    Started,
    Finished,
    /// Cancelled, or broken off.
    Failed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DownloadNotice {
    pub id: i32,
    pub url: String,
    pub state: DownloadState,
    /// Where it lies, or will lie.
    pub path: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bytes: u64,
    /// Tabs that may have begun it: one where the browser tells, several where it only names a page
    /// that several show, none where nobody can tell.
    #[serde(default)]
    pub tabs: Vec<TabId>,
    /// It was begun by a verb, not by a page.
    #[serde(default)]
    pub by_verb: bool,
}

/// The person pressed Stop on the overlay of this tab.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StopNotice {
    pub tab: TabId,
}
