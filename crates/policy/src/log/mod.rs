//! The audit log: who did what where, one line of JSON each, chained by hashes.
//!
//! A folder of files `audit-000001.jsonl`, only ever appended to. Each entry holds the hash of the
//! one before, so that a line changed, removed, inserted or moved breaks the chain. `head` holds the
//! last entry that is surely on the disk, so that a tail cut off is noticed; `anchor` the last entry
//! of the files that were removed because of their size or age. Whoever can write all of these files
//! can make a log anew; this guards against mistakes and against cheap lies.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, SyncSender};
use std::thread::{self, JoinHandle};
use std::{fmt, io};

use tabwright_wire::{LogEntries, LogFilter};

mod entry;
mod folder;
mod health;
mod query;
mod recovery;
mod verify;
mod writer;

pub use entry::NewEntry;
pub use verify::{Flaw, LogBroken, Verified};

use health::Health;
use writer::{Order, Writer};

use crate::secrets::KnownSecrets;

/// So many entries may wait for the disk before whoever writes one has to wait, too.
const WAITING_MAX: usize = 1_024;

/// Over one of these, the oldest files go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogLimits {
    /// A file that would grow past this is closed, and another begun; at the latest after a day.
    pub file_bytes_max: u64,
    /// A file whose last entry is older than this is removed.
    pub age_days_max: u32,
    /// All files together.
    pub total_bytes_max: u64,
}

impl Default for LogLimits {
    fn default() -> Self {
        Self { file_bytes_max: 8 << 20, age_days_max: 90, total_bytes_max: 256 << 20 }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("cannot use the audit log at {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error(
        "the activity log cannot be written ({why}), and nothing is done that it would not show"
    )]
    Unwritable { why: String },
    #[error("another program is writing the audit log in {}", .0.display())]
    Busy(PathBuf),
    #[error("`{0}` is not a time")]
    BadSince(String),
    #[error("`{text}` is not a site: {why}")]
    BadSite { text: String, why: crate::sites::PatternError },
}

impl LogError {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> String {
        match self {
            Self::File { .. } => {
                "Make sure that the file and its folder are yours, and that the disk is not full."
            }
            Self::Unwritable { .. } => {
                "Make room on the disk, or make the folder of the log writable. It goes on by itself then."
            }
            Self::Busy(_) => "Stop the daemon that runs with `tabwright stop`.",
            Self::BadSince(_) => "Write it like `2026-11-15` or `2026-11-15T16:41`, in UTC.",
            Self::BadSite { .. } => "Write a host such as `example.com` or `*.example.com`.",
        }
        .to_owned()
    }
}

/// Written by one thread; dropping this waits until all is on the disk.
pub struct AuditLog {
    folder: PathBuf,
    orders: Option<SyncSender<Order>>,
    writer: Option<JoinHandle<()>>,
    health: Health,
    known_secrets: Arc<KnownSecrets>,
}

impl AuditLog {
    /// Opens the log for writing, after a crash mends its end. One process at a time can have it.
    pub fn open(folder: &Path, limits: LogLimits) -> Result<Self, LogError> {
        let health = Health::default();
        let writer = Writer::open(folder, limits, health.clone())?;
        let (orders, incoming) = mpsc::sync_channel(WAITING_MAX);
        let thread = thread::Builder::new()
            .name("audit-log".to_owned())
            .spawn(move || writer.run(&incoming))
            .map_err(|source| LogError::File { path: folder.to_owned(), source })?;
        Ok(Self {
            folder: folder.to_owned(),
            orders: Some(orders),
            writer: Some(thread),
            health,
            known_secrets: Arc::default(),
        })
    }

    /// This log, into which none of these values is written.
    pub(crate) fn without(mut self, known_secrets: Arc<KnownSecrets>) -> Self {
        self.known_secrets = known_secrets;
        self
    }

    /// Whether what is done now could be logged. Asked before it is done: the log has room set aside
    /// for what is under way, so that a disk that fills up meanwhile loses no entry.
    pub fn check(&self) -> Result<(), LogError> {
        match self.health.trouble() {
            Some(why) => Err(LogError::Unwritable { why }),
            None => Ok(()),
        }
    }

    /// Adds an entry, with what is secret taken out. Returns before it is on the disk; waits only
    /// while too many entries do.
    pub fn write(&self, entry: NewEntry) {
        self.order(Order::Write(Box::new(entry.into_draft(&self.known_secrets))));
    }

    /// Returns when everything written before is on the disk.
    pub fn flush(&self) {
        let (done, synced) = mpsc::sync_channel(1);
        self.order(Order::Flush(done));
        // An error means that the writer is gone, which `order` has told.
        let _ = synced.recv();
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The newest entries that fit, whether or not somebody writes meanwhile.
    pub fn read(folder: &Path, filter: &LogFilter) -> Result<LogEntries, LogError> {
        query::read(folder, filter)
    }

    /// Checks the whole chain, whether or not somebody writes meanwhile.
    pub fn verify(folder: &Path) -> Result<Verified, LogBroken> {
        verify::verify(folder)
    }

    fn order(&self, order: Order) {
        let sent = self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok());
        if !sent {
            tracing::error!(folder = %self.folder.display(), "the audit log has stopped");
        }
    }
}

impl Drop for AuditLog {
    fn drop(&mut self) {
        self.orders.take();
        if self.writer.take().is_some_and(|writer| writer.join().is_err()) {
            tracing::error!("the audit log's writer ended with a panic");
        }
    }
}

impl fmt::Debug for AuditLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuditLog").field("folder", &self.folder).finish_non_exhaustive()
    }
}
