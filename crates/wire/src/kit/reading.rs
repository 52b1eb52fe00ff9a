//! What a frame has to read.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::target::Target;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadParams {
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Target>,
    pub chars_max: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Compression {
    /// The markup as it is now.
    #[default]
    None,
    /// The main content and what gives it meaning: no navigation, adverts, scripts or styling.
    Knowledge,
    /// The document as the person sees it, with what its head says of it: no scripts, styles and hidden parts,
    /// and nothing that was typed into it. Read when the page is idle.
    Reading,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadHtmlParams {
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Target>,
    pub compression: Compression,
    pub chars_max: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadMarkdownParams {
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Target>,
    /// Only the main content.
    pub main_only: bool,
    pub chars_max: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadLinksParams {
    /// The best fitting first; without words, all in the order of the page.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    pub count_max: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LinkList {
    pub links: Vec<Link>,
    /// Links of the page, listed or not.
    pub total: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Link {
    pub number: u32,
    /// Its place among the page's visible links, from 1.
    pub position: u32,
    pub text: String,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadTablesParams {
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Target>,
    pub rows_max: u32,
    /// So many rows of each table are left out at its beginning.
    #[serde(default)]
    pub rows_skip: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TableList {
    pub tables: Vec<Table>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Table {
    pub number: u32,
    pub caption: String,
    /// Column titles; empty when the table has none.
    pub head: Vec<String>,
    /// Spanned cells are repeated, so that every row has a cell per column.
    pub rows: Vec<Vec<String>>,
    /// Rows before these that were asked to be left out.
    #[serde(default)]
    pub rows_skipped: u32,
    /// Rows that are in the page now.
    #[serde(default)]
    pub rows_in_page: u32,
    /// Rows that the table says it has. A virtual one puts only those into the page that are in view.
    pub rows_total: u32,
}

impl Table {
    /// Rows in the page after these.
    #[must_use]
    pub fn rows_left(&self) -> u32 {
        self.rows_in_page.saturating_sub(self.rows_shown())
    }

    /// How many rows have been given with these: so many are skipped to get the next ones.
    #[must_use]
    pub fn rows_shown(&self) -> u32 {
        self.rows_skipped.saturating_add(u32::try_from(self.rows.len()).unwrap_or(u32::MAX))
    }

    /// Rows that the page has not rendered.
    #[must_use]
    pub fn rows_virtual(&self) -> u32 {
        self.rows_total.saturating_sub(self.rows_in_page)
    }
}

/// One row as RFC 4180 wants it, without a line break.
#[must_use]
pub fn csv_record(cells: &[String]) -> String {
    cells.iter().map(|cell| csv_field(cell)).collect::<Vec<_>>().join(",")
}

fn csv_field(cell: &str) -> Cow<'_, str> {
    if cell.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", cell.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(cell)
    }
}
