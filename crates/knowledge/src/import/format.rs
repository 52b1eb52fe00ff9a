//! The formats that can be imported.

use serde::{Deserialize, Serialize};

/// What is said to a person whose file is none of them.
pub(crate) const UNDERSTOOD: &str = "bookmarks and history of Chrome, Edge, Brave, Chromium and Firefox; \
    bookmark files in HTML; exports of Pocket, Raindrop, Karakeep and Instapaper; tables with a column “url”; \
    saved pages (HTML, MHTML, WARC, HAR) and folders of them";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Format {
    ChromiumBookmarks,
    ChromiumHistory,
    FirefoxPlaces,
    FirefoxBackup,
    BookmarksHtml,
    PocketHtml,
    PocketTable,
    RaindropTable,
    InstapaperTable,
    AddressTable,
    Karakeep,
    SavedHtml,
    SavedMhtml,
    WebArchive,
    HttpArchive,
    ZipArchive,
    Folder,
}

impl Format {
    /// For people, as in "This is …".
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::ChromiumBookmarks => "bookmarks of a browser",
            Self::ChromiumHistory => "the history of a browser",
            Self::FirefoxPlaces => "bookmarks and history of Firefox",
            Self::FirefoxBackup => "a backup of Firefox's bookmarks",
            Self::BookmarksHtml => "a bookmark file",
            Self::PocketHtml | Self::PocketTable => "an export of Pocket",
            Self::RaindropTable => "an export of Raindrop",
            Self::InstapaperTable => "an export of Instapaper",
            Self::AddressTable => "a table of addresses",
            Self::Karakeep => "an export of Karakeep",
            Self::SavedHtml | Self::SavedMhtml => "a saved page",
            Self::WebArchive => "a web archive",
            Self::HttpArchive => "an HTTP archive",
            Self::ZipArchive => "a zip file",
            Self::Folder => "a folder of saved pages",
        }
    }

    /// Does a file of it hold pages themselves, and not only their addresses?
    #[must_use]
    pub fn has_content(self) -> bool {
        matches!(
            self,
            Self::SavedHtml
                | Self::SavedMhtml
                | Self::WebArchive
                | Self::HttpArchive
                | Self::Folder
        )
    }
}
