//! Reads a source batch by batch, and goes on where an earlier reader stopped.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::bookmark_tree::BookmarkTrees;
use super::chromium_history::ChromiumHistory;
use super::database::Database;
use super::detect::{Detected, detect};
use super::error::ImportError;
use super::filter::ImportFilter;
use super::firefox_places::{FirefoxPlaces, Wanted};
use super::folder::SavedFolder;
use super::format::Format;
use super::open::open_text;
use super::page::{FailedRow, ImportedPage, Row, SkipReason};
use super::rows::{Position, Rows};
use super::zipped::Zipped;

/// A batch ends when the pages in it have so much content.
const BATCH_BYTES_MAX: usize = 16 << 20;

/// What is imported. A job that is to survive its process keeps this and the last [`Cursor`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImportFile {
    /// A file, or a folder of saved pages.
    Path(PathBuf),
    /// The bookmarks in the folder of a browser's profile.
    Bookmarks(PathBuf),
    /// The history in it.
    History(PathBuf),
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ImportOptions {
    pub filter: ImportFilter,
    /// Where copies of databases lie while they are read; where temporary files are, if it is not given.
    pub scratch: Option<PathBuf>,
}

/// Where a batch ended. The next one begins there, in this reader or in a later one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    position: Position,
    /// Rows that were read, and pages that were taken.
    rows: u64,
    taken: u64,
    /// The state of the file, where rows are found again by their number.
    state: u64,
}

impl Cursor {
    /// Rows read so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }
}

#[derive(Debug, Default)]
pub struct Batch {
    pub pages: Vec<ImportedPage>,
    pub failed: Vec<FailedRow>,
    /// How many rows were not taken, and why.
    pub skipped: BTreeMap<SkipReason, u64>,
    pub cursor: Cursor,
    /// How many rows there are, where that is known; in a folder, how many files.
    pub total: Option<u64>,
    /// How much of the source was read, from 0 to 1.
    pub fraction: f32,
    /// Was this the last batch?
    pub done: bool,
}

pub struct ImportReader {
    file: ImportFile,
    options: ImportOptions,
    format: Format,
    notes: Vec<String>,
    rows: Box<dyn Rows>,
    /// Where `rows` is.
    at: Position,
    read: u64,
    state: u64,
}

impl std::fmt::Debug for ImportReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ImportReader")
            .field("file", &self.file)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl ImportFile {
    /// Finds out what it is and prepares to read it. Nothing is read from the network and nothing is changed.
    pub fn open(self, options: ImportOptions) -> Result<ImportReader, ImportError> {
        let state = self.state();
        let opened = self.rows(options.scratch.as_deref())?;
        let Opened { rows, format, notes } = opened;
        let at = Position::Start;
        Ok(ImportReader { file: self, options, format, notes, rows, at, read: 0, state })
    }

    fn rows(&self, scratch: Option<&Path>) -> Result<Opened, ImportError> {
        match self {
            Self::Path(path) => open_path(path, scratch),
            Self::Bookmarks(profile) => open_bookmarks(profile, scratch),
            Self::History(profile) => open_history(profile, scratch),
        }
    }

    /// A number that changes when the file does.
    fn state(&self) -> u64 {
        let of = |path: &Path| {
            let metadata = path.metadata().ok()?;
            let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Some(metadata.len().rotate_left(32) ^ modified.as_nanos() as u64)
        };
        match self {
            Self::Path(path) => of(path).unwrap_or(0),
            Self::Bookmarks(profile) => {
                let states = CHROMIUM_BOOKMARKS.iter().filter_map(|name| of(&profile.join(name)));
                states.fold(0, |all, state| all.rotate_left(7) ^ state)
            }
            Self::History(_) => 0,
        }
    }
}

struct Opened {
    rows: Box<dyn Rows>,
    format: Format,
    notes: Vec<String>,
}

impl Opened {
    fn new(rows: impl Rows + 'static, format: Format) -> Self {
        Self { rows: Box::new(rows), format, notes: Vec::new() }
    }
}

/// Since version 146 a signed-in profile has its bookmarks in the second.
pub(crate) const CHROMIUM_BOOKMARKS: [&str; 2] = ["Bookmarks", "AccountBookmarks"];
pub(crate) const CHROMIUM_HISTORY: &str = "History";
pub(crate) const FIREFOX_PLACES: &str = "places.sqlite";

/// Bookmarks that only the browser can read. Chromium keeps an encrypted copy of each file beside it
/// (`EncryptedBookmarks2`); it matters only where there is no other.
pub(crate) fn encrypted_bookmarks(profile: &Path) -> Option<PathBuf> {
    let missing: Vec<String> = CHROMIUM_BOOKMARKS
        .iter()
        .filter(|name| !profile.join(name).is_file())
        .map(|name| format!("Encrypted{name}"))
        .collect();
    let is_copy = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        missing.iter().any(|missing| name.starts_with(missing.as_str()))
    };
    fs::read_dir(profile).ok()?.flatten().map(|entry| entry.path()).find(is_copy)
}

fn open_path(path: &Path, scratch: Option<&Path>) -> Result<Opened, ImportError> {
    let metadata = path.metadata().map_err(ImportError::io(path))?;
    if metadata.is_dir() {
        return Ok(Opened::new(SavedFolder::open(path)?, Format::Folder));
    }
    if !metadata.is_file() {
        let what = "neither a file nor a folder".to_owned();
        return Err(ImportError::NotUnderstood { path: path.to_owned(), what });
    }
    let detected = detect(path)?;
    match &detected {
        Detected::Database => {
            open_database(path, scratch, Wanted { bookmarks: true, history: true })
        }
        Detected::Format(Format::ZipArchive) => {
            Ok(Opened::new(Zipped::open(path, scratch)?, Format::ZipArchive))
        }
        Detected::Format(format) => opened_text(path, &detected, *format),
        Detected::Table(header) => opened_text(path, &detected, header.format),
    }
}

fn opened_text(path: &Path, detected: &Detected, format: Format) -> Result<Opened, ImportError> {
    match open_text(path, detected)? {
        Some(rows) => Ok(Opened { rows, format, notes: Vec::new() }),
        None => {
            let what = format.label().to_owned();
            Err(ImportError::NotUnderstood { path: path.to_owned(), what })
        }
    }
}

fn open_database(
    path: &Path,
    scratch: Option<&Path>,
    wanted: Wanted,
) -> Result<Opened, ImportError> {
    let database = Database::copy(path, scratch)?;
    let tables = database.tables()?;
    let has_all = |wanted: &[&str]| wanted.iter().all(|table| tables.contains(*table));
    if has_all(&ChromiumHistory::TABLES) {
        Ok(Opened::new(ChromiumHistory::new(database)?, Format::ChromiumHistory))
    } else if has_all(&FirefoxPlaces::TABLES) {
        Ok(Opened::new(FirefoxPlaces::new(database, wanted)?, Format::FirefoxPlaces))
    } else {
        let what = "a database of another program".to_owned();
        Err(ImportError::NotUnderstood { path: path.to_owned(), what })
    }
}

fn open_bookmarks(profile: &Path, scratch: Option<&Path>) -> Result<Opened, ImportError> {
    let places = profile.join(FIREFOX_PLACES);
    if places.is_file() {
        return open_database(&places, scratch, Wanted { bookmarks: true, history: false });
    }
    let files = CHROMIUM_BOOKMARKS.iter().map(|name| profile.join(name));
    let files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
    let encrypted = encrypted_bookmarks(profile).map(|path| ImportError::Encrypted { path });
    if files.is_empty() {
        let path = profile.to_owned();
        return Err(encrypted.unwrap_or(ImportError::Missing { path, what: "bookmarks" }));
    }
    let mut opened = Opened::new(BookmarkTrees::open(files)?, Format::ChromiumBookmarks);
    opened.notes.extend(encrypted.map(|encrypted| encrypted.to_string()));
    Ok(opened)
}

fn open_history(profile: &Path, scratch: Option<&Path>) -> Result<Opened, ImportError> {
    for name in [FIREFOX_PLACES, CHROMIUM_HISTORY] {
        let path = profile.join(name);
        if path.is_file() {
            return open_database(&path, scratch, Wanted { bookmarks: false, history: true });
        }
    }
    Err(ImportError::Missing { path: profile.to_owned(), what: "visits" })
}

impl ImportReader {
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// What the person should know: what is in the same place and cannot be read.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Reads at most so many rows after the cursor. A batch without pages is not the end: `done` tells.
    ///
    /// If a file in which rows are counted has changed since the cursor was made, it is read from its
    /// beginning: a page may then come a second time, and none is left out.
    pub fn next_batch(&mut self, after: &Cursor, limit: usize) -> Result<Batch, ImportError> {
        let is_stale = matches!(after.position, Position::Row(_)) && after.state != self.state;
        let after = if is_stale { Cursor::default() } else { after.clone() };
        if after.position != self.at {
            self.go_to(&after)?;
        }
        let mut cursor = Cursor { state: self.state, ..after };
        let mut batch = Batch::default();
        let mut bytes = 0;
        for _ in 0..limit.max(1) {
            if self.options.filter.count.is_some_and(|count| cursor.taken >= count) {
                batch.done = true;
                break;
            }
            let Some(row) = self.next_row() else {
                batch.done = true;
                break;
            };
            cursor.rows += 1;
            match row {
                Row::Failed(failed) => batch.failed.push(failed),
                Row::Skipped(reason) => *batch.skipped.entry(reason).or_default() += 1,
                Row::Page(mut page) => match self.options.filter.apply(&mut page) {
                    Some(reason) => *batch.skipped.entry(reason).or_default() += 1,
                    None => {
                        cursor.taken += 1;
                        bytes += page.html.as_ref().map_or(0, String::len);
                        batch.pages.push(*page);
                    }
                },
            }
            if bytes >= BATCH_BYTES_MAX {
                break;
            }
        }
        cursor.position = self.at.clone();
        batch.cursor = cursor;
        batch.total = self.rows.total();
        batch.fraction = if batch.done { 1.0 } else { self.rows.fraction() };
        Ok(batch)
    }

    fn next_row(&mut self) -> Option<Row> {
        let row = self.rows.next_row()?;
        self.read += 1;
        self.at = self.rows.position().unwrap_or(Position::Row(self.read));
        Some(row)
    }

    fn go_to(&mut self, after: &Cursor) -> Result<(), ImportError> {
        if self.rows.seek(&after.position) {
            self.at = after.position.clone();
            self.read = after.rows;
            return Ok(());
        }
        self.rows = self.file.rows(self.options.scratch.as_deref())?.rows;
        (self.at, self.read) = (Position::Start, 0);
        match &after.position {
            Position::Start => {}
            Position::Row(row) => {
                while self.read < *row && self.next_row().is_some() {}
                self.at = after.position.clone();
            }
            // The kind of source is another one by now.
            position @ (Position::Key(_) | Position::File { .. }) => {
                if self.rows.seek(position) {
                    self.at = position.clone();
                }
            }
        }
        Ok(())
    }
}
