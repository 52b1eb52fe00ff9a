//! A connected client: its name, its queue, and what it asked for on the browser as a whole.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use tokio::sync::mpsc;

use crate::downloads::DownloadWish;
use crate::sessions::SessionId;

/// A client that has this much waiting does not read, and is let go.
const QUEUE_BYTES_MAX: usize = 192 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientId(pub u32);

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) name: String,
    pub(crate) since: Instant,
    queue: Queue,
    /// `Target.setAutoAttach` on the browser.
    pub(crate) auto_attach: Option<TargetKinds>,
    /// `Target.setDiscoverTargets`, on the connection itself or on a browser session.
    pub(crate) discover: BTreeMap<Option<SessionId>, TargetKinds>,
    /// `Browser.setDownloadBehavior`.
    pub(crate) downloads: Option<DownloadWish>,
}

/// Which kinds of targets a client wants to hear of. A tab is a target that holds its page:
/// Puppeteer asks for tabs, Playwright for pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TargetKinds {
    pub(crate) pages: bool,
    pub(crate) tabs: bool,
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
    pub(crate) fn new(name: String) -> (Self, ClientOutbox) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let bytes = Arc::new(AtomicUsize::new(0));
        let queue = Queue { frames: sender, bytes: Arc::clone(&bytes) };
        let client = Self {
            name,
            since: Instant::now(),
            queue,
            auto_attach: None,
            discover: BTreeMap::new(),
            downloads: None,
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
