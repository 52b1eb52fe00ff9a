//! Why something about knowledge cannot be done.

use std::io;
use std::path::PathBuf;

use tabwright_store::StoreError;
use tabwright_wire::{Problem, ProblemCode};

use crate::import::ImportError;

#[derive(Debug, thiserror::Error)]
pub enum KnowledgeError {
    #[error("{0}")]
    Stored(StoreError),
    #[error("There is no page {0} in the library")]
    NoSuchPage(u32),
    #[error("Page {page} has no version {version}")]
    NoSuchVersion { page: u32, version: u32 },
    #[error("Only pages of the web can be kept: their addresses begin with http:// or https://")]
    NotWeb,
    #[error("The page could not be read")]
    Unreadable,
    #[error("A note or a tag is too long, or there are too many tags")]
    WordsTooLong,
    #[error("\"{0}\" is no name of a site")]
    NoSite(String),
    #[error("There is no question")]
    NoQuestion,
    #[error("No page in the library names \"{0}\"")]
    NoSuchName(String),
    #[error("There is no such group of names any more")]
    NoSuchCommunity,
    #[error("These two names are one already")]
    OneAlready,
    #[error("There is no merge {0}, or it was undone before")]
    NoSuchMerge(u32),
    #[error("The operating system gives no random numbers")]
    NoRandom,
    #[error("There is no import {0}")]
    NoSuchImport(u32),
    #[error("Import {0} has ended")]
    ImportEnded(u32),
    #[error("There are too many imports that have not ended")]
    TooManyImports,
    #[error("Neither bookmarks nor history are to be imported")]
    NothingToImport,
    #[error("\"{0}\" is no absolute path")]
    NotAbsolute(String),
    #[error("{0}")]
    Import(#[from] ImportError),
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    /// What the browser or the rules say.
    #[error("{0}")]
    Browser(Problem),
}

impl KnowledgeError {
    #[must_use]
    pub fn fix(&self) -> String {
        match self {
            Self::Stored(error) => return error.fix().to_owned(),
            Self::NoSuchPage(_) => "`tabwright search` lists the pages with their numbers",
            Self::NoSuchVersion { .. } => "`tabwright page ID` lists the versions of a page",
            Self::NotWeb => "Open a page of the web, and remember that one",
            Self::Unreadable => "Try it again; if it stays so, `tabwright logs` tells why",
            Self::WordsTooLong => {
                "Say it shorter: 20,000 characters of a note, 100 tags of 80 characters"
            }
            Self::NoSite(_) => "Write it like example.com",
            Self::NoQuestion => "Ask something, like: what did I read about tea last month?",
            Self::NoSuchName(_) => "`tabwright graph` lists the names, and `--topics` the topics",
            Self::NoSuchCommunity => "Load the graph again: its groups have changed",
            Self::OneAlready => "`tabwright graph NAME` shows which names are one with it",
            Self::NoSuchMerge(_) => {
                "`tabwright graph --merges` lists the merges with their numbers"
            }
            Self::NoRandom => "Restart the computer, and try it again",
            Self::NoSuchImport(_) => "`tabwright import --list` lists the imports",
            Self::ImportEnded(_) => {
                "Import the same once more: what is known already stays as it is"
            }
            Self::TooManyImports => {
                "Wait until they are done, or cancel some: `tabwright import --cancel ID`"
            }
            Self::NothingToImport => "Choose bookmarks, history or both",
            Self::NotAbsolute(_) => "Write the whole path, from the root",
            Self::Import(_) => "Choose another file, or make the export once more",
            Self::Exists(_) => "Choose another name, or say --force to write over it",
            Self::Unwritable { .. } => "Choose another place",
            Self::Browser(problem) => &problem.fix,
        }
        .to_owned()
    }
}

impl From<KnowledgeError> for Problem {
    fn from(error: KnowledgeError) -> Self {
        let code = match &error {
            KnowledgeError::Browser(problem) => problem.code,
            KnowledgeError::Stored(_)
            | KnowledgeError::NoRandom
            | KnowledgeError::Unwritable { .. } => ProblemCode::StorageFailed,
            KnowledgeError::NoSuchPage(_)
            | KnowledgeError::NoSuchVersion { .. }
            | KnowledgeError::NoSuchName(_)
            | KnowledgeError::NoSuchCommunity
            | KnowledgeError::NoSuchMerge(_)
            | KnowledgeError::NoSuchImport(_) => ProblemCode::NotFound,
            KnowledgeError::NotWeb
            | KnowledgeError::Unreadable
            | KnowledgeError::WordsTooLong
            | KnowledgeError::NoSite(_)
            | KnowledgeError::NoQuestion
            | KnowledgeError::OneAlready
            | KnowledgeError::ImportEnded(_)
            | KnowledgeError::TooManyImports
            | KnowledgeError::NothingToImport
            | KnowledgeError::NotAbsolute(_)
            | KnowledgeError::Exists(_)
            | KnowledgeError::Import(_) => ProblemCode::BadRequest,
        };
        let (title, fix) = (error.to_string(), error.fix());
        Problem { code, title, fix }
    }
}
