//! A connected client: its name, its queue, and what it asked for on the browser as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::value::RawValue;
use tabwright_wire::{PermissionParams, TabId};
use tokio::sync::mpsc;

use crate::browser_trace::Trace;
use crate::downloads::DownloadBehavior;
use crate::inbox::Held;
use crate::pipe_client::PipeClient;
use crate::sessions::SessionId;

/// A client that has this much waiting does not read, and is let go.
const QUEUE_BYTES_MAX: usize = 192 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientId(pub u32);

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) name: String,
    pub(crate) ours: bool,
    pub(crate) since: Instant,
    queue: Queue,
    /// `Target.setAutoAttach` on the browser, and its parameters.
    pub(crate) auto_attach: Option<TargetKinds>,
    pub(crate) auto_attach_params: Option<Box<RawValue>>,
    /// It asked there for new pages to wait until it lets them run.
    pub(crate) holds_pages: bool,
    /// `Target.setDiscoverTargets`, on the connection itself or on a browser session.
    pub(crate) discover: BTreeMap<Option<SessionId>, TargetKinds>,
    /// `Browser.setDownloadBehavior`.
    pub(crate) downloads: Option<DownloadBehavior>,
    /// `Browser.grantPermissions` and its kin.
    pub(crate) permissions: Vec<PermissionParams>,
    /// Where its browser-wide trace is taken.
    pub(crate) trace: Option<Trace>,
    /// What it has behind the debugging pipe.
    pub(crate) pipe_client: Option<PipeClient>,
    /// Its command that the gate has not decided about yet.
    pub(crate) held: Option<Held>,
    /// Set for a client that wants to see no tabs but its own.
    pub(crate) own_tabs: Option<OwnTabs>,
}

/// A client as it introduces itself.
#[derive(Debug, Clone, Default)]
pub struct Introduction {
    pub name: String,
    /// It wants to see no tabs but those in a tab group with its name.
    pub own_tabs: bool,
    /// It is the daemon itself: not counted, not shown to people, and not put to the gate, where the
    /// daemon has been already.
    pub ours: bool,
}

/// The tabs in a client's group are its own, as the person sees them; popups of theirs, which
/// Chrome puts into no group, are too.
#[derive(Debug)]
pub(crate) struct OwnTabs {
    pub(crate) group: String,
    pub(crate) popups: BTreeSet<TabId>,
}

/// Which kinds of targets a client wants to hear of. A tab is a target that holds its page:
/// Puppeteer asks for tabs, Playwright for pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TargetKinds {
    pub(crate) pages: bool,
    pub(crate) tabs: bool,
    pub(crate) workers: bool,
    pub(crate) service_workers: bool,
    pub(crate) browser: bool,
}

#[derive(Debug)]
struct Queue {
    frames: mpsc::UnboundedSender<String>,
    bytes: Arc<AtomicUsize>,
}

/// The transport's end of a client: what to write to it, in order.
#[derive(Debug)]
pub struct ClientOutbox {
    frames: mpsc::UnboundedReceiver<String>,
    bytes: Arc<AtomicUsize>,
}

impl ClientOutbox {
    /// The next frame; `None` when the relay has let the client go.
    pub async fn next(&mut self) -> Option<String> {
        let frame = self.frames.recv().await?;
        self.bytes.fetch_sub(frame.len(), Ordering::Relaxed);
        Some(frame)
    }

    /// A frame that waits already.
    pub fn next_now(&mut self) -> Option<String> {
        let frame = self.frames.try_recv().ok()?;
        self.bytes.fetch_sub(frame.len(), Ordering::Relaxed);
        Some(frame)
    }
}

impl Client {
    pub(crate) fn new(introduction: Introduction) -> (Self, ClientOutbox) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let bytes = Arc::new(AtomicUsize::new(0));
        let queue = Queue { frames: sender, bytes: Arc::clone(&bytes) };
        let own_tabs = introduction
            .own_tabs
            .then(|| OwnTabs { group: introduction.name.clone(), popups: BTreeSet::new() });
        let client = Self {
            name: introduction.name,
            ours: introduction.ours,
            since: Instant::now(),
            queue,
            auto_attach: None,
            auto_attach_params: None,
            holds_pages: false,
            discover: BTreeMap::new(),
            downloads: None,
            permissions: Vec::new(),
            trace: None,
            pipe_client: None,
            held: None,
            own_tabs,
        };
        (client, ClientOutbox { frames: receiver, bytes })
    }

    /// False when the client does not read: it must be let go.
    #[must_use]
    pub(crate) fn push(&self, frame: String) -> bool {
        let waiting = self.queue.bytes.fetch_add(frame.len(), Ordering::Relaxed);
        if waiting > QUEUE_BYTES_MAX {
            return false;
        }
        // A transport that is gone is on its way to tell us.
        let _ = self.queue.frames.send(frame);
        true
    }
}
