//! What can go wrong with the store, in the words of no engine.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

type Cause = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    #[error("cannot use {}: {why}", file.display())]
    File { file: PathBuf, why: Cause },
    #[error("{} is damaged: {why}", file.display())]
    Damaged { file: PathBuf, why: String },
    #[error("{} is not a database of Tabwright", .0.display())]
    NotOurs(PathBuf),
    #[error(
        "{} was written by a newer Tabwright: its schema is version {found}, this program knows {known}",
        file.display()
    )]
    Newer { file: PathBuf, found: u32, known: u32 },
    #[error("cannot upgrade {} to schema version {to}: {why}", file.display())]
    Migration { file: PathBuf, to: u32, why: Cause },
    #[error("the disk is full: {} cannot be written", .0.display())]
    DiskFull(PathBuf),
    #[error("{} is locked by another program", .0.display())]
    Locked(PathBuf),
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    #[error("a query of the store failed: {0}")]
    Query(Cause),
    #[error("a job of the store panicked: {0}")]
    Panicked(String),
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// What to do next.
    #[must_use]
    pub fn fix(&self) -> &'static str {
        match self {
            Self::Missing(_) => "Check the path. The store is made when the daemon first starts.",
            Self::File { .. } => {
                "Make sure that the file and its folder are yours, can be written, and lie on a local disk."
            }
            Self::Damaged { .. } => {
                "Run `tabwright stop`, then `tabwright restore BACKUP`. Without a backup, move the file away to \
                 begin with an empty store."
            }
            Self::NotOurs(_) => "Name a file that `tabwright backup` has written.",
            Self::Newer { .. } => {
                "Update Tabwright to change anything in it. Until then it can only be read."
            }
            Self::Migration { .. } => {
                "The file was left as it was. Run `tabwright doctor`, and report this with its output."
            }
            Self::DiskFull(_) => "Make room on the disk, then try again.",
            Self::Locked(_) => "End the program that uses the file, then try again.",
            Self::Exists(_) => "Choose another name, or write over it with --force.",
            Self::Query(_) | Self::Panicked(_) => {
                "Nothing was changed. This is a fault of Tabwright: please report it with the daemon's log."
            }
            Self::Closed => "The daemon is stopping. Try again when it runs.",
        }
    }

    pub(crate) fn file(file: &Path, why: io::Error) -> Self {
        match why.kind() {
            io::ErrorKind::StorageFull => Self::DiskFull(file.to_owned()),
            io::ErrorKind::NotFound => Self::Missing(file.to_owned()),
            io::ErrorKind::AlreadyExists => Self::Exists(file.to_owned()),
            _ => Self::File { file: file.to_owned(), why: why.into() },
        }
    }

    /// What SQLite's result code means for a person.
    pub(crate) fn sqlite(file: &Path, error: rusqlite::Error) -> Self {
        let path = || file.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Self::Damaged { file: path(), why: error.to_string() }
            }
            Some(ErrorCode::DiskFull) => Self::DiskFull(path()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(path()),
            Some(
                ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied
                | ErrorCode::SystemIoFailure
                | ErrorCode::FileLockingProtocolFailed
                | ErrorCode::NoLargeFileSupport,
            ) => Self::File { file: path(), why: error.into() },
            _ => Self::Query(error.into()),
        }
    }
}
