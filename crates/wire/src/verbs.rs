//! The verbs of browser control: one table, from which the trait, the addresses at `/api/v1`, the
//! OpenAPI document and the client are made. A verb has one name everywhere.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::control::{
    Bookmark, BookmarkList, ClipboardText, DownloadNotice, Tab, TabList, ZoomState,
};
use crate::ids::TabId;
use crate::kit::{
    Compression, ElementFacts, ElementState, LinkList, Mark, Modifier, MouseButton, ScrollMotion,
    ScrollState, Scrolled, SnapshotMode, TableList,
};
use crate::methods::{NoParams, NoResult};
use crate::target::{Point, Target};

/// Something that can be done with a browser.
pub trait Verb {
    /// Its name on the command line and below `/api/v1`.
    const NAME: &'static str;
    type Params: Serialize + DeserializeOwned + Send;
    type Result: Serialize + DeserializeOwned + Send;
}

/// Hands the table to another macro: name in Rust, method, name outside, what it does, parameters
/// and result.
#[macro_export]
macro_rules! for_each_verb {
    ($then:path) => {
        $then! {
            Tabs, tabs, "tabs", "List the tabs, or those about something", TabsParams, TabList;
            Open, open, "open", "Open an address in a new tab, this one, or the one that shows it", OpenParams, Visit;
            Close, close, "close", "Close a tab, or all of them", CloseParams, Closed;
            Switch, switch, "switch", "Bring a tab to the front", SwitchParams, Tab;
            Group, group, "group", "Put tabs into a tab group, or out of theirs", GroupVerbParams, TabList;
            Window, window, "window", "Move tabs into a window of their own, or another", WindowParams, TabList;
            Back, back, "back", "Go back", HistoryVerbParams, Visit;
            Forward, forward, "forward", "Go forward", HistoryVerbParams, Visit;
            Reload, reload, "reload", "Load the page anew", ReloadVerbParams, Visit;
            TakePageSnapshot, snapshot, "snapshot", "The page as an agent should read it, its elements numbered", SnapshotParams, Snapshot;
            Click, click, "click", "Click an element or a point", ClickParams, Report;
            Hover, hover, "hover", "Move the pointer over an element", HoverParams, Report;
            Type, type_text, "type", "Type text into a field", TypeParams, Report;
            Clear, clear, "clear", "Empty a field", TargetParams, Report;
            Select, select, "select", "Choose options of a select or a combobox by label", SelectParams, Report;
            Check, check, "check", "Tick a checkbox, radio button or switch, or untick it", CheckParams, Report;
            Press, press, "press", "Press keys and chords", PressParams, Report;
            Drag, drag, "drag", "Drag an element onto another, or to a point", DragParams, Report;
            Scroll, scroll, "scroll", "Scroll the page or the container of an element", ScrollVerbParams, Scrolled;
            Follow, follow, "follow", "Follow a link by its text or its position", FollowParams, Report;
            Upload, upload, "upload", "Give files to a file input or a drop zone", UploadParams, Report;
            DownloadFile, download, "download", "Download an address, or what a click downloads", DownloadVerbParams, Downloaded;
            AnswerDialog, dialog, "dialog", "Answer the dialog that a page shows", DialogParams, Report;
            Wait, wait, "wait", "Wait for a page to load or come to rest, or for something in it", WaitParams, WaitReport;
            Text, text, "text", "What a person would read", TextParams, PageText;
            Html, html, "html", "The markup of the page or a part, whole or only what carries knowledge", HtmlParams, HtmlFragments;
            Markdown, markdown, "markdown", "The page or its main content as Markdown", MarkdownParams, PageText;
            Links, links, "links", "The links of the page", LinksParams, LinkList;
            Tables, tables, "tables", "The tables of the page as rows", TablesParams, TableList;
            TakeScreenshot, screenshot, "screenshot", "A picture of the page, of all of it, or of an element", ScreenshotParams, Screenshot;
            Pdf, pdf, "pdf", "The page as a PDF", PdfParams, PdfFile;
            Eval, eval, "eval", "Run JavaScript in the page", EvalParams, EvalResult;
            Zoom, zoom, "zoom", "Zoom the page in, out, or back", ZoomVerbParams, ZoomState;
            ReadAloud, read_aloud, "read-aloud", "Read the page or a text aloud", ReadAloudParams, NoResult;
            Hush, hush, "hush", "Stop reading aloud", NoParams, NoResult;
            FindPageBookmarks, bookmarks, "bookmarks", "Find bookmarks", BookmarksParams, BookmarkList;
            AddPageBookmark, bookmark, "bookmark", "Bookmark the page or an address", BookmarkParams, Bookmark;
            Unbookmark, unbookmark, "unbookmark", "Remove a bookmark", UnbookmarkParams, NoResult;
            Search, search, "search", "Search the web with a search provider", SearchParams, Visit;
            SearchProviders, search_providers, "search-providers", "List the search providers, or choose the default", SearchProvidersParams, SearchProviderList;
            Clipboard, clipboard, "clipboard", "Read the clipboard, or put text on it", ClipboardParams, ClipboardText;
            Resume, resume, "resume", "Let a tab be driven again that the person has stopped", TabOnlyParams, NoResult;
        }
    };
}

macro_rules! verbs {
    ($($type:ident, $method:ident, $name:literal, $about:literal, $params:ty, $result:ty;)*) => {
        $(
            #[doc = $about]
            #[derive(Debug)]
            pub struct $type;
            impl Verb for $type {
                const NAME: &'static str = $name;
                type Params = $params;
                type Result = $result;
            }
        )*
    };
}
for_each_verb!(verbs);

macro_rules! message {
    ($($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            #[serde(rename_all = "camelCase")]
            pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }
        )*
    };
}

macro_rules! params {
    ($($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            pub struct $name {
                /// The tab; without one, the one in front.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub tab: Option<TabId>,
                $($(#[$field_meta])* pub $field: $type,)*
            }
        )*
    };
}

/// How input reaches a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum InputWay {
    /// By the debugger where that is attached or allowed, else synthesised.
    #[default]
    Auto,
    /// Like a person's own, by the debugger.
    Trusted,
    /// By events that the page kit makes.
    Synthesised,
}

/// What was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum InputKind {
    Trusted,
    Synthesised,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum OpenIn {
    #[default]
    New,
    /// The tab that is meant.
    Current,
    /// A tab that shows the address already, else a new one.
    Existing,
    /// A new window.
    Window,
}

params! {
    TabsParams {
        /// Only those that fit these words, the best first: "the tab about trains".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    }
    OpenParams {
        /// An address; `https://` may be left out.
        url: String,
        #[serde(default)]
        r#in: OpenIn,
        /// Do not bring it to the front.
        #[serde(default)]
        background: bool,
        /// The tab group that a new tab goes into.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    CloseParams {
        /// Every tab; an empty one is left.
        #[serde(default)]
        all: bool,
    }
    SwitchParams {
        /// Words that fit its title or address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    }
    GroupVerbParams {
        /// These tabs, besides `tab`.
        #[serde(default)]
        tabs: Vec<TabId>,
        /// The group's title; without one, they leave their group.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    }
    WindowParams {
        #[serde(default)]
        tabs: Vec<TabId>,
        /// An open window; without one, a new window.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<i32>,
    }
    HistoryVerbParams {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    ReloadVerbParams {
        #[serde(default)]
        bypass_cache: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    TabOnlyParams {}
    SnapshotParams {
        #[serde(default)]
        mode: SnapshotMode,
        /// The text is never longer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_chars: Option<u32>,
        /// Only what changed since the snapshot with this id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u32>,
        /// Only what is inside the element with this number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<u32>,
    }
    ClickParams {
        target: Target,
        /// The frame to look in, by its number; numbers know their frame.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        /// A point of the element, from its top left corner.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Point>,
        #[serde(default)]
        button: MouseButton,
        /// 2 is a double click.
        #[serde(default = "once")]
        count: u32,
        #[serde(default)]
        hold_ms: u32,
        #[serde(default)]
        modifiers: Vec<Modifier>,
        /// Do it even if the element is covered, disabled or moving.
        #[serde(default)]
        force: bool,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    HoverParams {
        target: Target,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Point>,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    TypeParams {
        target: Target,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        /// Put it behind what the field holds, instead of in its place.
        #[serde(default)]
        append: bool,
        /// Press Enter after it.
        #[serde(default)]
        submit: bool,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    TargetParams {
        target: Target,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    SelectParams {
        target: Target,
        /// Labels or values: these, and no others.
        options: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    CheckParams {
        target: Target,
        /// False unticks.
        #[serde(default = "yes")]
        on: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    PressParams {
        /// One after the other: `Enter`, `Control+a`, `Shift+Tab`.
        keys: Vec<String>,
        /// What gets the focus first; without one, whatever has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    DragParams {
        from: Target,
        to: Target,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from_at: Option<Point>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_at: Option<Point>,
        /// Places of the view to pass on the way, as for drawing.
        #[serde(default)]
        via: Vec<Point>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    ScrollVerbParams {
        /// Its container scrolls; without one, the page or its main container.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        motion: ScrollMotion,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    FollowParams {
        /// What the link says, whole or in part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Its place among the page's links, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<u32>,
        #[serde(default)]
        new_tab: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    UploadParams {
        target: Target,
        /// Paths on the daemon's machine.
        files: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default)]
        input: InputWay,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    DownloadVerbParams {
        /// An address, fetched with the browser's cookies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        /// Or what to click.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        /// Where to put it: a file, or a folder that is there. Without it, where the browser does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    DialogParams {
        /// False is Cancel.
        #[serde(default = "yes")]
        accept: bool,
        /// What to answer a prompt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    }
    WaitParams {
        r#for: WaitFor,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    TextParams {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_chars: Option<u32>,
    }
    HtmlParams {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default)]
        compression: Compression,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_chars: Option<u32>,
    }
    MarkdownParams {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        /// Only the main content.
        #[serde(default)]
        main: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_chars: Option<u32>,
    }
    LinksParams {
        /// The best fitting first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<u32>,
    }
    TablesParams {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_rows: Option<u32>,
    }
    ScreenshotParams {
        /// Only this element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        /// The whole page, not only what is in view.
        #[serde(default)]
        full: bool,
        /// Draw the numbers of the elements on it.
        #[serde(default)]
        marks: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    PdfParams {
        #[serde(default)]
        landscape: bool,
        /// With colours and pictures behind the text.
        #[serde(default)]
        background: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    EvalParams {
        /// An expression, or the body of an async function with `return`.
        script: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    ZoomVerbParams {
        to: ZoomTo,
    }
    ReadAloudParams {
        /// This, instead of the page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lang: Option<String>,
    }
    BookmarksParams {
        #[serde(default)]
        query: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<u32>,
    }
    BookmarkParams {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        folder: Option<String>,
    }
    UnbookmarkParams {
        /// A bookmark's id.
        id: String,
    }
    SearchParams {
        query: String,
        /// A provider by name; without one, the default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        provider: Option<String>,
        #[serde(default)]
        r#in: OpenIn,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u32>,
    }
    SearchProvidersParams {
        /// The default from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choose: Option<String>,
    }
    ClipboardParams {
        /// Put this on it; without it, read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        write: Option<String>,
    }
}

/// What to wait for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WaitFor {
    /// All of the page is there.
    Load,
    /// No request is under way and nothing changes, for half a second.
    Idle,
    /// The page answers to input.
    Interaction,
    Element {
        target: Target,
        #[serde(default)]
        state: ElementState,
    },
    Text {
        text: String,
        #[serde(default)]
        gone: bool,
    },
    /// The address contains this, or fits it where it has `*`.
    Url { url: String },
    /// An expression in the page becomes true.
    Function { script: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum ZoomTo {
    In,
    Out,
    Reset,
    /// Per cent.
    Percent(f64),
}

message! {
    /// Where a tab has arrived.
    Visit {
        tab: TabId,
        url: String,
        title: String,
        /// False when it was still loading at the deadline.
        loaded: bool,
    }
    Closed {
        tabs: Vec<TabId>,
    }
    Snapshot {
        /// For a later `since`.
        id: u32,
        tab: TabId,
        url: String,
        title: String,
        text: String,
        /// The text tells only what changed.
        is_diff: bool,
        /// Interactive elements found, and how many of them the text leaves out.
        interactive: u32,
        left_out: u32,
        scroll: ScrollState,
    }
    /// What was done, and what came of it.
    Report {
        tab: TabId,
        /// In words.
        did: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        element: Option<ElementFacts>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<InputKind>,
        changes: Changes,
    }
    DialogInfo {
        /// `alert`, `confirm`, `prompt` or `beforeunload`.
        kind: String,
        message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default_text: Option<String>,
    }
    Downloaded {
        download: DownloadNotice,
        /// Where it lies now.
        path: String,
    }
    WaitReport {
        tab: TabId,
        waited_ms: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        element: Option<ElementFacts>,
        url: String,
    }
    PageText {
        tab: TabId,
        url: String,
        title: String,
        text: String,
    }
    HtmlFragment {
        /// The number of the frame it is from; none for the main one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u32>,
        url: String,
        html: String,
    }
    HtmlFragments {
        tab: TabId,
        title: String,
        fragments: Vec<HtmlFragment>,
    }
    Screenshot {
        tab: TabId,
        /// A PNG.
        base64: String,
        width: u32,
        height: u32,
        /// The marks drawn on it, in pixels of the page.
        marks: Vec<Mark>,
    }
    PdfFile {
        tab: TabId,
        base64: String,
    }
    SearchProvider {
        name: String,
        /// With `{query}` where the words go.
        url: String,
        is_default: bool,
    }
    SearchProviderList {
        providers: Vec<SearchProvider>,
    }
}

/// What an action changed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    /// Where the tab went.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub navigation: Option<Visit>,
    /// The address within the same page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_tabs: Vec<Tab>,
    /// A dialog is open, and the page waits for its answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogInfo>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub downloads: Vec<DownloadNotice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focused: Option<ElementFacts>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub appeared: Vec<String>,
    /// More appeared than is told.
    #[serde(default)]
    pub appeared_count: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disappeared: Vec<String>,
    /// Nothing changed that could be seen.
    #[serde(default)]
    pub nothing: bool,
}

/// What a script returned, as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EvalResult {
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub value: Box<RawValue>,
}

fn once() -> u32 {
    1
}

fn yes() -> bool {
    true
}
