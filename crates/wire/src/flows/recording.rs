//! What is seen while a person shows a chore: one gesture after the other.

use serde::{Deserialize, Serialize};

use super::fingerprint::Fingerprint;
use crate::ids::TabId;
use crate::target::Point;

/// A recording holds no more.
pub const GESTURES_MAX: usize = 500;
/// Longer texts are not recorded; the step says so and the person gives the text as a parameter.
pub const TYPED_CHARS_MAX: usize = 20_000;

/// Something that a person did, or that the page did in answer. The kit of one frame sends it as soon as it
/// is sure of it, with a number of its own, so that one that comes twice is kept once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Gesture {
    /// Chosen by who saw it; the same gesture comes with the same one again.
    pub id: String,
    /// Milliseconds since 1970.
    pub at: f64,
    pub tab: TabId,
    /// The address of the page, not of the frame.
    pub url: String,
    /// The gesture corrects an earlier one: a field that was typed into again, a click that became a
    /// double click.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<String>,
    pub what: GestureKind,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(
    clippy::large_enum_variant,
    reason = "a recording holds 500, and nearly all have a fingerprint"
)]
pub enum GestureKind {
    Click {
        target: Fingerprint,
        button: PointerButton,
        /// 2 is a double click.
        count: u32,
        /// Held meanwhile: `Control`, `Shift`, `Alt`, `Meta`.
        modifiers: Vec<String>,
    },
    /// What a field says in the end, not how it was typed.
    Type {
        target: Fingerprint,
        value: FieldValue,
    },
    /// Options of a native list, all that are chosen now.
    Select {
        target: Fingerprint,
        chosen: Vec<ChosenOption>,
        /// All that could have been chosen, in their order, at most 200.
        options: Vec<String>,
    },
    /// A checkbox, switch or radio button, and what it is now.
    Check {
        target: Fingerprint,
        on: bool,
    },
    /// A key that does something by itself: Enter, Escape, Tab, an arrow, a shortcut.
    Press {
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Fingerprint>,
        /// As Playwright writes it: `Control+Enter`.
        keys: String,
    },
    /// The pointer rested here, and that opened what was used next.
    Hover {
        target: Fingerprint,
    },
    Drag {
        from: Fingerprint,
        /// None where it was dropped on nothing that can be named.
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        onto: Option<Fingerprint>,
        /// How far the pointer went, in pixels.
        by: Point,
    },
    /// Files were chosen, by name only.
    Upload {
        target: Fingerprint,
        names: Vec<String>,
    },
    /// A dialog of the page, and how the person answered it.
    Dialog {
        dialog: DialogKind,
        message: String,
        accepted: bool,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// The person gave an address, used a bookmark, or went back or forward.
    Navigate {
        how: NavigationWay,
        url: String,
    },
    /// The page went on by itself, by a link or by a script: what the step before led to.
    Arrived {
        url: String,
        title: String,
    },
    /// A tab was opened by the page, or by the person.
    OpenTab {
        by_person: bool,
        url: String,
    },
    SwitchTab,
    CloseTab,
    /// The person asked for a check: this text must be there.
    CheckText {
        text: String,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Fingerprint>,
    },
    /// The person asked for a wait, until this text is there.
    WaitForText {
        text: String,
    },
    /// What appeared after the step before and is gone or unchanged since: a dialog, a message, a list.
    Appeared {
        role: String,
        text: String,
    },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum PointerButton {
    #[default]
    Left,
    Middle,
    Right,
}

/// Daemon → extension: these tabs are recorded from now on, with the tabs that they open. The same recording
/// may be begun again, with other tabs or after a pause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StartRecorderParams {
    /// Chosen by the daemon; it comes back with every gesture.
    pub recording: String,
    pub tabs: Vec<TabId>,
    /// Origins on which nothing may be recorded. The recorder is not even put into their pages.
    pub closed: Vec<String>,
}

/// Daemon → extension: nothing more is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StopRecorderParams {
    pub recording: String,
}

/// The tabs that were recorded when it ended. Every gesture made in them was handed over before this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RecordedTabs {
    pub tabs: Vec<TabId>,
}

/// Extension → daemon: gestures, about in the order in which they were made; `at` tells it for sure, since frames do
/// not wait for each other. They come again until they are answered.
///
/// Before a gesture is kept, the daemon asks the rules about the origin of its page, as for any other read; what
/// was made where nothing may be recorded is not kept, and the origin is told in [`GesturesKept::closed`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RecordGesturesParams {
    pub recording: String,
    pub gestures: Vec<Gesture>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GesturesKept {
    /// The ids of those that need not come again, kept or refused.
    pub done: Vec<String>,
    /// Origins on which nothing may be recorded any more.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<String>,
    /// The daemon knows no such recording any more, or it is full: the recorder ends.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
}

/// What a field says. What is secret never leaves the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FieldValue {
    Text {
        text: String,
    },
    /// A password, card number or the like.
    Secret,
    /// A code that is good once: asked for each time.
    OneTimeCode,
    /// Too long to be recorded.
    TooLong,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChosenOption {
    pub label: String,
    pub value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum DialogKind {
    Alert,
    Confirm,
    Prompt,
    BeforeUnload,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum NavigationWay {
    /// Typed, pasted, or from a bookmark.
    Address,
    Back,
    Forward,
    Reload,
}
