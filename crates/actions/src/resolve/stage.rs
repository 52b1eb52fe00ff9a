//! The stages, in the order in which they are asked.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    Address,
    Search,
    Sites,
    Wikipedia,
    History,
    Memory,
}

impl Stage {
    pub const ALL: [Self; 6] =
        [Self::Address, Self::Search, Self::Sites, Self::Wikipedia, Self::History, Self::Memory];

    /// As it is written in settings and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Search => "search",
            Self::Sites => "sites",
            Self::Wikipedia => "wikipedia",
            Self::History => "history",
            Self::Memory => "memory",
        }
    }

    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Address => "Opens addresses, written or spoken, as they are.",
            Self::Search => {
                "Searches when the text asks for it, and when no other stage finds the name."
            }
            Self::Sites => "Looks in your own names and in several thousand well-known sites.",
            Self::Wikipedia => "Asks Wikipedia for an article with this title.",
            Self::History => "Looks in the pages you have visited or bookmarked.",
            Self::Memory => {
                "Looks in the pages you have kept, for what you say you have read: \"the thing about tea I read yesterday\"."
            }
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no stage `{0}`. The stages are address, search, sites, wikipedia, history and memory"
)]
pub struct UnknownStage(pub String);

impl FromStr for Stage {
    type Err = UnknownStage;

    fn from_str(name: &str) -> Result<Self, UnknownStage> {
        Self::ALL
            .into_iter()
            .find(|stage| stage.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownStage(name.chars().take(40).collect()))
    }
}
