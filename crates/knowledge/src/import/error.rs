//! Why a file as a whole cannot be imported. A row that cannot is no error: it is told in its batch.

use std::io;
use std::path::{Path, PathBuf};

use tabwright_store::rusqlite;
use thiserror::Error;

use super::format::UNDERSTOOD;

#[derive(Debug, Error)]
pub enum ImportError {
    #[error("{} cannot be read: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{} is {what}, which cannot be imported. What can: {UNDERSTOOD}", path.display())]
    NotUnderstood { path: PathBuf, what: String },
    #[error(
        "{} is encrypted by the browser. Connect the browser, or export its bookmarks to an HTML file",
        path.display()
    )]
    Encrypted { path: PathBuf },
    #[error("No {what} are in {}", path.display())]
    Missing { path: PathBuf, what: &'static str },
    #[error("{} is larger than {} MB, which is the limit for such files", path.display(), bytes_max >> 20)]
    TooLarge { path: PathBuf, bytes_max: u64 },
    #[error("{} is being written to all the time. Close the browser and try again", path.display())]
    Busy { path: PathBuf },
    #[error("{} is damaged or not as we know it: {source}", path.display())]
    Database { path: PathBuf, source: rusqlite::Error },
}

impl ImportError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Io { path: path.to_owned(), source }
    }

    pub(crate) fn database(path: &Path) -> impl Fn(rusqlite::Error) -> Self {
        |source| Self::Database { path: path.to_owned(), source }
    }
}
