//! What a browser must offer to be driven. Two things offer it: the extension in the person's
//! browser, and CDP to one that was started for it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::value::RawValue;
use tabwright_wire::{
    AddBookmarkParams, Bookmark, BookmarkList, CdpError, DownloadNotice, FindBookmarksParams,
    FindVisitsParams, JoinParams, KitReply, NavigationNotice, SpeakParams, Tab, TabId, VisitedList,
    verbs::{ConsoleMessage, DialogInfo, NetworkRequest},
};
use tokio::sync::broadcast;

use crate::error::ControlError;

/// Events that a slow listener may be behind.
const EVENTS_MAX: usize = 4_096;

pub(crate) type Result<T, E = ControlError> = std::result::Result<T, E>;

/// A frame of a page, by its backend's own name for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FrameId(pub String);

#[derive(Debug, Clone)]
pub struct Frame {
    pub id: FrameId,
    /// None for the main frame.
    pub parent: Option<FrameId>,
    /// Another with every navigation.
    pub document: String,
    pub url: String,
}

/// A question for the page kit of a frame.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    pub name: &'static str,
    pub params: &'a RawValue,
    pub join: JoinParams,
    pub deadline: Duration,
}

#[derive(Debug, Clone, Default)]
pub struct NewTab {
    pub url: String,
    pub background: bool,
    pub new_window: bool,
    pub group: Option<String>,
}

/// What happens in a browser, wherever we learn it from.
#[derive(Debug, Clone)]
pub enum BrowserEvent {
    TabOpened {
        tab: TabId,
        opener: Option<TabId>,
    },
    TabClosed {
        tab: TabId,
    },
    Navigation(NavigationNotice),
    /// A page is going to open a tab: it will be told by `TabOpened`.
    TabExpected {
        opener: TabId,
    },
    DialogOpened {
        tab: TabId,
        dialog: DialogInfo,
    },
    DialogClosed {
        tab: TabId,
    },
    /// The process of the tab's page has ended. Nothing in it answers until it is loaded again.
    Crashed {
        tab: TabId,
    },
    Download(DownloadNotice),
    /// Requests of the tab's page began or ended, where that is listened to.
    Requests {
        tab: TabId,
    },
    /// The browser would drag this now, and leaves it to us.
    DragIntercepted {
        tab: TabId,
        data: Arc<RawValue>,
    },
    /// The person looks at this tab now, or at none of this browser's.
    Focus(Option<TabId>),
    /// The person pressed Stop in this tab.
    Stopped {
        tab: TabId,
    },
}

impl BrowserEvent {
    /// Where they are told of.
    #[must_use]
    pub fn channel() -> broadcast::Sender<Self> {
        broadcast::channel(EVENTS_MAX).0
    }

    /// The tab that it is about, where it is about one.
    #[must_use]
    pub fn tab(&self) -> Option<TabId> {
        match self {
            Self::TabOpened { tab, .. }
            | Self::TabClosed { tab }
            | Self::DialogOpened { tab, .. }
            | Self::DialogClosed { tab }
            | Self::Crashed { tab }
            | Self::Requests { tab }
            | Self::DragIntercepted { tab, .. }
            | Self::Stopped { tab } => Some(*tab),
            Self::Navigation(notice) => Some(notice.tab),
            Self::Download(notice) => notice.tabs.first().copied(),
            Self::TabExpected { opener } => Some(*opener),
            Self::Focus(tab) => *tab,
        }
    }
}

/// The moment from which on a tab has not changed: the same while it is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unchanged(pub(crate) u64);

/// May the debugger be attached for this?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attach {
    /// Only if it is already.
    No,
    Yes,
}

#[async_trait]
pub trait BrowserBackend: std::fmt::Debug + Send + Sync {
    fn events(&self) -> broadcast::Receiver<BrowserEvent>;

    async fn tabs(&self) -> Result<Vec<Tab>>;
    /// A tab as it is now: the one named, or the one in front. None where it is not there, or where
    /// only the list could tell which is in front.
    async fn tab(&self, wanted: Option<TabId>) -> Result<Option<Tab>>;
    /// A tab as the browser last told of it, if it has not said since that it changed.
    async fn known_tab(&self, tab: TabId) -> Result<Option<Tab>> {
        self.tab(Some(tab)).await
    }
    /// The tab that the person looks at; none where no window of this browser has the focus.
    async fn looked_at(&self) -> Result<Option<TabId>>;
    /// Since when a tab is known to be and to have the frames that it has. None where it may have changed.
    fn unchanged(&self, _tab: TabId) -> Option<Unchanged> {
        None
    }
    /// Whether a new tab must be opened empty and then sent somewhere, or its journey could be missed.
    fn opens_empty(&self) -> bool;
    async fn open_tab(&self, new: NewTab) -> Result<TabId>;
    async fn close_tab(&self, tab: TabId) -> Result<()>;
    async fn activate_tab(&self, tab: TabId) -> Result<()>;
    /// A tab behind others draws and runs as if it were in front, or not any more. False where the debugger
    /// would be needed and is not there.
    async fn emulate_focus(&self, tab: TabId, on: bool, attach: Attach) -> Result<bool>;
    async fn group_tabs(&self, tabs: &[TabId], title: Option<&str>) -> Result<()>;
    async fn move_tabs(&self, tabs: &[TabId], window: Option<i32>) -> Result<()>;
    async fn navigate(&self, tab: TabId, url: &str) -> Result<()>;
    async fn go_in_history(&self, tab: TabId, delta: i32) -> Result<()>;
    async fn reload(&self, tab: TabId, bypass_cache: bool) -> Result<()>;

    /// The main frame first.
    async fn frames(&self, tab: TabId) -> Result<Vec<Frame>>;
    /// Asks the kit of a frame, which is put there when it is missing.
    async fn ask_kit(
        &self,
        tab: TabId,
        frame: &FrameId,
        question: Question<'_>,
    ) -> Result<KitReply>;
    /// The main frame's name, known without asking.
    fn main_frame(&self, tab: TabId) -> Result<FrameId>;

    /// The tab's debugger. None where it is not attached and may not be.
    async fn debugger(&self, tab: TabId, attach: Attach) -> Result<Option<Arc<dyn Debugger>>>;
    /// The dialog that holds the tab up, if we know of one.
    fn dialog(&self, tab: TabId) -> Option<DialogInfo>;
    /// Whether the tab's page has crashed, as far as we know.
    fn has_crashed(&self, tab: TabId) -> bool;

    /// Without the debugger: in the page's own world, as an async function's body.
    async fn run_script(&self, tab: TabId, frame: &FrameId, code: &str) -> Result<Box<RawValue>>;
    /// Without the debugger: a PNG of what a tab in front shows.
    async fn capture(&self, tab: TabId) -> Result<Vec<u8>>;
    async fn zoom(&self, tab: TabId, factor: Option<f64>) -> Result<f64>;
    async fn speak(&self, tab: Option<TabId>, params: SpeakParams) -> Result<()>;
    async fn stop_speaking(&self) -> Result<()>;
    async fn find_visits(&self, params: FindVisitsParams) -> Result<VisitedList>;
    async fn find_bookmarks(&self, params: FindBookmarksParams) -> Result<BookmarkList>;
    async fn add_bookmark(&self, params: AddBookmarkParams) -> Result<Bookmark>;
    async fn remove_bookmark(&self, id: String) -> Result<()>;
    async fn read_clipboard(&self, tab: Option<TabId>) -> Result<String>;
    async fn write_clipboard(&self, tab: Option<TabId>, text: String) -> Result<()>;
    /// Begins it; `BrowserEvent::Download` tells how it goes. Its id.
    async fn start_download(&self, tab: Option<TabId>, url: &str) -> Result<i32>;
    /// Lets it wait, where the browser can; one that has ended already is left as it is.
    async fn hold_download(&self, id: i32) -> Result<()>;
    /// Goes on with it, or does away with it and with what has come of it.
    async fn settle_download(&self, id: i32, keep: bool) -> Result<()>;
}

/// What was kept of a tab's console.
#[derive(Debug, Clone)]
pub struct ConsoleLog {
    /// The oldest first.
    pub messages: Vec<ConsoleMessage>,
    /// How many came and are not kept.
    pub dropped: u32,
    /// The page wrote so much that it is not listened to for now.
    pub muted: bool,
}

/// Chrome's debugger on one tab.
#[async_trait]
pub trait Debugger: std::fmt::Debug + Send + Sync {
    /// Sends a command to the tab. It is on its way when this returns.
    fn send(
        &self,
        method: &str,
        params: &serde_json::Value,
    ) -> futures_util::future::BoxFuture<'static, Result<Box<RawValue>, CdpError>>;

    /// Does whoever passes commands on see to it that a tab which nobody sees gives its picture, too?
    fn paints_hidden_tabs(&self) -> bool;

    /// How many requests of the page are under way, of those that are captured.
    fn requests(&self) -> usize;

    /// Keeps from now on what the page writes to its console. True if that was not kept before.
    async fn capture_console(&self) -> Result<bool>;
    /// Likewise its requests; with `bodies`, Chrome keeps what they are answered, too.
    async fn capture_requests(&self, bodies: bool) -> Result<bool>;
    /// What was kept of the console.
    fn console_log(&self) -> Result<ConsoleLog>;
    fn network_requests(&self) -> Result<Vec<NetworkRequest>>;
    /// One of them with its details, each body no longer than so.
    async fn network_request(
        &self,
        number: u32,
        chars_max: usize,
    ) -> Result<Option<NetworkRequest>>;

    /// Runs an expression in the page's own world of a frame. A debugger may know frames by other
    /// names than the backend, but every kit knows its ordinal.
    async fn evaluate(
        &self,
        frame: &FrameId,
        ordinal: u32,
        expression: &str,
        deadline: Duration,
    ) -> Result<Box<RawValue>>;

    /// Runs statements as the browser's console does: `await` may stand outside of functions, and what the last
    /// one gives is the result, waited for where it is a promise.
    async fn evaluate_as_console(
        &self,
        frame: &FrameId,
        ordinal: u32,
        statements: &str,
        deadline: Duration,
    ) -> Result<Box<RawValue>>;

    /// Gives files to the element with that number in the frame's kit.
    async fn set_files(
        &self,
        frame: &FrameId,
        ordinal: u32,
        number: u32,
        files: &[String],
    ) -> Result<()>;
}
