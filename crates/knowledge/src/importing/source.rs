//! What an import reads: a file, a profile, or the lists of the connected browser.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabwright_wire::knowledge::{ImportFilter, ImportWhat};
use tabwright_wire::{Bookmark, VisitedPage};

use crate::error::KnowledgeError;
use crate::import::{
    self, Cursor, FailedRow, Format, ImportError, ImportFile, ImportOptions, ImportReader,
    ImportedPage, Roots, Row, SkipReason, sources,
};
use crate::pages::Progress;

const BATCH_ROWS: usize = 200;
/// Pages themselves take long to be read: fewer at once, so that one sees how it goes on.
const BATCH_ROWS_WITH_CONTENT: usize = 20;

pub(super) enum Source {
    File(Box<ImportReader>),
    Connected(Connected),
}

/// Rows as they are in the source.
#[derive(Debug, Default)]
pub(super) struct ReadBatch {
    pub(super) pages: Vec<ImportedPage>,
    pub(super) failed: Vec<FailedRow>,
    pub(super) skipped: BTreeMap<SkipReason, u64>,
    pub(super) progress: Progress,
}

impl Source {
    pub(super) fn open_file(
        file: ImportFile,
        filter: &ImportFilter,
        scratch: Option<PathBuf>,
    ) -> Result<Self, ImportError> {
        let options = ImportOptions { filter: wanted(filter), scratch };
        Ok(Self::File(Box::new(file.open(options)?)))
    }

    pub(super) fn notes(&self) -> Vec<String> {
        match self {
            Self::File(reader) => reader.notes().to_vec(),
            Self::Connected(_) => Vec::new(),
        }
    }

    /// The rows after the cursor; an empty one is the beginning.
    pub(super) fn next(&mut self, after: &str) -> Result<ReadBatch, ImportError> {
        match self {
            Self::File(reader) => {
                let after: Cursor = serde_json::from_str(after).unwrap_or_default();
                let format = reader.format();
                let has_content = format.has_content() || format == Format::ZipArchive;
                let limit = if has_content { BATCH_ROWS_WITH_CONTENT } else { BATCH_ROWS };
                let batch = reader.next_batch(&after, limit)?;
                let progress = Progress {
                    rows: batch.cursor.rows(),
                    cursor: json(&batch.cursor),
                    total: batch.total,
                    fraction: batch.fraction,
                    done: batch.done,
                };
                let import::Batch { pages, failed, skipped, .. } = batch;
                Ok(ReadBatch { pages, failed, skipped, progress })
            }
            Self::Connected(connected) => Ok(connected.next(after)),
        }
    }
}

/// Bookmarks and history as the browser told them. They are read in the order of their addresses, so that an
/// import goes on at the right place in a list that was asked for anew.
pub(super) struct Connected {
    rows: VecDeque<(String, Row)>,
    total: u64,
    filter: import::ImportFilter,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct ConnectedCursor {
    /// The key of the last row.
    key: String,
    rows: u64,
    taken: u64,
}

impl Connected {
    pub(super) fn new(
        bookmarks: Vec<Bookmark>,
        history: Vec<VisitedPage>,
        filter: &ImportFilter,
    ) -> Self {
        let bookmarks = bookmarks.into_iter().map(|bookmark| {
            let key = format!("bookmark {}\n{}", bookmark.url, bookmark.id);
            let place = format!("the bookmark “{}”", bookmark.title);
            // The outermost folder is the browser's own: the bookmarks bar.
            let folder = bookmark.folder.split('/').skip(1).map(str::to_owned).collect();
            let page = ImportedPage {
                url: bookmark.url,
                title: bookmark.title,
                added_ms: bookmark.added_ms.and_then(|ms| i64::try_from(ms).ok()),
                folders: vec![folder],
                ..ImportedPage::default()
            };
            (key, Row::of(page, || place))
        });
        let history = history.into_iter().map(|visited| {
            let key = format!("visit {}", visited.url);
            let place = format!("the visited page “{}”", visited.title);
            let page = ImportedPage {
                url: visited.url,
                title: visited.title,
                visit_count: u64::from(visited.visits),
                last_visit_ms: Some(visited.last_visit_ms as i64),
                ..ImportedPage::default()
            };
            (key, Row::of(page, || place))
        });
        let mut rows: Vec<(String, Row)> = bookmarks.chain(history).collect();
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        let total = rows.len() as u64;
        Self { rows: rows.into(), total, filter: wanted(filter) }
    }

    fn next(&mut self, after: &str) -> ReadBatch {
        let mut cursor: ConnectedCursor = serde_json::from_str(after).unwrap_or_default();
        while self.rows.front().is_some_and(|(key, _)| *key <= cursor.key) {
            self.rows.pop_front();
        }
        let mut batch = ReadBatch::default();
        for _ in 0..BATCH_ROWS {
            if self.filter.count.is_some_and(|count| cursor.taken >= count) {
                self.rows.clear();
            }
            let Some((key, row)) = self.rows.pop_front() else {
                batch.progress.done = true;
                break;
            };
            cursor.key = key;
            cursor.rows += 1;
            match row {
                Row::Failed(failed) => batch.failed.push(failed),
                Row::Skipped(why) => *batch.skipped.entry(why).or_default() += 1,
                Row::Page(mut page) => match self.filter.apply(&mut page) {
                    Some(why) => *batch.skipped.entry(why).or_default() += 1,
                    None => {
                        cursor.taken += 1;
                        batch.pages.push(*page);
                    }
                },
            }
        }
        let done = batch.progress.done;
        let total = self.total.max(cursor.rows);
        let fraction = if done { 1.0 } else { cursor.rows as f32 / total.max(1) as f32 };
        batch.progress = Progress {
            rows: cursor.rows,
            cursor: json(&cursor),
            total: Some(total),
            fraction,
            done,
        };
        batch
    }
}

/// None for the browser that is connected.
pub(super) fn file_of(what: &ImportWhat) -> Option<ImportFile> {
    match what {
        ImportWhat::Bookmarks { folder } => Some(ImportFile::Bookmarks(folder.into())),
        ImportWhat::History { folder } => Some(ImportFile::History(folder.into())),
        ImportWhat::File { path } => Some(ImportFile::Path(path.into())),
        ImportWhat::Connected { .. } => None,
    }
}

pub(super) fn check(what: &ImportWhat) -> Result<(), KnowledgeError> {
    match what {
        ImportWhat::Bookmarks { folder: path }
        | ImportWhat::History { folder: path }
        | ImportWhat::File { path } => match Path::new(path).is_absolute() {
            true => Ok(()),
            false => Err(KnowledgeError::NotAbsolute(path.clone())),
        },
        ImportWhat::Connected { bookmarks: false, history: false } => {
            Err(KnowledgeError::NothingToImport)
        }
        ImportWhat::Connected { .. } => Ok(()),
    }
}

/// In words: "Bookmarks of Chromium (Default)".
pub(super) fn label(what: &ImportWhat) -> String {
    let of_profile = |what: &str, folder: &str| {
        let profiles = sources(&Roots::this());
        match profiles.iter().find(|profile| profile.folder == Path::new(folder)) {
            Some(found) => format!("{what} of {} ({})", found.browser.label(), found.profile),
            None => format!("{what} in {folder}"),
        }
    };
    match what {
        ImportWhat::Bookmarks { folder } => of_profile("Bookmarks", folder),
        ImportWhat::History { folder } => of_profile("History", folder),
        ImportWhat::Connected { bookmarks: true, history: false } => {
            "Bookmarks of the connected browser".to_owned()
        }
        ImportWhat::Connected { bookmarks: false, .. } => {
            "History of the connected browser".to_owned()
        }
        ImportWhat::Connected { .. } => "Bookmarks and history of the connected browser".to_owned(),
        ImportWhat::File { path } => {
            let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
            name.unwrap_or_else(|| path.clone())
        }
    }
}

fn wanted(filter: &ImportFilter) -> import::ImportFilter {
    let time = |ms: Option<u64>| ms.map(|ms| i64::try_from(ms).unwrap_or(i64::MAX));
    import::ImportFilter {
        after_ms: time(filter.after_ms),
        before_ms: time(filter.before_ms),
        domains: filter.sites.clone(),
        without_domains: filter.without_sites.clone(),
        count: filter.count,
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
