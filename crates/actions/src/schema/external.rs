//! The actions on the browser around the pages: its tabs and bookmarks.

use super::{Count, family, parameters};

family! {
    /// What can be done with tabs and bookmarks.
    ExternalAction, EXTERNAL_ACTIONS {
        /// Open a tab
        OpenTab(OpenTab) = "openTab";
        /// Close a tab
        CloseTab(WhichTab) = "closeTab";
        /// Go to a tab by its place
        SwitchToTab(SwitchToTab) = "switchToTab";
        /// Bookmark the page
        AddToBookmarks(AddToBookmarks) = "addToBookmarks";
    }
}

parameters! {
    OpenTab {
        /// An address or the name of a site; without it the tab is empty.
        site: Option<String>,
    }
    /// The one in front, if nothing is given.
    WhichTab {
        /// Words of the title or address.
        tab_description: Option<String>,
        /// From 1, in the order in which the tabs stand.
        tab_index: Option<Count>,
    }
    SwitchToTab {
        /// From 1, in the order in which the tabs stand.
        tab_index: Count,
    }
    AddToBookmarks {
        title: Option<String>,
        folder: Option<String>,
    }
}
