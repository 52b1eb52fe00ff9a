//! The history of Chromium and the browsers made from it.

use std::collections::{HashMap, VecDeque};

use tabwright_store::rusqlite::{self, params};

use super::database::{Database, number, text};
use super::dates;
use super::error::ImportError;
use super::page::{ImportedPage, Row, SkipReason, Visit};
use super::rows::{Position, Rows};
use super::visits::Visits;

const ROWS_AT_ONCE: i64 = 500;
/// The kind of a visit is in the lowest byte of its transition.
const TRANSITION_KIND: i64 = 0xFF;
/// A frame that the page loaded, and one that the person did.
const SUBFRAMES: [i64; 2] = [3, 4];
/// The last of a chain of redirects, which is what one sees.
const CHAIN_END: i64 = 0x2000_0000;

pub(crate) struct ChromiumHistory {
    database: Database,
    rows: VecDeque<(i64, Row)>,
    at: i64,
    read: u64,
    total: u64,
    ended: bool,
}

impl ChromiumHistory {
    pub(crate) const TABLES: [&'static str; 2] = ["urls", "visits"];

    pub(crate) fn new(database: Database) -> Result<Self, ImportError> {
        let database =
            database.prepared("CREATE INDEX IF NOT EXISTS visits_url_index ON visits (url)")?;
        let total = database.count("SELECT count(*) FROM urls")?;
        Ok(Self { database, rows: VecDeque::new(), at: i64::MIN, read: 0, total, ended: false })
    }

    fn refill(&self) -> rusqlite::Result<VecDeque<(i64, Row)>> {
        let connection = &self.database.connection;
        let mut urls = connection.prepare_cached(
            "SELECT id, substr(url, 1, 20000), substr(title, 1, 4000), visit_count, last_visit_time
             FROM urls WHERE id > ?1 ORDER BY id LIMIT ?2",
        )?;
        let pages = urls.query_map(params![self.at, ROWS_AT_ONCE], |row| {
            let page =
                ImportedPage { url: text(row, 1), title: text(row, 2), ..ImportedPage::default() };
            Ok((number(row, 0), page, number(row, 3), number(row, 4)))
        })?;
        let pages: Vec<_> = pages.collect::<rusqlite::Result<_>>()?;
        let (Some(first), Some(last)) = (pages.first(), pages.last()) else {
            return Ok(VecDeque::new());
        };
        let mut visits = self.visits(first.0, last.0)?;
        let row = |(id, mut page, count, last): (i64, ImportedPage, i64, i64)| {
            let row = match visits.remove(&id) {
                Some(visits) if visits.seen == 0 => Row::Skipped(SkipReason::NotSeen),
                visits => {
                    match visits {
                        Some(visits) => {
                            page.visit_count = visits.seen;
                            page.visits = visits.newest.into();
                        }
                        // Its visits may have expired before it did.
                        None => {
                            page.visit_count = u64::try_from(count).unwrap_or(0);
                            page.last_visit_ms = dates::from_webkit_us(last);
                        }
                    }
                    Row::of(page, || format!("row {id} of urls"))
                }
            };
            (id, row)
        };
        Ok(pages.into_iter().map(row).collect())
    }

    fn visits(&self, first: i64, last: i64) -> rusqlite::Result<HashMap<i64, Visits>> {
        let mut statement = self.database.connection.prepare_cached(
            "SELECT url, visit_time, transition, visit_duration FROM visits
             WHERE url BETWEEN ?1 AND ?2 ORDER BY url, visit_time",
        )?;
        let mut rows = statement.query(params![first, last])?;
        let mut visits: HashMap<i64, Visits> = HashMap::new();
        while let Some(row) = rows.next()? {
            let visits = visits.entry(number(row, 0)).or_default();
            let transition = number(row, 2);
            let is_seen =
                transition & CHAIN_END != 0 && !SUBFRAMES.contains(&(transition & TRANSITION_KIND));
            if is_seen && let Some(at_ms) = dates::from_webkit_us(number(row, 1)) {
                let duration_ms = u64::try_from(number(row, 3) / 1_000).unwrap_or(0);
                visits.add(Visit { at_ms, duration_ms });
            }
        }
        Ok(visits)
    }
}

impl Rows for ChromiumHistory {
    fn next_row(&mut self) -> Option<Row> {
        if self.rows.is_empty() && !self.ended {
            match self.refill() {
                Ok(rows) => {
                    self.ended = rows.is_empty();
                    self.rows = rows;
                }
                Err(error) => {
                    self.ended = true;
                    let why = format!("The rest of the history cannot be read: {error}");
                    return Some(Row::failed(format!("after row {} of urls", self.at), why));
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
        let sql = format!("SELECT count(*) FROM urls WHERE id <= {key}");
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
