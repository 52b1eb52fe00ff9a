//! Frames on their way out. The queue is bounded in bytes (backpressure): a peer that stops reading holds
//! up its callers and does not fill the memory of this process.

use std::sync::Arc;

use tabwright_wire::FRAME_BYTES_MAX;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError, mpsc};

use crate::error::Error;

/// What may wait to be written. The largest frame always fits.
const OUTBOX_BYTES_MAX: usize = FRAME_BYTES_MAX;
/// What the smallest frame costs of that, for the queue itself is not free.
const FRAME_COST_MIN: usize = 256;

/// The transport's end: takes frames out, in order.
#[derive(Debug)]
pub struct Outbox {
    frames: mpsc::UnboundedReceiver<Outgoing>,
}

/// A frame to write. Its room in the outbox is free again when this is dropped.
#[derive(Debug)]
pub struct Outgoing {
    pub text: String,
    _room: Option<OwnedSemaphorePermit>,
}

/// The endpoint's end: puts frames in.
#[derive(Debug)]
pub(crate) struct Sender {
    frames: mpsc::UnboundedSender<Outgoing>,
    room: Arc<Semaphore>,
}

pub(crate) fn outbox() -> (Sender, Outbox) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let room = Arc::new(Semaphore::new(OUTBOX_BYTES_MAX));
    (Sender { frames: sender, room }, Outbox { frames: receiver })
}

impl Outbox {
    /// The next frame, or `None` when the endpoint has disconnected and nothing is left.
    pub async fn next(&mut self) -> Option<Outgoing> {
        self.frames.recv().await
    }

    /// A frame that waits already: for a transport that writes several at once.
    pub fn next_now(&mut self) -> Option<Outgoing> {
        self.frames.try_recv().ok()
    }
}

impl Sender {
    /// Waits for room for a frame of this size.
    pub(crate) async fn reserve(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Error> {
        if bytes > FRAME_BYTES_MAX {
            return Err(Error::TooLarge { bytes, limit: FRAME_BYTES_MAX });
        }
        let cost = u32::try_from(bytes.max(FRAME_COST_MIN)).unwrap_or(u32::MAX);
        Arc::clone(&self.room).acquire_many_owned(cost).await.map_err(|_| Error::Disconnected)
    }

    pub(crate) fn push(&self, text: String, room: OwnedSemaphorePermit) -> Result<(), Error> {
        self.frames.send(Outgoing { text, _room: Some(room) }).map_err(|_| Error::Disconnected)
    }

    /// Without waiting: fails when there is no room.
    pub(crate) fn push_now(&self, text: String) -> Result<(), Error> {
        let bytes = text.len();
        if bytes > FRAME_BYTES_MAX {
            return Err(Error::TooLarge { bytes, limit: FRAME_BYTES_MAX });
        }
        let cost = u32::try_from(bytes.max(FRAME_COST_MIN)).unwrap_or(u32::MAX);
        match Arc::clone(&self.room).try_acquire_many_owned(cost) {
            Ok(room) => self.push(text, room),
            Err(TryAcquireError::NoPermits) => Err(Error::Congested),
            Err(TryAcquireError::Closed) => Err(Error::Disconnected),
        }
    }

    /// For cancellations, which must not wait: there is at most one for every pending call, and
    /// those are bounded.
    pub(crate) fn push_at_once(&self, text: String) {
        // A transport that is gone needs no cancelling.
        let _ = self.frames.send(Outgoing { text, _room: None });
    }

    /// Nobody will get room any more.
    pub(crate) fn close(&self) {
        self.room.close();
    }
}
