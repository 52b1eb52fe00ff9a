//! Importing what other programs have kept: bookmarks, histories, reading lists and saved pages.

use serde::{Deserialize, Serialize};

use super::FacetCount;

/// A profile of a browser on this machine, with something to import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportSource {
    /// What the browser is called.
    pub browser: String,
    /// As the person named it in the browser.
    pub profile: String,
    pub folder: String,
    /// The size of its bookmarks, if it has any that can be read.
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bookmarks_bytes: Option<u64>,
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history_bytes: Option<u64>,
    /// It has bookmarks that only the browser itself can read.
    pub has_encrypted_bookmarks: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportSourceList {
    pub sources: Vec<ImportSource>,
}

/// What is imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ImportWhat {
    /// The bookmarks in the folder of a browser's profile.
    Bookmarks { folder: String },
    /// The history in it.
    History { folder: String },
    /// The bookmarks and the history of the connected browser, as it tells them.
    Connected { bookmarks: bool, history: bool },
    /// A file, or a folder of saved pages, by its absolute path.
    File { path: String },
}

/// Which pages are imported.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportFilter {
    /// Seen or kept at this time or later.
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_ms: Option<u64>,
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_ms: Option<u64>,
    /// Only these sites, and those below them.
    #[serde(default)]
    pub sites: Vec<String>,
    #[serde(default)]
    pub without_sites: Vec<String>,
    /// At most so many pages.
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StartImportParams {
    pub source: ImportWhat,
    #[serde(default)]
    pub filter: ImportFilter,
    /// Count what would be imported, and keep nothing.
    #[serde(default)]
    pub dry_run: bool,
    /// Also read the pages themselves, one after the other, in a tab of the person's browser.
    #[serde(default)]
    pub fetch_contents: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ImportState {
    #[default]
    Running,
    Paused,
    Done,
    Failed,
    Cancelled,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportJob {
    pub id: u32,
    pub source: ImportWhat,
    /// Where it comes from, in words: "Bookmarks of Chromium (Default)".
    pub label: String,
    pub state: ImportState,
    pub dry_run: bool,
    pub fetch_contents: bool,
    /// Rows that were read.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub rows: u64,
    /// How many rows there are, where that is known.
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_total: Option<u64>,
    /// How much of the source was read, from 0 to 1.
    pub fraction: f32,
    /// Pages that were not known before.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub new_pages: u64,
    /// Pages that were known already.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub known_pages: u64,
    /// Pages that were forgotten, and so were not brought back.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub forgotten_pages: u64,
    /// Rows that could not be read: `listImportFailures` names them.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub failed_rows: u64,
    /// Rows that were not taken, and why.
    pub skipped: Vec<FacetCount>,
    /// Pages whose text is still to be read, and those that were.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub contents_waiting: u64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub contents_read: u64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub contents_failed: u64,
    /// What the person should know about the source.
    pub notes: Vec<String>,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub started_ms: u64,
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// Why it failed, and what to do.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The newest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportJobList {
    pub imports: Vec<ImportJob>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportParams {
    pub import: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ImportChange {
    Pause,
    Resume,
    /// What was imported already stays.
    Cancel,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangeImportParams {
    pub import: u32,
    pub change: ImportChange,
}

/// A row that could not be read, or a page whose text could not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportFailure {
    /// A line, a row, a file, or an address.
    pub place: String,
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImportFailureList {
    pub failures: Vec<ImportFailure>,
    /// All of them; only the first thousand are named.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub total: u64,
}
