//! Imports and how far they are. Whatever a batch brings is written with the cursor after it, in one transaction,
//! so that nothing is lost and nothing comes twice, whenever the process ends.

use std::collections::BTreeMap;

use tabwright_store::rusqlite::{self, Connection, OptionalExtension as _, Row};
use tabwright_wire::knowledge::{
    FacetCount, ImportFailure, ImportFilter, ImportJob, ImportState, KeepOutcome,
};

use super::keep::{IndexedPage, NewVisit, fill, keep};
use super::read::id_of;
use super::state::ForgottenPages;
use super::{count_of, damaged, name_of, named, natural, whole};
use crate::import::FailedRow;
use crate::page::Knowledge;

/// Of all failures of an import, the first are named.
const FAILURES_MAX: u64 = 1_000;
const PLACE_CHARS_MAX: usize = 500;
/// Imports that have ended are listed for a while; the oldest go first.
const ENDED_MAX: u32 = 50;

/// An import with what it needs to go on.
#[derive(Debug, Clone)]
pub(crate) struct StoredJob {
    pub(crate) report: ImportJob,
    pub(crate) filter: ImportFilter,
    pub(crate) cursor: String,
    pub(crate) is_read: bool,
}

/// A page of a batch, ready to be written.
#[derive(Debug)]
pub(crate) struct ImportedRow {
    pub(crate) page: IndexedPage,
    pub(crate) visits: Vec<NewVisit>,
    /// Its text may be read in the browser, if it has none.
    pub(crate) may_fetch: bool,
}

/// What was read at once.
#[derive(Debug, Default)]
pub(crate) struct ImportBatch {
    pub(crate) rows: Vec<ImportedRow>,
    pub(crate) failed: Vec<FailedRow>,
    pub(crate) skipped: BTreeMap<String, u64>,
    pub(crate) progress: Progress,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Progress {
    pub(crate) cursor: String,
    pub(crate) rows: u64,
    pub(crate) total: Option<u64>,
    pub(crate) fraction: f32,
    pub(crate) done: bool,
}

/// The pages that a batch has changed, beyond their visits.
#[derive(Debug, Default)]
pub(crate) struct BatchWritten {
    /// Those that got a text: where each stands in the batch, and its id.
    pub(crate) with_text: Vec<(usize, i64)>,
    /// Those that only got folders, which are topics.
    pub(crate) in_folders: Vec<i64>,
}

pub(crate) fn add_job(
    connection: &Connection,
    filter: &ImportFilter,
    report: &ImportJob,
) -> rusqlite::Result<u32> {
    connection.execute(
        "DELETE FROM import_job WHERE id IN (
             SELECT id FROM import_job WHERE state NOT IN ('running', 'paused')
             ORDER BY id DESC LIMIT -1 OFFSET ?1)",
        [ENDED_MAX - 1],
    )?;
    connection.execute(
        "INSERT INTO import_job (state, is_read, filter, cursor, report) VALUES (?1, FALSE, ?2, '', ?3)",
        (name_of(&report.state), json(filter), json(report)),
    )?;
    Ok(count_of(connection.last_insert_rowid()))
}

const COLUMNS: &str = "id, state, is_read, filter, cursor, report,
    (SELECT count(*) FROM import_content WHERE import_content.job = import_job.id)";

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredJob> {
    let (filter, report): (String, String) = (row.get(3)?, row.get(5)?);
    let report: ImportJob = serde_json::from_str(&report).map_err(|error| damaged(5, error))?;
    Ok(StoredJob {
        report: ImportJob {
            id: row.get(0)?,
            state: named(row.get(1)?),
            contents_waiting: natural(row.get(6)?),
            ..report
        },
        is_read: row.get(2)?,
        filter: serde_json::from_str(&filter).map_err(|error| damaged(3, error))?,
        cursor: row.get(4)?,
    })
}

pub(crate) fn job(connection: &Connection, id: u32) -> rusqlite::Result<Option<StoredJob>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM import_job WHERE id = ?1"))?
        .query_row([id], stored)
        .optional()
}

/// The newest first.
pub(crate) fn jobs(connection: &Connection) -> rusqlite::Result<Vec<ImportJob>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM import_job ORDER BY id DESC"))?
        .query_map((), |row| Ok(stored(row)?.report))?
        .collect()
}

pub(crate) fn open_jobs(connection: &Connection) -> rusqlite::Result<u32> {
    let sql = "SELECT count(*) FROM import_job WHERE state IN ('running', 'paused')";
    connection.query_row(sql, (), |row| row.get(0))
}

/// The oldest import that has rows to read.
pub(crate) fn next_to_read(connection: &Connection) -> rusqlite::Result<Option<StoredJob>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM import_job WHERE state = 'running' AND NOT is_read ORDER BY id LIMIT 1"
    );
    connection.prepare_cached(&sql)?.query_row((), stored).optional()
}

fn save(connection: &Connection, job: &StoredJob) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE import_job SET state = ?2, is_read = ?3, cursor = ?4, report = ?5 WHERE id = ?1",
        )?
        .execute((
            job.report.id,
            name_of(&job.report.state),
            job.is_read,
            &job.cursor,
            json(&job.report),
        ))?;
    Ok(())
}

/// Changes an import, if it is there and the change says so.
pub(crate) fn change_job<T>(
    connection: &Connection,
    id: u32,
    change: impl FnOnce(&mut StoredJob) -> T,
) -> rusqlite::Result<Option<(T, ImportJob)>> {
    let Some(mut job) = job(connection, id)? else { return Ok(None) };
    let told = change(&mut job);
    let ended = !matches!(job.report.state, ImportState::Running | ImportState::Paused);
    if ended && job.report.state != ImportState::Failed {
        close(connection, &mut job)?;
    }
    save(connection, &job)?;
    Ok(Some((told, job.report)))
}

/// What an import that has ended needs no more may have addresses in it.
fn close(connection: &Connection, job: &mut StoredJob) -> rusqlite::Result<()> {
    job.cursor.clear();
    job.report.contents_waiting = 0;
    connection.execute("DELETE FROM import_content WHERE job = ?1", [job.report.id])?;
    Ok(())
}

/// Writes a batch with its cursor. None where the import was paused or cancelled meanwhile: then nothing of the
/// batch is written, and it is read again when the import goes on.
pub(crate) fn write_batch(
    connection: &Connection,
    id: u32,
    batch: &ImportBatch,
    now_ms: u64,
) -> rusqlite::Result<Option<BatchWritten>> {
    let Some(mut job) = running(connection, id)? else { return Ok(None) };
    let forgotten = ForgottenPages::of(connection)?;
    let mut written = BatchWritten::default();
    for (at, row) in batch.rows.iter().enumerate() {
        if forgotten.has(connection, &row.page.url)? {
            job.report.forgotten_pages += 1;
            continue;
        }
        let kept = write_row(connection, row)?;
        match kept.outcome {
            KeepOutcome::New => job.report.new_pages += 1,
            KeepOutcome::Changed | KeepOutcome::Unchanged => job.report.known_pages += 1,
        }
        let has_text = !row.page.page.text.is_empty();
        if has_text && kept.outcome != KeepOutcome::Unchanged {
            written.with_text.push((at, kept.id));
        } else if !row.page.folders.is_empty() {
            written.in_folders.push(kept.id);
        }
        if job.report.fetch_contents && row.may_fetch && !has_text {
            wait_for_text(connection, id, kept.id)?;
        }
    }
    advance(connection, &mut job, batch, now_ms)?;
    Ok(Some(written))
}

/// Counts what a batch would bring. `is_first` tells whether an address comes for the first time in the import.
pub(crate) fn count_batch(
    connection: &Connection,
    id: u32,
    batch: &ImportBatch,
    is_first: &mut dyn FnMut(&str) -> bool,
    now_ms: u64,
) -> rusqlite::Result<Option<ImportJob>> {
    let Some(mut job) = running(connection, id)? else { return Ok(None) };
    let forgotten = ForgottenPages::of(connection)?;
    for row in &batch.rows {
        let url = &row.page.url;
        if forgotten.has(connection, url)? {
            job.report.forgotten_pages += 1;
        } else if is_first(url) && id_of(connection, url)?.is_none() {
            job.report.new_pages += 1;
        } else {
            job.report.known_pages += 1;
        }
    }
    advance(connection, &mut job, batch, now_ms)?;
    Ok(Some(job.report))
}

/// An import that begins anew has counted nothing yet.
pub(crate) fn start_over(connection: &Connection, id: u32) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM import_failure WHERE job = ?1", [id])?;
    change_job(connection, id, |job| {
        job.cursor.clear();
        let report = &mut job.report;
        (report.rows, report.fraction, report.rows_total) = (0, 0.0, None);
        (report.new_pages, report.known_pages, report.forgotten_pages) = (0, 0, 0);
        report.failed_rows = 0;
        report.skipped.clear();
    })?;
    Ok(())
}

fn running(connection: &Connection, id: u32) -> rusqlite::Result<Option<StoredJob>> {
    Ok(job(connection, id)?.filter(|job| job.report.state == ImportState::Running && !job.is_read))
}

fn advance(
    connection: &Connection,
    job: &mut StoredJob,
    batch: &ImportBatch,
    now_ms: u64,
) -> rusqlite::Result<()> {
    for failed in &batch.failed {
        add_failure(connection, job, None, &failed.place, &failed.why)?;
    }
    job.report.failed_rows += batch.failed.len() as u64;
    for (why, count) in &batch.skipped {
        let added = u32::try_from(*count).unwrap_or(u32::MAX);
        match job.report.skipped.iter_mut().find(|skipped| skipped.name == *why) {
            Some(skipped) => skipped.count = skipped.count.saturating_add(added),
            None => job.report.skipped.push(FacetCount { name: why.clone(), count: added }),
        }
    }
    let progress = &batch.progress;
    job.cursor.clone_from(&progress.cursor);
    job.report.rows = progress.rows;
    job.report.rows_total = progress.total;
    job.report.fraction = progress.fraction;
    if progress.done {
        job.is_read = true;
        job.cursor.clear();
        end_if_complete(connection, job, now_ms)?;
    }
    save(connection, job)
}

/// An import is done when all rows and all texts were read.
fn end_if_complete(
    connection: &Connection,
    job: &mut StoredJob,
    now_ms: u64,
) -> rusqlite::Result<()> {
    let waiting: i64 = connection
        .prepare_cached("SELECT count(*) FROM import_content WHERE job = ?1")?
        .query_row([job.report.id], |row| row.get(0))?;
    if waiting == 0 && job.is_read && job.report.state == ImportState::Running {
        (job.report.state, job.report.ended_ms) = (ImportState::Done, Some(now_ms));
    }
    Ok(())
}

fn write_row(connection: &Connection, row: &ImportedRow) -> rusqlite::Result<super::Kept> {
    let is_older = match (row.page.page.text.is_empty(), row.page.saved_ms) {
        (false, Some(saved_ms)) => connection
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM page WHERE url = ?1 AND text_hash IS NOT NULL
                     AND text_seen_ms > ?2)",
            )?
            .query_row((&row.page.url, whole(saved_ms)), |row| row.get(0))?,
        _ => false,
    };
    if !is_older {
        return keep(connection, &row.page, &row.visits);
    }
    // A copy that was saved earlier does not take the place of what the page said later.
    let mut page = row.page.clone();
    page.page.text.clear();
    page.knowledge = Knowledge::default();
    page.vectors = None;
    keep(connection, &page, &row.visits)
}

fn add_failure(
    connection: &Connection,
    job: &StoredJob,
    page: Option<i64>,
    place: &str,
    why: &str,
) -> rusqlite::Result<()> {
    let short = |text: &str| text.chars().take(PLACE_CHARS_MAX).collect::<String>();
    connection
        .prepare_cached(
            "INSERT INTO import_failure (job, number, page, place, why)
             SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 FROM import_failure WHERE job = ?1
             HAVING count(*) < ?5",
        )?
        .execute((job.report.id, page, short(place), short(why), whole(FAILURES_MAX)))?;
    Ok(())
}

pub(crate) fn failures(connection: &Connection, id: u32) -> rusqlite::Result<Vec<ImportFailure>> {
    connection
        .prepare_cached(
            "SELECT coalesce(page.url, place), why FROM import_failure
             LEFT JOIN page ON page.id = import_failure.page WHERE job = ?1 ORDER BY number",
        )?
        .query_map([id], |row| Ok(ImportFailure { place: row.get(0)?, why: row.get(1)? }))?
        .collect()
}

fn wait_for_text(connection: &Connection, job: u32, page: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO import_content (job, page)
             SELECT ?1, id FROM page WHERE id = ?2 AND text_hash IS NULL",
        )?
        .execute((job, page))?;
    Ok(())
}

/// A page whose text is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) job: u32,
    pub(crate) page: i64,
    pub(crate) url: String,
    pub(crate) site: String,
}

/// The next pages whose text is to be read, of imports that run.
pub(crate) fn waiting(connection: &Connection, limit: u32) -> rusqlite::Result<Vec<Waiting>> {
    connection
        .prepare_cached(
            "SELECT job, page, url, site FROM import_content
             JOIN page ON page.id = page JOIN import_job ON import_job.id = job
             WHERE state = 'running' ORDER BY job, page LIMIT ?1",
        )?
        .query_map([limit], |row| {
            Ok(Waiting { job: row.get(0)?, page: row.get(1)?, url: row.get(2)?, site: row.get(3)? })
        })?
        .collect()
}

/// What came of reading the text of a page.
#[derive(Debug)]
pub(crate) enum Fetched {
    Text(Box<IndexedPage>),
    /// Why there is none.
    Nothing(String),
}

/// False where the import was paused or cancelled, or the page forgotten meanwhile: then nothing is written.
pub(crate) fn write_text(
    connection: &Connection,
    waiting: &Waiting,
    fetched: &Fetched,
    now_ms: u64,
) -> rusqlite::Result<bool> {
    let Some(mut job) = job(connection, waiting.job)? else { return Ok(false) };
    if job.report.state != ImportState::Running {
        return Ok(false);
    }
    let removed = connection
        .prepare_cached("DELETE FROM import_content WHERE job = ?1 AND page = ?2")?
        .execute((waiting.job, waiting.page))?;
    if removed > 0 {
        match fetched {
            Fetched::Text(page) => {
                fill(connection, waiting.page, page, now_ms)?;
                job.report.contents_read += 1;
            }
            Fetched::Nothing(why) => {
                add_failure(connection, &job, Some(waiting.page), "", why)?;
                job.report.contents_failed += 1;
            }
        }
    }
    end_if_complete(connection, &mut job, now_ms)?;
    save(connection, &job)?;
    Ok(removed > 0)
}

/// Ends imports that have nothing left to read, because the last pages that waited were forgotten.
pub(crate) fn end_complete(connection: &Connection, now_ms: u64) -> rusqlite::Result<()> {
    let ids: Vec<u32> = connection
        .prepare_cached("SELECT id FROM import_job WHERE state = 'running' AND is_read")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for id in ids {
        if let Some(mut job) = job(connection, id)? {
            end_if_complete(connection, &mut job, now_ms)?;
            save(connection, &job)?;
        }
    }
    Ok(())
}

/// Takes words out of what imports remember: names of failures, and whole imports that have ended. With none, it
/// takes everything, and imports that are under way with it.
pub(crate) fn forget_imports(connection: &Connection, words: Option<&str>) -> rusqlite::Result<()> {
    let Some(words) = words.filter(|words| !words.is_empty()) else {
        connection.execute("DELETE FROM import_job", ())?;
        return Ok(());
    };
    connection
        .execute("DELETE FROM import_failure WHERE instr(place, ?1) OR instr(why, ?1)", [words])?;
    connection.execute(
        "DELETE FROM import_job WHERE state NOT IN ('running', 'paused')
             AND (instr(report, ?1) OR instr(filter, ?1))",
        [words],
    )?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
