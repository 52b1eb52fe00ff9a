//! Writing out what is kept, for other programs.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ExportFormat {
    /// Everything that is known of each page, as one JSON object to a line.
    #[default]
    JsonLines,
    /// A folder with a Markdown file for each page.
    Markdown,
    /// A bookmark file, which every browser reads.
    Bookmarks,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExportParams {
    /// The file or the folder, by its absolute path.
    pub path: String,
    #[serde(default)]
    pub format: ExportFormat,
    /// Write over what is there.
    #[serde(default)]
    pub force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub pages: u64,
}
