//! What each stage said, in types and in words.

use std::fmt;

use super::context::LookupError;
use super::stage::Stage;

/// A stage and what came of asking it.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    pub stage: Stage,
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Outcome {
    #[error("switched off")]
    Off,
    #[error("{0}")]
    Found(How),
    #[error("does not know it")]
    Unknown,
    /// It could be that, but others are asked first.
    #[error("not sure: {0}")]
    Doubtful(Doubt),
    #[error("not asked: {0}")]
    NotAsked(NotAsked),
    #[error("failed: {0}")]
    Failed(#[from] LookupError),
}

/// In what way a stage knew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// An address as it stands.
    Written,
    /// "example dot org".
    Spoken,
    /// What seemed doubtful, and nobody knew better.
    DespiteDoubt,
    /// The text asks for a search.
    SearchAsked {
        provider: String,
    },
    /// The person wants first results opened.
    FirstResult {
        provider: String,
    },
    /// The results page for a name that nobody knew.
    LastResort {
        provider: String,
    },
    /// By one of the person's own names.
    OwnName {
        name: String,
    },
    KnownName {
        name: String,
    },
    /// One letter off.
    Mistyped {
        name: String,
    },
    Article {
        title: String,
    },
    /// Of the pages that were kept, this fits best.
    Kept {
        title: String,
    },
    /// Of the pages with all its words, this is the best.
    Visited {
        bookmarked: bool,
        pages: usize,
        clearly: bool,
    },
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Written => f.write_str("it is an address"),
            Self::Spoken => f.write_str("it is an address, spelled out"),
            Self::DespiteDoubt => f.write_str("no stage knew better, so it is used as an address"),
            Self::SearchAsked { provider } => write!(f, "it asks for a search with {provider}"),
            Self::FirstResult { provider } => write!(f, "opens the first result of {provider}"),
            Self::LastResort { provider } => {
                write!(f, "no stage found it, so {provider} searches for it")
            }
            Self::OwnName { name } => write!(f, "it is your own name `{name}`"),
            Self::KnownName { name } => write!(f, "it is {name}"),
            Self::Mistyped { name } => write!(f, "it differs from {name} by one letter"),
            Self::Article { title } => write!(f, "there is an article `{title}`"),
            Self::Kept { title } => write!(f, "you have kept `{title}`"),
            Self::Visited { bookmarked, pages, clearly } => {
                let kind = if *bookmarked { "bookmarked" } else { "visited" };
                match (pages, clearly) {
                    (0 | 1, _) => write!(f, "one {kind} page has these words"),
                    (_, true) => {
                        write!(f, "clearly the best of {pages} pages with these words, {kind}")
                    }
                    (_, false) => {
                        write!(
                            f,
                            "the best of {pages} pages with these words, {kind}, but not by much"
                        )
                    }
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    #[error("it may be a file name; the other stages are asked first")]
    LooksLikeAFile,
    #[error("it may be words, not an address; the other stages are asked first")]
    LooksLikeWords,
    #[error("several known names differ by one letter")]
    SeveralNames,
    #[error("several articles have this title")]
    SeveralMeanings,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAsked {
    #[error("the text does not ask for a search")]
    NoSearch,
    #[error("there is no provider `{0}` with a first result")]
    NoFirstResult(String),
    #[error("it looks like a password or a key, which must not leave this machine")]
    LooksSecret,
    #[error("it is too long for a title")]
    TooLong,
    #[error("titles never have such characters")]
    NoTitle,
    #[error("the text does not speak of a page that was read")]
    NotRead,
    #[error("it has no words to look for")]
    NoWords,
}
