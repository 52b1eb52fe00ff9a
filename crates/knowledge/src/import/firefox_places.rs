//! The bookmarks and the history of Firefox, which are one database.

use std::collections::{HashMap, HashSet, VecDeque};

use tabwright_store::rusqlite::{self, params};

use super::database::{Database, number, text};
use super::dates;
use super::error::ImportError;
use super::page::{ImportedPage, Row, SkipReason, Visit};
use super::rows::{Position, Rows};
use super::visits::Visits;

const ROWS_AT_ONCE: i64 = 500;
const FOLDERS_MAX: i64 = 200_000;
const DEPTH_MAX: usize = 64;
/// Visits that are none: frames in a page (4, 8) and downloads (7).
const NOT_SEEN: [i64; 3] = [4, 7, 8];
const TAGS_ROOT: &str = "tags________";
/// Folders that are in every profile, whose names say nothing.
const ROOTS: [&str; 5] =
    ["root________", "menu________", "toolbar_____", "unfiled_____", "mobile______"];

/// What of the database is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) bookmarks: bool,
    pub(crate) history: bool,
}

pub(crate) struct FirefoxPlaces {
    database: Database,
    wanted: Wanted,
    folders: HashMap<i64, Folder>,
    has_description: bool,
    rows: VecDeque<(i64, Row)>,
    at: i64,
    read: u64,
    total: u64,
    ended: bool,
}

struct Folder {
    parent: i64,
    title: String,
    guid: String,
}

#[derive(Default)]
struct Bookmarked {
    title: String,
    added_ms: Option<i64>,
    folders: Vec<Vec<String>>,
    tags: Vec<String>,
    is_bookmark: bool,
}

impl FirefoxPlaces {
    pub(crate) const TABLES: [&'static str; 3] =
        ["moz_places", "moz_historyvisits", "moz_bookmarks"];

    pub(crate) fn new(database: Database, wanted: Wanted) -> Result<Self, ImportError> {
        let database = database.prepared(
            "CREATE INDEX IF NOT EXISTS moz_historyvisits_placedateindex
                 ON moz_historyvisits (place_id, visit_date);
             CREATE INDEX IF NOT EXISTS moz_bookmarks_itemindex ON moz_bookmarks (fk, type);",
        )?;
        let columns = database.count(
            "SELECT count(*) FROM pragma_table_info('moz_places') WHERE name = 'description'",
        )?;
        let total = database.count(match wanted {
            Wanted { history: false, .. } => {
                "SELECT count(DISTINCT fk) FROM moz_bookmarks WHERE type = 1"
            }
            _ => "SELECT count(*) FROM moz_places",
        })?;
        let mut places = Self {
            database,
            wanted,
            folders: HashMap::new(),
            has_description: columns > 0,
            rows: VecDeque::new(),
            at: i64::MIN,
            read: 0,
            total,
            ended: false,
        };
        // Bookmarks without the names of their folders are better than none.
        places.folders = places.read_folders().unwrap_or_default();
        Ok(places)
    }

    fn read_folders(&self) -> rusqlite::Result<HashMap<i64, Folder>> {
        let mut statement = self.database.connection.prepare(
            "SELECT id, parent, substr(title, 1, 1000), guid FROM moz_bookmarks WHERE type = 2 LIMIT ?1",
        )?;
        let folders = statement.query_map([FOLDERS_MAX], |row| {
            let folder = Folder { parent: number(row, 1), title: text(row, 2), guid: text(row, 3) };
            Ok((number(row, 0), folder))
        })?;
        folders.collect()
    }

    fn refill(&self) -> rusqlite::Result<VecDeque<(i64, Row)>> {
        let description =
            if self.has_description { "substr(description, 1, 4000)" } else { "NULL" };
        let only = if self.wanted.history {
            ""
        } else {
            "AND EXISTS (SELECT 1 FROM moz_bookmarks b WHERE b.fk = p.id AND b.type = 1)"
        };
        let sql = format!(
            "SELECT id, substr(url, 1, 20000), substr(title, 1, 4000), visit_count, last_visit_date, hidden,
             {description} FROM moz_places p WHERE id > ?1 {only} ORDER BY id LIMIT ?2"
        );
        let mut statement = self.database.connection.prepare_cached(&sql)?;
        let places = statement.query_map(params![self.at, ROWS_AT_ONCE], |row| {
            let page = ImportedPage {
                url: text(row, 1),
                title: text(row, 2),
                description: Some(text(row, 6)),
                visit_count: u64::try_from(number(row, 3)).unwrap_or(0),
                last_visit_ms: dates::from_unix_us(number(row, 4)),
                ..ImportedPage::default()
            };
            Ok((number(row, 0), page, number(row, 5) != 0))
        })?;
        let places: Vec<_> = places.collect::<rusqlite::Result<_>>()?;
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return Ok(VecDeque::new());
        };
        let (first, last) = (first.0, last.0);
        let mut visits =
            if self.wanted.history { self.visits(first, last)? } else { HashMap::new() };
        let mut bookmarks = self.bookmarks(first, last)?;
        let row = |(id, page, is_hidden)| {
            let row = self.row(id, page, is_hidden, visits.remove(&id), bookmarks.remove(&id));
            (id, row)
        };
        Ok(places.into_iter().map(row).collect())
    }

    fn row(
        &self,
        id: i64,
        mut page: ImportedPage,
        is_hidden: bool,
        visits: Option<Visits>,
        bookmarked: Option<Bookmarked>,
    ) -> Row {
        let bookmarked = bookmarked.filter(|b| b.is_bookmark && self.wanted.bookmarks);
        let is_bookmark = bookmarked.is_some();
        // A redirect and a frame are hidden; what was never opened is a link that Firefox has heard of.
        let is_seen = match &visits {
            Some(visits) => visits.seen > 0 && !is_hidden,
            None => self.wanted.history && page.visit_count > 0 && !is_hidden,
        };
        if !is_seen && !is_bookmark {
            return Row::Skipped(SkipReason::NotSeen);
        }
        if let Some(bookmarked) = bookmarked {
            if !bookmarked.title.is_empty() {
                page.title = bookmarked.title;
            }
            page.added_ms = bookmarked.added_ms;
            page.folders = bookmarked.folders;
            page.tags = bookmarked.tags;
        }
        if !is_seen {
            (page.visit_count, page.last_visit_ms) = (0, None);
        } else if let Some(visits) = visits {
            page.visit_count = visits.seen;
            page.visits = visits.newest.into();
        }
        Row::of(page, || format!("row {id} of moz_places"))
    }

    fn visits(&self, first: i64, last: i64) -> rusqlite::Result<HashMap<i64, Visits>> {
        let mut statement = self.database.connection.prepare_cached(
            "SELECT place_id, visit_date, visit_type FROM moz_historyvisits
             WHERE place_id BETWEEN ?1 AND ?2 ORDER BY place_id, visit_date",
        )?;
        let mut rows = statement.query(params![first, last])?;
        let mut visits: HashMap<i64, Visits> = HashMap::new();
        while let Some(row) = rows.next()? {
            let visits = visits.entry(number(row, 0)).or_default();
            if !NOT_SEEN.contains(&number(row, 2))
                && let Some(at_ms) = dates::from_unix_us(number(row, 1))
            {
                visits.add(Visit { at_ms, duration_ms: 0 });
            }
        }
        Ok(visits)
    }

    fn bookmarks(&self, first: i64, last: i64) -> rusqlite::Result<HashMap<i64, Bookmarked>> {
        let mut statement = self.database.connection.prepare_cached(
            "SELECT fk, parent, substr(title, 1, 4000), dateAdded FROM moz_bookmarks
             WHERE fk BETWEEN ?1 AND ?2 AND type = 1 ORDER BY fk, id",
        )?;
        let mut rows = statement.query(params![first, last])?;
        let mut bookmarks: HashMap<i64, Bookmarked> = HashMap::new();
        while let Some(row) = rows.next()? {
            let bookmarked = bookmarks.entry(number(row, 0)).or_default();
            let parent = number(row, 1);
            if let Some(tag) = self.tag(parent) {
                bookmarked.tags.push(tag.to_owned());
                continue;
            }
            let added_ms = dates::from_unix_us(number(row, 3));
            bookmarked.added_ms = match (bookmarked.added_ms, added_ms) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
            if bookmarked.title.is_empty() {
                bookmarked.title = text(row, 2);
            }
            bookmarked.is_bookmark = true;
            let path = self.path(parent);
            if bookmarked.folders.len() < DEPTH_MAX && !bookmarked.folders.contains(&path) {
                bookmarked.folders.push(path);
            }
        }
        Ok(bookmarks)
    }

    /// A tag is a folder in the folder of tags.
    fn tag(&self, folder: i64) -> Option<&str> {
        let folder = self.folders.get(&folder)?;
        let parent = self.folders.get(&folder.parent)?;
        (parent.guid == TAGS_ROOT).then_some(folder.title.as_str())
    }

    fn path(&self, folder: i64) -> Vec<String> {
        let mut path = Vec::new();
        let mut seen = HashSet::new();
        let mut next = folder;
        // A damaged database may have folders that contain each other.
        while let Some(folder) = self.folders.get(&next)
            && !ROOTS.contains(&folder.guid.as_str())
            && path.len() < DEPTH_MAX
            && seen.insert(next)
        {
            path.push(folder.title.clone());
            next = folder.parent;
        }
        path.reverse();
        path
    }
}

impl Rows for FirefoxPlaces {
    fn next_row(&mut self) -> Option<Row> {
        if self.rows.is_empty() && !self.ended {
            match self.refill() {
                Ok(rows) => {
                    self.ended = rows.is_empty();
                    self.rows = rows;
                }
                Err(error) => {
                    self.ended = true;
                    let why = format!("The rest of the database cannot be read: {error}");
                    return Some(Row::failed(format!("after row {} of moz_places", self.at), why));
                }
            }
        }
        let (id, row) = self.rows.pop_front()?;
        self.at = id;
        self.read += 1;
        Some(row)
    }

    fn position(&self) -> Option<Position> {
        Some(Position::Key(self.at))
    }

    fn seek(&mut self, after: &Position) -> bool {
        let Position::Key(key) = after else { return false };
        self.rows.clear();
        (self.at, self.ended) = (*key, false);
        let sql = if self.wanted.history {
            format!("SELECT count(*) FROM moz_places WHERE id <= {key}")
        } else {
            format!("SELECT count(DISTINCT fk) FROM moz_bookmarks WHERE type = 1 AND fk <= {key}")
        };
        self.read = self.database.count(&sql).unwrap_or(0);
        true
    }

    fn total(&self) -> Option<u64> {
        Some(self.total)
    }

    fn fraction(&self) -> f32 {
        if self.total == 0 { 1.0 } else { (self.read as f32 / self.total as f32).min(1.0) }
    }
}
