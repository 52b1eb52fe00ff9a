//! The rows of one file of a known format.

use std::path::Path;

use super::bookmark_tree::BookmarkTrees;
use super::decode::TextReader;
use super::detect::Detected;
use super::error::ImportError;
use super::format::Format;
use super::json_lists::{http_archive, karakeep};
use super::netscape::BookmarksHtml;
use super::rows::Rows;
use super::saved_page::SavedPage;
use super::table::Table;
use super::warc::WebArchive;

/// Texts of any more are no bookmarks of a person.
const TEXT_BYTES_MAX: u64 = 1 << 30;

/// None for databases and for what holds other files.
pub(crate) fn open_text(
    path: &Path,
    detected: &Detected,
) -> Result<Option<Box<dyn Rows>>, ImportError> {
    let format = match detected {
        Detected::Format(format) => *format,
        Detected::Table(header) => header.format,
        Detected::Database => return Ok(None),
    };
    let bytes = path.metadata().map_err(ImportError::io(path))?.len();
    if bytes > TEXT_BYTES_MAX && format != Format::WebArchive {
        return Err(ImportError::TooLarge { path: path.to_owned(), bytes_max: TEXT_BYTES_MAX });
    }
    let rows: Box<dyn Rows> = match (detected, format) {
        (Detected::Table(header), _) => Box::new(Table::open(path, header.clone())?),
        (_, Format::ChromiumBookmarks | Format::FirefoxBackup) => {
            Box::new(BookmarkTrees::open(vec![path.to_owned()])?)
        }
        (_, Format::BookmarksHtml | Format::PocketHtml) => {
            Box::new(BookmarksHtml::new(TextReader::open(path).map_err(ImportError::io(path))?))
        }
        (_, Format::Karakeep) => Box::new(karakeep(path)?),
        (_, Format::HttpArchive) => Box::new(http_archive(path)?),
        (_, Format::WebArchive) => Box::new(WebArchive::open(path)?),
        (_, Format::SavedHtml) => Box::new(SavedPage::html(path)),
        (_, Format::SavedMhtml) => Box::new(SavedPage::mhtml(path)),
        _ => return Ok(None),
    };
    Ok(Some(rows))
}
