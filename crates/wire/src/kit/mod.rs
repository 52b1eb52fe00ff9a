//! What the daemon asks of the page kit in one frame of a page. The kit runs as a content script in
//! the person's Chrome and in a world of its own over CDP; these messages are the same in both.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

mod acting;
mod asking;
mod reading;
mod seeing;
mod waiting;

pub use acting::*;
pub use asking::*;
pub use reading::*;
pub use seeing::*;
pub use waiting::*;

use crate::methods::{NoParams, NoResult};
use crate::policy::Sensitivity;

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
        pub(crate) fn visit_questions(visitor: &mut impl crate::typescript::TableVisitor) {
            $( visitor.question::<$params, $answer>($name); )*
        }
    };
}

kit_questions! {
    /// Gives the text back.
    KitEcho = "echo" (KitText) -> KitText;
    /// Who are you? The kit keeps the ordinal it was given first.
    Join = "join" (JoinParams) -> Joined;
    /// Which document is this?
    Identify = "identify" (NoParams) -> DocumentIdentity;
    /// The frame as an agent should read it.
    TakeSnapshot = "snapshot" (FrameSnapshotParams) -> FrameSnapshot;
    /// Where the numbered elements in view are, to draw their numbers on a screenshot.
    ListMarks = "marks" (NoParams) -> MarkList;
    /// Waits until the target can be acted on, and tells where it is.
    MakeReady = "ready" (ReadyParams) -> Ready;
    /// Where a child frame's content begins in this frame's viewport, if nothing covers that place.
    LocateChild = "locateChild" (LocateChildParams) -> ChildPlace;
    /// What the element is called that holds a child frame.
    NameChild = "nameChild" (LocateChildParams) -> KitText;
    /// Acts with synthesised events, in the order in which a person's would come.
    Perform = "perform" (PerformParams) -> Performed;
    /// An option of a custom select, once it is shown.
    FindOption = "findOption" (FindOptionParams) -> OptionFound;
    /// Waits for what a field suggests for the text in it, if it suggests anything.
    AwaitSuggestions = "awaitSuggestions" (AwaitSuggestionsParams) -> NoResult;
    /// Scrolls exactly so far, in the container that can.
    ScrollFrame = "scroll" (ScrollParams) -> Scrolled;
    /// Begins to note what changes in this frame.
    Watch = "watch" (NoParams) -> NoResult;
    /// Tells what changed since `watch` or `ready`, once the frame has come to rest.
    Settle = "settle" (SettleParams) -> Effects;
    /// Waits for something to become so.
    WaitUntil = "waitUntil" (WaitUntilParams) -> Waited;
    /// What a person would read.
    ReadText = "readText" (ReadParams) -> KitText;
    /// The markup of a frame, whole or with only what carries knowledge.
    ReadHtml = "readHtml" (ReadHtmlParams) -> KitText;
    /// The content of a frame as Markdown.
    ReadMarkdown = "readMarkdown" (ReadMarkdownParams) -> KitText;
    /// Links, by what they say and where they stand.
    ReadLinks = "readLinks" (ReadLinksParams) -> LinkList;
    /// Tables as rows.
    ReadTables = "readTables" (ReadTablesParams) -> TableList;
    /// Looks elements up, and does nothing to them.
    Query = "query" (QueryParams) -> FoundElements;
    /// Gives elements to a script in the page's own world.
    HandOver = "handOver" (HandOverParams) -> HandedOver;
    /// Scripts of a client come: holds what they press of these kinds, from now on.
    GuardScripts = "guardScripts" (GuardScriptsParams) -> NoResult;
    /// Does what was held and is not of these kinds. What still is.
    ReleaseHeld = "releaseHeld" (ReleaseHeldParams) -> HeldPresses;
    /// A secret was put into an element.
    Conceal = "conceal" (ConcealParams) -> NoResult;
    /// Shows the person what is done here, or takes it away.
    Show = "show" (ShowParams) -> NoResult;
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
    /// With [`KitRefusalCode::Sensitive`], of what kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sensitivity: Option<Sensitivity>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum KitRefusalCode {
    /// Nothing fits the target.
    NotFound,
    /// Nothing fits it in this frame, and other frames are not looked into yet.
    NotHere,
    /// Nothing has the focus.
    NoFocus,
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
    /// It is one of those for which the person is to be asked first.
    Sensitive,
    /// The frame shows a document of another origin than was meant.
    OtherOrigin,
    BadArguments,
    Failed,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KitText {
    pub text: String,
}

/// Comes with every question; a kit takes the first to heart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct JoinParams {
    /// The frame's numbers begin at `ordinal * NUMBERS_PER_FRAME + first`.
    pub ordinal: u32,
    /// 1, or behind the numbers of the tab's earlier pages, so that a stale one means nothing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub first: u32,
    /// Only a document of this origin may answer: for clients that may not be everywhere. It is checked
    /// in the frame itself, where nothing can come between the check and the act (TOCTOU).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub origin: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DocumentIdentity {
    pub url: String,
    /// As the browser has committed it: what is blank has that of whoever opened it. `null` where it is
    /// opaque.
    pub origin: String,
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
    /// It has asked to be closed, which the browser does a moment later.
    pub closing: bool,
}
