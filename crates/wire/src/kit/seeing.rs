//! A frame as it is seen: its snapshot, its marks, and what the person is shown in it.

use serde::{Deserialize, Serialize};

use crate::target::{Point, Rect};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum SnapshotMode {
    /// The whole page: numbered elements, and headings and text between them.
    #[default]
    Full,
    /// The whole page, numbered elements only.
    Interactive,
    /// What is in view now, with its text.
    Viewport,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FrameSnapshotParams {
    /// The name of this snapshot, for a later one to build on.
    pub id: u32,
    pub mode: SnapshotMode,
    /// The text is never longer.
    pub chars_max: u32,
    /// Tell only what changed since the snapshot of that name.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
    /// Only what is inside the element with this number.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
    /// Without the first so many rows, items or parts of it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FrameSnapshot {
    /// Lines, each deeper one indented by one space more.
    pub text: String,
    /// Where the text of child frames belongs.
    pub children: Vec<ChildSlot>,
    /// Interactive elements found, shown or not.
    pub interactive: u32,
    /// Interactive elements found but left out of the text.
    pub left_out: u32,
    /// The text tells only what changed. False when the older snapshot is not known any more.
    pub is_diff: bool,
    pub title: String,
    pub url: String,
    pub scroll: ScrollState,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChildSlot {
    /// The child's text follows this line, counted from 0.
    pub line: u32,
    /// And is indented so far.
    pub indent: u32,
    /// The number of the frame element.
    pub number: u32,
    /// Its place among `window.frames`, or -1.
    pub index: i32,
    /// Its address as the frame element has it: tells frames apart that have no index.
    pub src: String,
    /// Its content's size in pixels.
    pub width: u32,
    pub height: u32,
    pub in_view: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScrollState {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub view_width: f64,
    pub view_height: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MarkList {
    pub marks: Vec<Mark>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    pub number: u32,
    pub rect: Rect,
}

/// What the person sees of the driving.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ShowParams {
    /// The overlay: the page is driven by someone, and a button stops it.
    ShowOverlay { driver: String },
    /// The overlay goes.
    HideOverlay,
    /// Nothing of ours is to be seen while a picture is taken, or it may be again.
    HideForScreenshot {
        on: bool,
        /// Secrets that were typed at this site: whatever shows one of them is not to be seen either.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        values: Vec<String>,
    },
    /// The pointer glides there, and the element is lit for a moment.
    Pointer {
        point: Point,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rect: Option<Rect>,
        glide: bool,
    },
}
