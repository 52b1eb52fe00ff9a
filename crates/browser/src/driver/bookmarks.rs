//! Bookmarks, and pages that were visited.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabwright_wire::verbs::{
    self, BookmarkParams, BookmarksParams, UnbookmarkParams, VisitedParams,
};
use tabwright_wire::{
    AddBookmarkParams, Bookmark, BookmarkList, FindBookmarksParams, FindVisitsParams, NoResult,
    VisitedList, complete_address,
};

use super::{BrowserControl, Driver};
use crate::backend::Result;

/// How many bookmarks or visits are found where nobody says how many.
const COUNT_DEFAULT: u32 = 100;
const DAY: Duration = Duration::from_secs(24 * 3_600);

impl BrowserControl<verbs::FindPageBookmarks> for Driver {
    async fn run(&self, params: BookmarksParams) -> Result<BookmarkList> {
        let count_max = params.max.unwrap_or(COUNT_DEFAULT);
        let asked = FindBookmarksParams { query: params.query, count_max };
        self.core.backend.find_bookmarks(asked).await
    }
}

impl BrowserControl<verbs::AddPageBookmark> for Driver {
    async fn run(&self, params: BookmarkParams) -> Result<Bookmark> {
        let (url, title) = match params.url {
            Some(url) => (complete_address(&url)?, params.title.unwrap_or(url)),
            None => {
                let tab = self.tab(params.tab).await?;
                let facts = self.tab_facts(tab).await?;
                (facts.url, params.title.unwrap_or(facts.title))
            }
        };
        let folder = params.folder;
        self.core.backend.add_bookmark(AddBookmarkParams { url, title, folder }).await
    }
}

impl BrowserControl<verbs::Unbookmark> for Driver {
    async fn run(&self, params: UnbookmarkParams) -> Result<NoResult> {
        self.core.backend.remove_bookmark(params.id).await?;
        Ok(NoResult {})
    }
}

impl BrowserControl<verbs::FindVisitedPages> for Driver {
    async fn run(&self, params: VisitedParams) -> Result<VisitedList> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let since = params.days.map(|days| now.saturating_sub(DAY * days));
        let asked = FindVisitsParams {
            query: params.query,
            count_max: params.max.unwrap_or(COUNT_DEFAULT),
            since_ms: since.map_or(0.0, |since| since.as_millis() as f64),
        };
        self.core.backend.find_visits(asked).await
    }
}
