//! A page with everything that is known of it.

use serde::{Deserialize, Serialize};

use crate::import::Visit;
use crate::page::{Knowledge, Page};

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ExportedPage {
    #[serde(flatten)]
    pub page: Page,
    pub knowledge: Knowledge,
    /// When it was bookmarked or first kept, in milliseconds since 1970.
    pub added_ms: Option<i64>,
    pub visits: Vec<Visit>,
    pub visit_count: u64,
    /// The folders of bookmarks that it is in, each from the root down.
    pub folders: Vec<Vec<String>>,
    /// The person's own; those of the page are in the page.
    pub own_tags: Vec<String>,
    pub notes: Vec<String>,
    pub highlights: Vec<String>,
}

impl ExportedPage {
    #[must_use]
    pub fn last_visit_ms(&self) -> Option<i64> {
        self.visits.iter().map(|visit| visit.at_ms).max()
    }
}
