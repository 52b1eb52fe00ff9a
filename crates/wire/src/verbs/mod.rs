//! The verbs of browser control. A verb is declared once, by its row in [`for_each_verb!`], its
//! parameters and its result. The HTTP routes with their OpenAPI document, the client, the dispatch
//! by name, the groups of `--help`, the rules of agents' sessions and the permission that is asked
//! for follow from there.

use serde::{Serialize, de::DeserializeOwned};

mod params;
mod permission;
mod results;

pub use params::*;
pub use permission::{Permission, Scope};
pub use results::*;

use crate::address::NotAnAddress;
use crate::control::{Bookmark, BookmarkList, ClipboardText, Tab, TabList, VisitedList, ZoomState};
use crate::ids::TabId;
use crate::kit::{LinkList, Scrolled, TableList};
use crate::methods::{NoParams, NoResult};
use crate::policy::{Sensitivity, VerbKind};

/// Something that can be done with a browser.
pub trait Verb: 'static {
    const FACTS: VerbFacts;
    /// Its name on the command line and below `/api/v1`.
    const NAME: &'static str = Self::FACTS.name;
    type Params: VerbParams;
    type Result: VerbResult;
}

/// What is true of a verb whatever its parameters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerbFacts {
    /// Its name on the command line and below `/api/v1`.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    pub group: VerbGroup,
    /// What rules make of it.
    pub kind: VerbKind,
    /// What it is about, unless its parameters say otherwise.
    pub scope: Scope,
    /// It needs the one pointer and keyboard of its tab, and trusted input where that can be had.
    /// Calls that do take turns.
    pub uses_input: bool,
    /// What is always sensitive about it.
    pub sensitivity: Option<Sensitivity>,
}

/// Where `--help` lists a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerbGroup {
    Tabs,
    See,
    Act,
    Wait,
    Browser,
}

/// What a verb is told, which nearly always names a tab.
pub trait VerbParams: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    /// The fields that hold what is written into a page or onto the clipboard: of these the log tells only
    /// how long they are.
    const WRITTEN: &'static [&'static str] = &[];

    fn tab(&self) -> Option<TabId>;

    /// Tabs that it is about besides that one.
    fn more_tabs(&self) -> &[TabId] {
        &[]
    }

    /// Where it puts a file, if it says so.
    fn file_name(&self) -> Option<&str> {
        None
    }

    /// Says which tab is meant. What is for no tab leaves it.
    fn set_tab(&mut self, tab: TabId);

    /// What permission a call with these parameters asks for.
    fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
        Permission::of(verb)
    }

    /// Completes what a person may write short, so that the rules are asked about what is done.
    fn normalize(&mut self) -> Result<(), NotAnAddress> {
        Ok(())
    }

    /// Puts what it opens behind what the person does, into this tab group, unless it says
    /// otherwise itself.
    fn open_in_background(&mut self, _group: &str) {}

    /// Opens a tab instead of using the current one, for a client that has none yet. False where
    /// that cannot be.
    fn open_new_tab(&mut self) -> bool {
        false
    }
}

/// What a verb tells, with access to the parts that rules and sessions care about.
pub trait VerbResult: Serialize + DeserializeOwned + Send + 'static {
    /// Every tab that it tells of.
    fn for_each_tab(&mut self, _then: &mut dyn FnMut(&mut Tab)) {}

    /// Takes tabs out of a list of them.
    fn retain_tabs(&mut self, _keep: &dyn Fn(&Tab) -> bool) {}

    /// Takes out every address that is not to be told, and what is known of it.
    fn retain_addresses(&mut self, _may_see: &dyn Fn(&str) -> bool) {}

    /// What was done to a page, and what came of it.
    fn report(&mut self) -> Option<&mut Report> {
        None
    }

    /// The tab that has arrived somewhere; not one that was found where it was.
    fn visited(&self) -> Option<TabId> {
        None
    }

    /// Tabs that are gone now.
    fn closed(&self) -> &[TabId] {
        &[]
    }
}

/// Hands the table to another macro: name in Rust, name as a function, name outside, parameters,
/// result, and its facts in braces.
#[macro_export]
macro_rules! for_each_verb {
    ($then:path) => {
        $then! {
            Tabs, tabs, "tabs", TabsParams, TabList, { about: "List the tabs, or those that match some words", kind: Read, group: Tabs, scope: AllTabs, input: false, sensitivity: None };
            Open, open, "open", OpenParams, Visit, { about: "Open an address in a new tab, the current one, or one that shows it already", kind: Go, group: Tabs, scope: Page, input: false, sensitivity: None };
            Close, close, "close", CloseParams, Closed, { about: "Close a tab, or all of them", kind: Arrange, group: Tabs, scope: Page, input: false, sensitivity: None };
            Switch, switch, "switch", SwitchParams, Tab, { about: "Bring a tab to the front, by its ID or its title", kind: Arrange, group: Tabs, scope: Page, input: false, sensitivity: None };
            Group, group, "group", GroupVerbParams, TabList, { about: "Put tabs into a tab group, or remove them from it", kind: Arrange, group: Tabs, scope: Page, input: false, sensitivity: None };
            Window, window, "window", WindowParams, TabList, { about: "Move tabs into a new or another window", kind: Arrange, group: Tabs, scope: Page, input: false, sensitivity: None };
            Back, back, "back", HistoryVerbParams, Visit, { about: "Go back", kind: Go, group: Tabs, scope: Page, input: false, sensitivity: None };
            Forward, forward, "forward", HistoryVerbParams, Visit, { about: "Go forward", kind: Go, group: Tabs, scope: Page, input: false, sensitivity: None };
            Reload, reload, "reload", ReloadVerbParams, Visit, { about: "Load the page again", kind: Go, group: Tabs, scope: Page, input: false, sensitivity: None };
            TakePageSnapshot, snapshot, "snapshot", SnapshotParams, Snapshot, { about: "Show the page as text, with numbers for its elements", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Click, click, "click", ClickParams, Report, { about: "Click an element or a point", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Hover, hover, "hover", HoverParams, Report, { about: "Move the pointer over an element", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Type, type_text, "type", TypeParams, Report, { about: "Type text into a field instead of what is there, or into what has the focus", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Insert, insert_text, "insert", InsertParams, Report, { about: "Insert text as a paste would, into a field or what has the focus", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Clear, clear, "clear", TargetParams, Report, { about: "Empty a field", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Select, select, "select", SelectParams, Report, { about: "Choose options of a list or combobox by label", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Check, check, "check", CheckParams, Report, { about: "Check a checkbox, radio button or switch", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Press, press, "press", PressParams, Report, { about: "Press keys and key combinations", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Drag, drag, "drag", DragParams, Report, { about: "Drag an element onto another, or to a point", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Scroll, scroll, "scroll", ScrollVerbParams, Scrolled, { about: "Scroll the page, a container, or an element into view", kind: Read, group: Act, scope: Page, input: false, sensitivity: None };
            Follow, follow, "follow", FollowParams, Report, { about: "Follow a link by its text or its position", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Upload, upload, "upload", UploadParams, Report, { about: "Upload files to a file input or a drop zone", kind: Act, group: Act, scope: Page, input: true, sensitivity: Some(Upload) };
            DownloadFile, download, "download", DownloadVerbParams, Downloaded, { about: "Download an address, or the file behind a link or button", kind: Act, group: Act, scope: Page, input: false, sensitivity: Some(Download) };
            AnswerDialog, dialog, "dialog", DialogParams, Report, { about: "Answer the dialog of a page", kind: Act, group: Act, scope: Page, input: false, sensitivity: None };
            Wait, wait, "wait", WaitParams, WaitReport, { about: "Wait for the page to load, or for something to appear on it", kind: Read, group: Wait, scope: Page, input: false, sensitivity: None };
            Text, text, "text", TextParams, PageText, { about: "Show the text of the page", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Html, html, "html", HtmlParams, HtmlFragments, { about: "Show the HTML of the page or a part of it", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Markdown, markdown, "markdown", MarkdownParams, PageText, { about: "Show the page or its main content as Markdown", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Links, links, "links", LinksParams, LinkList, { about: "List the links of the page", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Tables, tables, "tables", TablesParams, TableList, { about: "List the tables of the page as rows", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            TakeScreenshot, screenshot, "screenshot", ScreenshotParams, Screenshot, { about: "Take a picture of the viewport, the whole page, or an element", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Pdf, pdf, "pdf", PdfParams, PdfFile, { about: "Save the page as a PDF", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Query, query, "query", QueryVerbParams, Found, { about: "Look up elements without acting on them", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Console, console, "console", ConsoleParams, ConsoleMessages, { about: "List the console messages and errors of the page", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Network, network, "network", NetworkParams, NetworkRequests, { about: "List the network requests of the page, or show one in full", kind: Read, group: See, scope: Page, input: false, sensitivity: None };
            Mouse, mouse, "mouse", MouseParams, NoResult, { about: "Move the mouse, press or release a button, or turn the wheel", kind: Act, group: Act, scope: Page, input: true, sensitivity: None };
            Eval, eval, "eval", EvalParams, EvalResult, { about: "Run JavaScript in the page and return its result", kind: Act, group: See, scope: Page, input: false, sensitivity: None };
            Emulate, emulate, "emulate", EmulateParams, Emulation, { about: "Show the page as on another device, in another colour scheme, or offline", kind: Arrange, group: Browser, scope: Page, input: false, sensitivity: None };
            Zoom, zoom, "zoom", ZoomVerbParams, ZoomState, { about: "Zoom the page in or out, or reset the zoom", kind: Arrange, group: Browser, scope: Page, input: false, sensitivity: None };
            ReadAloud, read_aloud, "read-aloud", ReadAloudParams, NoResult, { about: "Read the page or a text aloud", kind: Reach, group: Browser, scope: Page, input: false, sensitivity: None };
            Hush, hush, "hush", NoParams, NoResult, { about: "Stop reading aloud", kind: Reach, group: Browser, scope: Browser, input: false, sensitivity: None };
            FindPageBookmarks, bookmarks, "bookmarks", BookmarksParams, BookmarkList, { about: "Find bookmarks", kind: Reach, group: Browser, scope: Browser, input: false, sensitivity: None };
            FindVisitedPages, history, "history", VisitedParams, VisitedList, { about: "Find pages you have visited", kind: Reach, group: Browser, scope: Browser, input: false, sensitivity: None };
            AddPageBookmark, bookmark, "bookmark", BookmarkParams, Bookmark, { about: "Bookmark the page or an address", kind: Reach, group: Browser, scope: Page, input: false, sensitivity: None };
            Unbookmark, unbookmark, "unbookmark", UnbookmarkParams, NoResult, { about: "Remove a bookmark", kind: Reach, group: Browser, scope: Browser, input: false, sensitivity: None };
            SearchWeb, search_web, "search-web", SearchParams, Visit, { about: "Search the web with a search provider", kind: Go, group: Browser, scope: Page, input: false, sensitivity: None };
            SearchProviders, search_providers, "search-providers", SearchProvidersParams, SearchProviderList, { about: "List the search providers, choose the default, add or remove your own", kind: Reach, group: Browser, scope: Browser, input: false, sensitivity: None };
            Clipboard, clipboard, "clipboard", ClipboardParams, ClipboardText, { about: "Show the clipboard, or copy text to it", kind: Reach, group: Browser, scope: Page, input: false, sensitivity: None };
            Resume, resume, "resume", ResumeParams, NoResult, { about: "Allow a tab to be driven again after you pressed Stop", kind: Arrange, group: Browser, scope: Page, input: false, sensitivity: None };
        }
    };
}

macro_rules! verbs {
    ($($type:ident, $method:ident, $name:literal, $params:ty, $result:ty, {
        about: $about:literal, kind: $kind:ident, group: $group:ident, scope: $scope:ident,
        input: $input:literal, sensitivity: $sensitivity:expr
    };)*) => {
        $(
            #[doc = $about]
            #[derive(Debug)]
            pub struct $type;
            impl Verb for $type {
                const FACTS: VerbFacts = {
                    #[allow(unused_imports, reason = "few verbs are sensitive by themselves")]
                    use Sensitivity::{Download, Upload};
                    VerbFacts {
                        name: $name,
                        about: $about,
                        group: VerbGroup::$group,
                        kind: VerbKind::$kind,
                        scope: Scope::$scope,
                        uses_input: $input,
                        sensitivity: $sensitivity,
                    }
                };
                type Params = $params;
                type Result = $result;
            }
        )*

        /// The facts of every verb, in the order of `--help`.
        pub const VERBS: &[VerbFacts] = &[$($type::FACTS),*];
    };
}
for_each_verb!(verbs);

/// A verb's facts by its name outside.
#[must_use]
pub fn facts(name: &str) -> Option<&'static VerbFacts> {
    VERBS.iter().find(|verb| verb.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_verb_has_all_its_facts() {
        let mut names = BTreeSet::new();
        for verb in VERBS {
            let VerbFacts { name, about, kind, scope, uses_input, sensitivity, .. } = *verb;
            assert!(names.insert(name), "two verbs are called {name}");
            let plain = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(!name.is_empty() && name.chars().all(plain), "{name} is no name");
            let sentence = about.starts_with(|c: char| c.is_ascii_uppercase());
            assert!(sentence && !about.ends_with('.'), "{name}: {about}");
            assert!(about.len() <= 80, "{name}: its help is longer than a line");
            // Only what acts on a page has a pointer, a keyboard, or files to give.
            if uses_input || sensitivity.is_some() {
                assert_eq!((kind, scope), (VerbKind::Act, Scope::Page), "{name}");
            }
            if scope == Scope::Browser {
                assert!(matches!(kind, VerbKind::Reach | VerbKind::Read), "{name}: {kind:?}");
            }
            assert_eq!(facts(name), Some(verb));
        }
    }
}
