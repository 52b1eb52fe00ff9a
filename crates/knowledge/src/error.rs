//! Why something about knowledge cannot be done.

use tabwright_store::StoreError;
use tabwright_wire::{Problem, ProblemCode};

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
        }
        .to_owned()
    }
}

impl From<KnowledgeError> for Problem {
    fn from(error: KnowledgeError) -> Self {
        let code = match &error {
            KnowledgeError::Stored(_) | KnowledgeError::NoRandom => ProblemCode::StorageFailed,
            KnowledgeError::NoSuchPage(_)
            | KnowledgeError::NoSuchVersion { .. }
            | KnowledgeError::NoSuchName(_)
            | KnowledgeError::NoSuchCommunity
            | KnowledgeError::NoSuchMerge(_) => ProblemCode::NotFound,
            KnowledgeError::NotWeb
            | KnowledgeError::Unreadable
            | KnowledgeError::WordsTooLong
            | KnowledgeError::NoSite(_)
            | KnowledgeError::OneAlready
            | KnowledgeError::NoQuestion => ProblemCode::BadRequest,
        };
        let (title, fix) = (error.to_string(), error.fix());
        Problem { code, title, fix }
    }
}
