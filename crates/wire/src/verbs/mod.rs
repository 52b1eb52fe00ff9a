//! The verbs of browser control: one table, from which the trait, the addresses at `/api/v1`, the
//! OpenAPI document and the client are made. A verb has one name everywhere.

use serde::{Serialize, de::DeserializeOwned};

mod params;
mod results;

pub use params::*;
pub use results::*;

use crate::control::{Bookmark, BookmarkList, ClipboardText, Tab, TabList, VisitedList, ZoomState};
use crate::ids::TabId;
use crate::kit::{LinkList, Scrolled, TableList};
use crate::methods::{NoParams, NoResult};
use crate::policy::VerbKind;

/// Something that can be done with a browser.
pub trait Verb {
    /// Its name on the command line and below `/api/v1`.
    const NAME: &'static str;
    /// What rules make of it.
    const KIND: VerbKind;
    type Params: VerbParams;
    type Result: Serialize + DeserializeOwned + Send + 'static;
}

/// What a verb is told, which nearly always names a tab.
pub trait VerbParams: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    fn tab(&self) -> Option<TabId>;
    /// Says which tab is meant. What is for no tab leaves it.
    fn set_tab(&mut self, tab: TabId);
}

/// Hands the table to another macro: name in Rust, method, name outside, kind, what it does, parameters
/// and result.
#[macro_export]
macro_rules! for_each_verb {
    ($then:path) => {
        $then! {
            Tabs, tabs, "tabs", Read, "List the tabs, or those about something", TabsParams, TabList;
            Open, open, "open", Go, "Open an address in a new tab, this one, or the one that shows it", OpenParams, Visit;
            Close, close, "close", Arrange, "Close a tab, or all of them", CloseParams, Closed;
            Switch, switch, "switch", Arrange, "Bring a tab to the front", SwitchParams, Tab;
            Group, group, "group", Arrange, "Put tabs into a tab group, or out of theirs", GroupVerbParams, TabList;
            Window, window, "window", Arrange, "Move tabs into a window of their own, or another", WindowParams, TabList;
            Back, back, "back", Go, "Go back", HistoryVerbParams, Visit;
            Forward, forward, "forward", Go, "Go forward", HistoryVerbParams, Visit;
            Reload, reload, "reload", Go, "Load the page anew", ReloadVerbParams, Visit;
            TakePageSnapshot, snapshot, "snapshot", Read, "The page as an agent should read it, its elements numbered", SnapshotParams, Snapshot;
            Click, click, "click", Act, "Click an element or a point", ClickParams, Report;
            Hover, hover, "hover", Act, "Move the pointer over an element", HoverParams, Report;
            Type, type_text, "type", Act, "Type text into a field", TypeParams, Report;
            Clear, clear, "clear", Act, "Empty a field", TargetParams, Report;
            Select, select, "select", Act, "Choose options of a select or a combobox by label", SelectParams, Report;
            Check, check, "check", Act, "Tick a checkbox, radio button or switch, or untick it", CheckParams, Report;
            Press, press, "press", Act, "Press keys and chords", PressParams, Report;
            Drag, drag, "drag", Act, "Drag an element onto another, or to a point", DragParams, Report;
            Scroll, scroll, "scroll", Read, "Scroll the page or the container of an element", ScrollVerbParams, Scrolled;
            Follow, follow, "follow", Act, "Follow a link by its text or its position", FollowParams, Report;
            Upload, upload, "upload", Act, "Give files to a file input or a drop zone", UploadParams, Report;
            DownloadFile, download, "download", Act, "Download an address, or what a click downloads", DownloadVerbParams, Downloaded;
            AnswerDialog, dialog, "dialog", Act, "Answer the dialog that a page shows", DialogParams, Report;
            Wait, wait, "wait", Read, "Wait for a page to load or come to rest, or for something in it", WaitParams, WaitReport;
            Text, text, "text", Read, "What a person would read", TextParams, PageText;
            Html, html, "html", Read, "The markup of the page or a part, whole or only what carries knowledge", HtmlParams, HtmlFragments;
            Markdown, markdown, "markdown", Read, "The page or its main content as Markdown", MarkdownParams, PageText;
            Links, links, "links", Read, "The links of the page", LinksParams, LinkList;
            Tables, tables, "tables", Read, "The tables of the page as rows", TablesParams, TableList;
            TakeScreenshot, screenshot, "screenshot", Read, "A picture of the page, of all of it, or of an element", ScreenshotParams, Screenshot;
            Pdf, pdf, "pdf", Read, "The page as a PDF", PdfParams, PdfFile;
            Query, query, "query", Read, "Look elements up, without acting on them", QueryVerbParams, Found;
            Console, console, "console", Read, "What the page wrote to its console, and its errors", ConsoleParams, ConsoleMessages;
            Network, network, "network", Read, "Requests of the page and what came of them", NetworkParams, NetworkRequests;
            Mouse, mouse, "mouse", Act, "Move the mouse to a point, press or release a button, turn the wheel", MouseParams, NoResult;
            Eval, eval, "eval", Act, "Run JavaScript in the page", EvalParams, EvalResult;
            Zoom, zoom, "zoom", Arrange, "Zoom the page in, out, or back", ZoomVerbParams, ZoomState;
            ReadAloud, read_aloud, "read-aloud", Reach, "Read the page or a text aloud", ReadAloudParams, NoResult;
            Hush, hush, "hush", Reach, "Stop reading aloud", NoParams, NoResult;
            FindPageBookmarks, bookmarks, "bookmarks", Reach, "Find bookmarks", BookmarksParams, BookmarkList;
            FindVisitedPages, history, "history", Reach, "Find pages that were visited", VisitedParams, VisitedList;
            AddPageBookmark, bookmark, "bookmark", Reach, "Bookmark the page or an address", BookmarkParams, Bookmark;
            Unbookmark, unbookmark, "unbookmark", Reach, "Remove a bookmark", UnbookmarkParams, NoResult;
            Search, search, "search", Go, "Search the web with a search provider", SearchParams, Visit;
            SearchProviders, search_providers, "search-providers", Reach, "List the search providers, or choose the default", SearchProvidersParams, SearchProviderList;
            Clipboard, clipboard, "clipboard", Reach, "Read the clipboard, or put text on it", ClipboardParams, ClipboardText;
            Resume, resume, "resume", Arrange, "Let a tab be driven again that the person has stopped", TabOnlyParams, NoResult;
        }
    };
}

macro_rules! verbs {
    ($($type:ident, $method:ident, $name:literal, $kind:ident, $about:literal, $params:ty, $result:ty;)*) => {
        $(
            #[doc = $about]
            #[derive(Debug)]
            pub struct $type;
            impl Verb for $type {
                const NAME: &'static str = $name;
                const KIND: VerbKind = VerbKind::$kind;
                type Params = $params;
                type Result = $result;
            }
        )*
    };
}
for_each_verb!(verbs);
