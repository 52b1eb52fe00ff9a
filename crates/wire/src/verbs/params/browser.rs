//! What is the browser's own: bookmarks, history, search, the clipboard, its voice.

use serde::{Deserialize, Serialize};

use super::OpenIn;
use crate::ids::TabId;
use crate::verbs::{Permission, VerbFacts, VerbParams};

/// A search provider of the person's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSearchProvider {
    pub name: String,
    /// With `{query}` where the words go.
    pub url: String,
}

params! {
    ReadAloudParams {
        /// This, instead of the page.
        text: Option<String>,
        lang: Option<String>,
    } => {
        const WRITTEN: &'static [&'static str] = &["text"];

        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).about_page_if(self.text.is_none())
        }
    }
    BookmarksParams {
        #[serde(default)]
        query: String,
        max: Option<u32>,
    }
    VisitedParams {
        /// Words of title or address; empty gives the last visited.
        #[serde(default)]
        query: String,
        max: Option<u32>,
        /// Only what was visited in the last so many days.
        days: Option<u32>,
    }
    BookmarkParams {
        url: Option<String>,
        title: Option<String>,
        folder: Option<String>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).about_page_if(self.url.is_none()).changing_settings(true)
        }
    }
    UnbookmarkParams {
        /// A bookmark's id.
        id: String,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).changing_settings(true)
        }
    }
    SearchParams {
        query: String,
        /// A provider by name; without one, the default.
        provider: Option<String>,
        #[serde(default)]
        r#in: OpenIn,
        timeout_ms: Option<u32>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let current = self.r#in == OpenIn::Current;
            Permission::of(verb).about_page_if(current).opening_tab(!current)
        }

        fn open_new_tab(&mut self) -> bool {
            self.r#in = OpenIn::New;
            true
        }
    }
    SearchProvidersParams {
        /// The default from now on.
        choose: Option<String>,
        /// One of the person's own; it takes the place of one of that name.
        add: Option<NewSearchProvider>,
        /// One of the person's own, by name.
        remove: Option<String>,
    } => {
        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            let changes = self.choose.is_some() || self.add.is_some() || self.remove.is_some();
            Permission::of(verb).changing_settings(changes)
        }
    }
    ClipboardParams {
        /// Put this on it; without it, read.
        write: Option<String>,
    } => {
        const WRITTEN: &'static [&'static str] = &["write"];

        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).about_page_if(self.tab.is_some())
        }
    }
}
