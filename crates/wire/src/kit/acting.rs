//! Acting on an element of a frame, from making it ready to what came of it.

use serde::{Deserialize, Serialize};

use super::ScrollState;
use crate::policy::Sensitivity;
use crate::target::{Point, Rect, Target};

/// What a target must be fit for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Need {
    /// A click: enabled, in view, still, and nothing covers the point.
    Click,
    /// The pointer over it: the same, but it may be disabled.
    Hover,
    /// Text put into it. It gets the focus.
    Edit,
    /// An option of it chosen.
    Choose,
    /// Being ticked or not.
    Check,
    /// Keys. It gets the focus.
    Focus,
    /// The Enter key, which may send something. It gets the focus.
    Enter,
    /// Files given to it; file inputs are often hidden.
    Files,
    /// To be found, and no more.
    Exist,
    /// Brought into view and measured, as for a screenshot.
    View,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadyParams {
    pub target: Target,
    pub need: Need,
    /// A point of it, from its top left corner, instead of its middle.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    pub timeout_ms: u32,
    /// Refuse by `notHere` when nothing fits after this time, if the frame has frames in it.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere_ms: Option<u32>,
    /// Act even if it is covered, disabled or moving.
    #[serde(default)]
    pub force: bool,
    /// Keep pointer events of the next moments from reaching anything else than this element, and
    /// let `settle` tell.
    #[serde(default)]
    pub guard: bool,
    /// Refuse what is of one of these kinds, before anything is done to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub deny: Vec<Sensitivity>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Ready {
    pub element: ElementFacts,
    /// Where to act, in this frame's viewport.
    pub point: Point,
    /// The element's box there.
    pub rect: Rect,
    pub field: FieldKind,
    #[serde(default)]
    pub writing: Writing,
    /// It suggests something while it is typed into.
    #[serde(default)]
    pub suggests: bool,
    /// What is typed into it is a secret: a password, or a code like one.
    #[serde(default)]
    pub secret: bool,
}

/// How text gets into a field so that it arrives as it was given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Writing {
    /// Only by keys, if at all.
    #[default]
    None,
    /// By keys: it has one line, and Enter does something else.
    Line,
    /// Several lines, put in as they are: by keys, Enter may send them.
    Lines,
    /// An editor with paragraphs.
    Rich,
    /// An editor that indents and completes what is typed, but not what is pasted.
    Code,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FindOptionParams {
    /// The select.
    pub number: u32,
    /// Which option; without words only whether the list is open.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    pub timeout_ms: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OptionFound {
    /// The list is open; nothing is looked for where it is not.
    pub open: bool,
    /// Text that is typed into it filters its list.
    pub typable: bool,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<ElementFacts>,
    /// It is chosen already.
    #[serde(default)]
    pub selected: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AwaitSuggestionsParams {
    pub number: u32,
    pub timeout_ms: u32,
}

/// An element, as a person would name it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ElementFacts {
    pub number: u32,
    pub role: String,
    pub name: String,
    /// What a field holds; never that of a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub checked: Option<bool>,
    /// Where a link leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub href: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FieldKind {
    /// Not a field.
    None,
    /// Takes keys: inputs of text kinds and textareas.
    Text,
    /// `contenteditable`.
    Rich,
    /// Its value is set as a whole: date, time, colour, range.
    Whole,
    /// A native select.
    Select,
    /// A custom one: opens on a click, its options are clicked.
    Combobox,
    /// Checkbox, radio button, switch.
    Tick,
    File,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LocateChildParams {
    /// The child's place among `window.frames`, or -1.
    pub index: i32,
    /// The child's address and size: tell apart what has no index.
    pub url: String,
    pub view_width: f64,
    pub view_height: f64,
    /// Scroll it into view first.
    pub reveal: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChildPlace {
    pub number: u32,
    /// Where the child's viewport begins in ours.
    pub origin: Point,
    /// How much larger a pixel of the child is here: `transform: scale`.
    pub scale_x: f64,
    pub scale_y: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PerformParams {
    pub target: Target,
    pub action: PageAction,
    /// As for `ready`.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere_ms: Option<u32>,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    pub timeout_ms: u32,
    #[serde(default)]
    pub force: bool,
    /// Refuse what is of one of these kinds, before anything is done to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub deny: Vec<Sensitivity>,
}

/// What to do to an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PageAction {
    Click {
        #[serde(flatten)]
        click: ClickOptions,
    },
    Hover,
    /// Gives it the focus, with its text selected or the caret behind it.
    Focus {
        select_all: bool,
    },
    /// Types text, key by key, into what it holds or instead of it.
    Type {
        text: String,
        clear: bool,
    },
    /// Sets a date, a time, a colour, a range: whatever is not typed.
    SetValue {
        value: String,
    },
    /// Chooses options of a native select by label or value; all of them, no others.
    Choose {
        options: Vec<String>,
    },
    /// Ticks or unticks.
    Check {
        on: bool,
    },
    /// Presses a chord: `Enter`, `Control+a`.
    Press {
        keys: Vec<String>,
    },
    /// Puts text in at the caret, as a paste would.
    Paste {
        text: String,
    },
    /// Drags it onto another element or point.
    Drag {
        to: Target,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_at: Option<Point>,
    },
    /// Gives files to a file input or a drop zone.
    Upload {
        files: Vec<FileContent>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FileContent {
    pub name: String,
    pub mime_type: String,
    pub base64: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClickOptions {
    #[serde(default)]
    pub button: MouseButton,
    #[serde(default = "once")]
    pub count: u32,
    #[serde(default)]
    pub hold_ms: u32,
    #[serde(default)]
    pub modifiers: Vec<Modifier>,
}

impl Default for ClickOptions {
    fn default() -> Self {
        Self { button: MouseButton::Left, count: 1, hold_ms: 0, modifiers: Vec::new() }
    }
}

fn once() -> u32 {
    1
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum MouseButton {
    #[default]
    Left,
    Middle,
    Right,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Modifier {
    Alt,
    Control,
    Meta,
    Shift,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Performed {
    pub element: ElementFacts,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScrollParams {
    /// Its nearest container that can scroll that way; without one, the page or its main container.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    pub motion: ScrollMotion,
    pub timeout_ms: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ScrollMotion {
    /// Pixels; down and right are positive.
    By { x: f64, y: f64 },
    /// Views of the container, less a little overlap when it is one or more.
    Pages { x: f64, y: f64 },
    /// A share of the whole way: 0 is the beginning, 1 the end.
    To {
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<f64>,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        y: Option<f64>,
    },
    /// Until the target is in view.
    IntoView,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Scrolled {
    /// What scrolled: `the page`, or the container in words.
    pub container: String,
    pub moved_x: f64,
    pub moved_y: f64,
    pub state: ScrollState,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SettleParams {
    /// The element acted on: its state comes back.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Not longer than this, even if the page never comes to rest.
    pub timeout_ms: u32,
    /// The action has more steps: the next one tells what changed since before this one.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub goes_on: bool,
}

/// What an action changed in one frame.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Effects {
    /// What the guarded pointer event met instead of the element, in words.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<String>,
    /// False when pointer events were guarded and none came.
    #[serde(default)]
    pub pointer_came: bool,
    /// A drag of the browser's own began: `dragstart` was not prevented.
    #[serde(default)]
    pub drag_began: bool,
    /// Where the frame is going, if the action made it leave its page.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaving_for: Option<String>,
    /// The address within the same page, if that changed.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
    /// What has the focus, if that changed.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focused: Option<ElementFacts>,
    /// What came into sight, as lines of a snapshot; a few.
    #[serde(default)]
    pub appeared: Vec<String>,
    /// Of how many.
    #[serde(default)]
    pub appeared_count: u32,
    /// What went out of sight, likewise.
    #[serde(default)]
    pub disappeared: Vec<String>,
    #[serde(default)]
    pub disappeared_count: u32,
    /// What is still there and otherwise now: values, states, words. Likewise.
    #[serde(default)]
    pub changed: Vec<String>,
    #[serde(default)]
    pub changed_count: u32,
    /// The element acted on, as it is now; nothing when it is gone.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<ElementFacts>,
    /// Nothing in the frame changed at all.
    #[serde(default)]
    pub unchanged: bool,
    /// What a password field with the focus holds now. For the memory of secrets only.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// What scripts may not press without the person's word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GuardScriptsParams {
    pub deny: Vec<Sensitivity>,
    /// The event by which a script says that it begins. Whoever hears it prevents it, so that a script is not
    /// run in a document that is not guarded.
    pub event: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReleaseHeldParams {
    /// What is still held.
    pub deny: Vec<Sensitivity>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HeldPresses {
    /// The first; there may be more.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<HeldPress>,
}

/// Something that a script pressed or submitted, and that was held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HeldPress {
    pub sensitivity: Sensitivity,
    /// As a person would call it.
    pub what: String,
}
