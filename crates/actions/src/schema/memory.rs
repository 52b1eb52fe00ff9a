//! What the person has read: keeping it, finding it, asking about it, forgetting it.

use serde::{Deserialize, Serialize};

use super::{Count, family, parameters};

family! {
    /// What can be done with the pages that the person keeps.
    MemoryAction, MEMORY_ACTIONS {
        /// Keep the page, to find it again
        RememberPage(RememberPage) = "rememberPage";
        /// Answer a question from the pages you kept
        AskMemory(AskMemory) = "askMemory";
        /// Search the pages you kept
        SearchMemory(SearchMemory) = "searchMemory";
        /// Forget pages you kept, for good
        ForgetPages(ForgetPages) = "forgetPages";
    }
}

/// What is to be forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ForgetWhat {
    /// The page in front.
    Page,
    /// All pages of a site; without its name, of the one in front.
    Site,
    /// What was read in the last while.
    Time,
}

parameters! {
    RememberPage {
        tag: Option<String>,
        /// Words of the person's own about it.
        note: Option<String>,
    }
    AskMemory {
        /// With its dates: `what did I read about tea last month`.
        question: String,
    }
    SearchMemory {
        /// Words; `"a phrase"`, `-word`, `site:` and `after:` narrow it.
        query: String,
    }
    ForgetPages {
        what: ForgetWhat,
        site: Option<String>,
        minutes: Option<Count>,
        hours: Option<Count>,
        days: Option<Count>,
    }
}
