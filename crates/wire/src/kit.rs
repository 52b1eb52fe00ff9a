//! What the daemon asks of the page kit in one frame of a page. The kit runs as a content script in
//! the person's Chrome and in a world of its own over CDP; these messages are the same in both.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::target::{Point, Rect, Target};

/// One question to the kit of one frame.
pub trait KitQuestion {
    const NAME: &'static str;
    type Params: Serialize + DeserializeOwned + Send;
    type Answer: Serialize + DeserializeOwned + Send;
}

/// Writes the questions once, for Rust and for TypeScript.
macro_rules! kit_questions {
    ($($(#[doc = $doc:literal])+ $type:ident = $name:literal ($params:ty) -> $answer:ty;)*) => {
        $(
            $(#[doc = $doc])+
            #[derive(Debug)]
            pub struct $type;
            impl KitQuestion for $type {
                const NAME: &'static str = $name;
                type Params = $params;
                type Answer = $answer;
            }
        )*

        #[cfg(feature = "ts")]
        pub(crate) fn questions_in_typescript(config: &ts_rs::Config) -> String {
            use ts_rs::TS as _;
            let mut body = String::new();
            $(
                body += &format!(
                    "  {}: {{ params: {}; result: {} }};\n",
                    $name, <$params>::name(config), <$answer>::name(config)
                );
            )*
            body
        }
    };
}

kit_questions! {
    /// Gives the text back.
    KitEcho = "echo" (KitText) -> KitText;
    /// Who are you? The kit keeps the ordinal it was given first.
    Join = "join" (JoinParams) -> Joined;
    /// The frame as an agent should read it.
    TakeSnapshot = "snapshot" (FrameSnapshotParams) -> FrameSnapshot;
    /// Where the numbered elements in view are, to draw their numbers on a screenshot.
    ListMarks = "marks" (KitNoParams) -> MarkList;
    /// Waits until the target can be acted on, and tells where it is.
    MakeReady = "ready" (ReadyParams) -> Ready;
    /// Where a child frame's content begins in this frame's viewport, if nothing covers that place.
    LocateChild = "locateChild" (LocateChildParams) -> ChildPlace;
    /// Acts with synthesised events, in the order in which a person's would come.
    Perform = "perform" (PerformParams) -> Performed;
    /// Scrolls exactly so far, in the container that can.
    ScrollFrame = "scroll" (ScrollParams) -> Scrolled;
    /// Begins to note what changes in this frame.
    Watch = "watch" (KitNoParams) -> KitNoParams;
    /// Tells what changed since `watch` or `ready`, once the frame has come to rest.
    Settle = "settle" (SettleParams) -> Effects;
    /// Waits for something to become so.
    WaitUntil = "waitUntil" (WaitUntilParams) -> Waited;
    /// What a person would read.
    ReadText = "readText" (ReadParams) -> KitText;
    /// The markup of a frame, whole or with only what carries knowledge.
    ReadHtml = "readHtml" (ReadHtmlParams) -> KitText;
    /// The same as Markdown.
    ReadMarkdown = "readMarkdown" (ReadMarkdownParams) -> KitText;
    /// Links, by what they say and where they stand.
    ReadLinks = "readLinks" (ReadLinksParams) -> LinkList;
    /// Tables as rows.
    ReadTables = "readTables" (ReadTablesParams) -> TableList;
    /// Shows the person what is done here, or takes it away.
    Show = "show" (ShowParams) -> KitNoParams;
}

/// How an answer of the kit travels: a message that fails in Chrome would lose its code.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KitReply {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<KitRefusal>,
    /// The last number that the kit gave to an element, without the frame's ordinal.
    #[serde(default)]
    pub last: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[error("{message}")]
#[serde(rename_all = "camelCase")]
pub struct KitRefusal {
    pub code: KitRefusalCode,
    /// A sentence for a person: what was in the way, and of what.
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum KitRefusalCode {
    /// Nothing fits the target.
    NotFound,
    /// Several things fit it equally.
    Ambiguous,
    /// The number's element has left the page.
    Gone,
    Hidden,
    /// Something else would get the click.
    Covered,
    Disabled,
    ReadOnly,
    /// It would not keep still.
    Moving,
    /// Its kind does not do that: text into a button, an option of a link.
    WrongKind,
    /// A select has no such option.
    NoOption,
    /// The element did not take what was done to it.
    NoEffect,
    /// It did not become so in time.
    Timeout,
    BadArguments,
    Failed,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "Record<string, never>"))]
pub struct KitNoParams {}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KitText {
    pub text: String,
}

/// Comes with every question; a kit takes the first to heart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct JoinParams {
    /// The frame's numbers begin at `ordinal * NUMBERS_PER_FRAME + first`.
    pub ordinal: u32,
    /// 1, or behind the numbers of the tab's earlier pages, so that a stale one means nothing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub first: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Joined {
    pub ordinal: u32,
    pub url: String,
    pub title: String,
    /// `loading`, `interactive` or `complete`.
    pub ready_state: String,
    /// From the top, the place of each frame among its parent's `window.frames`; -1 where it is not
    /// among them, as in a shadow tree.
    pub place: Vec<i32>,
    pub view_width: f64,
    pub view_height: f64,
    /// Whether the page's listeners could be noted from its beginning.
    pub hears_listeners: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
    /// Act even if it is covered, disabled or moving.
    #[serde(default)]
    pub force: bool,
    /// Keep pointer events of the next moments from reaching anything else than this element, and
    /// let `settle` tell.
    #[serde(default)]
    pub guard: bool,
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
    pub deed: Deed,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    pub timeout_ms: u32,
    #[serde(default)]
    pub force: bool,
}

/// What to do to an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Deed {
    Click {
        #[serde(flatten)]
        click: ClickManner,
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
pub struct ClickManner {
    #[serde(default)]
    pub button: MouseButton,
    #[serde(default = "once")]
    pub count: u32,
    #[serde(default)]
    pub hold_ms: u32,
    #[serde(default)]
    pub modifiers: Vec<Modifier>,
}

impl Default for ClickManner {
    fn default() -> Self {
        Self { button: MouseButton::Left, count: 1, hold_ms: 0, modifiers: Vec::new() }
    }
}

fn once() -> u32 {
    1
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
    /// Whether any guarded pointer event came.
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
    /// The element acted on, as it is now; nothing when it is gone.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<ElementFacts>,
    /// Nothing in the frame changed at all.
    #[serde(default)]
    pub unchanged: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WaitUntilParams {
    pub condition: Condition,
    pub timeout_ms: u32,
}

/// What the kit can wait for by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Condition {
    /// An element that fits the target is in this state.
    Element { target: Target, state: ElementState },
    /// A person could read this text, or can no more.
    Text { text: String, gone: bool },
    /// The document is parsed, or all of it is loaded.
    Load { complete: bool },
    /// Nothing was added to or taken from the page for so long, and no resource came in.
    Quiet { quiet_ms: u32 },
    /// The page answers to input: parsed, laid out, and its main thread free.
    Interactive,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ElementState {
    Attached,
    Detached,
    #[default]
    Visible,
    Hidden,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Waited {
    pub waited_ms: u32,
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<ElementFacts>,
}

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
    pub rows_total: u32,
}

/// What the person sees of the driving.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ShowParams {
    /// The mask: the page is driven by someone, and a button stops it.
    Mask { driver: String },
    /// The mask goes.
    Unmask,
    /// The pointer glides there, and the element is lit for a moment.
    Pointer {
        point: Point,
        #[cfg_attr(feature = "ts", ts(optional))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rect: Option<Rect>,
        glide: bool,
    },
}
