//! Imports as jobs: they run in the background, one batch after the other, can be paused, and go on by themselves
//! after the process was killed.
//!
//! Two tasks share the work. One reads the rows of the oldest import that has some; the other reads the texts of
//! pages in the person's browser, which may take hours. What there is to do stands in the store, so neither task
//! has a state that could be lost.

mod contents;
mod host;
mod prepare;
mod rows;
mod source;

use std::sync::Arc;

use tabwright_wire::knowledge::{
    ChangeImportParams, ImportChange, ImportFailureList, ImportJob, ImportJobList, ImportSource,
    ImportSourceList, ImportState, StartImportParams,
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::error::KnowledgeError;
use crate::import::{Roots, sources};
use crate::library::{Library, now_ms};
use crate::pages;
pub use contents::Politeness;
pub use host::ImportHost;
use source::Source;

/// Imports that are under way or paused.
const OPEN_MAX: u32 = 100;

#[derive(Debug, Clone)]
pub struct Imports {
    library: Library,
    host: Arc<dyn ImportHost>,
    politeness: Politeness,
    /// There are rows to read.
    rows: Arc<Notify>,
    /// There are texts to read, or one that was being read is no longer wanted.
    texts: Arc<Notify>,
}

impl Imports {
    #[must_use]
    pub fn new(library: Library, host: Arc<dyn ImportHost>, politeness: Politeness) -> Self {
        Self { library, host, politeness, rows: Arc::default(), texts: Arc::default() }
    }

    /// Goes on with whatever is not finished, until `stopping`.
    pub fn run(&self, tasks: &TaskTracker, stopping: &CancellationToken) {
        let (imports, stop) = (self.clone(), stopping.clone());
        tasks.spawn(async move { imports.read_rows(&stop).await });
        let (imports, stop) = (self.clone(), stopping.clone());
        tasks.spawn(async move { imports.read_texts(&stop).await });
    }

    /// The profiles of browsers on this machine.
    pub async fn sources(&self) -> Result<ImportSourceList, KnowledgeError> {
        let found = tokio::task::spawn_blocking(|| sources(&Roots::this())).await;
        let found = found.map_err(|_| KnowledgeError::Unreadable)?;
        let sources = found.into_iter().map(|source| ImportSource {
            browser: source.browser.label().to_owned(),
            profile: source.profile,
            folder: source.folder.display().to_string(),
            bookmarks_bytes: source.bookmarks_bytes,
            history_bytes: source.history_bytes,
            has_encrypted_bookmarks: source.has_encrypted_bookmarks,
        });
        Ok(ImportSourceList { sources: sources.collect() })
    }

    /// Begins an import. A file that cannot be imported is told at once.
    pub async fn start(&self, params: StartImportParams) -> Result<ImportJob, KnowledgeError> {
        let StartImportParams { source, filter, dry_run, fetch_contents } = params;
        source::check(&source)?;
        let (what, scratch) = (source.clone(), self.scratch());
        let described = tokio::task::spawn_blocking(move || {
            let notes = match source::file_of(&what) {
                Some(file) => Source::open_file(file, &Default::default(), scratch)?.notes(),
                None => Vec::new(),
            };
            Ok::<_, KnowledgeError>((source::label(&what), notes))
        });
        let (label, notes) = described.await.map_err(|_| KnowledgeError::Unreadable)??;
        let job = ImportJob {
            id: 0,
            source,
            label,
            state: ImportState::Running,
            dry_run,
            fetch_contents: fetch_contents && !dry_run,
            rows: 0,
            rows_total: None,
            fraction: 0.0,
            new_pages: 0,
            known_pages: 0,
            forgotten_pages: 0,
            failed_rows: 0,
            skipped: Vec::new(),
            contents_waiting: 0,
            contents_read: 0,
            contents_failed: 0,
            notes,
            started_ms: now_ms(),
            ended_ms: None,
            error: None,
        };
        let report = job.clone();
        let added = self.library.store().write(move |connection| {
            if pages::open_jobs(connection)? >= OPEN_MAX {
                return Ok(None);
            }
            pages::add_job(connection, &filter, &report).map(Some)
        });
        let id = added.await?.ok_or(KnowledgeError::TooManyImports)?;
        self.rows.notify_one();
        Ok(ImportJob { id, ..job })
    }

    pub async fn list(&self) -> Result<ImportJobList, KnowledgeError> {
        Ok(ImportJobList { imports: self.library.store().read(pages::jobs).await? })
    }

    /// When this returns, no row comes any more of an import that was paused or cancelled.
    pub async fn change(&self, params: ChangeImportParams) -> Result<ImportJob, KnowledgeError> {
        let ChangeImportParams { import, change } = params;
        let changed = self.library.store().write(move |connection| {
            let changed =
                pages::change_job(connection, import, |job| apply(change, &mut job.report));
            // What it waited for may have been forgotten while it was paused.
            pages::end_complete(connection, now_ms())?;
            changed
        });
        let (could, job) = changed.await?.ok_or(KnowledgeError::NoSuchImport(import))?;
        if !could {
            return Err(KnowledgeError::ImportEnded(import));
        }
        self.rows.notify_one();
        self.texts.notify_one();
        Ok(job)
    }

    pub async fn failures(&self, import: u32) -> Result<ImportFailureList, KnowledgeError> {
        let found = self.library.store().read(move |connection| {
            let Some(job) = pages::job(connection, import)? else { return Ok(None) };
            let total = job.report.failed_rows + job.report.contents_failed;
            Ok(Some(ImportFailureList { failures: pages::failures(connection, import)?, total }))
        });
        found.await?.ok_or(KnowledgeError::NoSuchImport(import))
    }

    /// After something was forgotten: an import that waited for just that has nothing left to do.
    pub async fn forgot(&self) -> Result<(), KnowledgeError> {
        let now = now_ms();
        self.library.store().write(move |connection| pages::end_complete(connection, now)).await?;
        self.texts.notify_one();
        Ok(())
    }

    /// Copies of databases lie beside the store while they are read, where nobody else looks.
    fn scratch(&self) -> Option<std::path::PathBuf> {
        self.library.store().file().parent().map(std::path::Path::to_path_buf)
    }
}

/// False where that cannot be done any more. What is so already is as good.
fn apply(change: ImportChange, job: &mut ImportJob) -> bool {
    use ImportState::{Cancelled, Done, Failed, Paused, Running};
    let wanted = match change {
        ImportChange::Pause => Paused,
        ImportChange::Resume => Running,
        ImportChange::Cancel => Cancelled,
    };
    match (job.state, wanted) {
        (now, wanted) if now == wanted => {}
        (Done | Cancelled, _) | (Failed, Paused) => return false,
        (Running | Paused | Failed, Cancelled) => {
            (job.state, job.ended_ms) = (Cancelled, Some(now_ms()));
        }
        (_, wanted) => {
            (job.state, job.ended_ms, job.error) = (wanted, None, None);
        }
    }
    true
}
