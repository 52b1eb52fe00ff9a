//! The task that reads rows: batch by batch, each written with where it ended.

use std::hash::BuildHasher as _;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashSet};
use tabwright_wire::Problem;
use tabwright_wire::knowledge::{ImportState, ImportWhat};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, info_span};

use super::Imports;
use super::prepare::Preparing;
use super::source::{Connected, Source, file_of};
use crate::error::KnowledgeError;
use crate::library::now_ms;
use crate::pages::{self, BatchWritten, ImportBatch, StoredJob};

/// A dry run tells addresses apart up to here; what comes after that is taken for new.
const DRY_RUN_ADDRESSES_MAX: usize = 2_000_000;

impl Imports {
    /// Reads rows whenever there are some, until `stopping`.
    pub(super) async fn read_rows(&self, stopping: &CancellationToken) {
        loop {
            let work = async {
                while self.read_next_import().await {}
                self.rows.notified().await;
            };
            tokio::select! {
                () = work => {}
                () = stopping.cancelled() => return,
            }
        }
    }

    /// False where there is nothing to read, or nothing can be read or written now.
    async fn read_next_import(&self) -> bool {
        let job = match self.library.store().read(pages::next_to_read).await {
            Ok(Some(job)) => job,
            Ok(None) => return false,
            Err(error) => {
                tracing::warn!(%error, "imports cannot be read");
                return false;
            }
        };
        let span = info_span!("import", job = job.report.id);
        self.finish_reading(job).instrument(span).await
    }

    /// Reads an import to its end. False where not even its failure can be written down.
    async fn finish_reading(&self, job: StoredJob) -> bool {
        let id = job.report.id;
        let Err(error) = self.read_import(job).await else {
            tracing::debug!("the rows of the import are read");
            self.library.changed_much();
            self.texts.notify_one();
            return true;
        };
        let problem = Problem::from(error);
        // What happened is for the person: it may name their files, so it is not in the daemon's log.
        tracing::warn!(code = ?problem.code, "the import failed");
        let failed = self.library.store().write(move |connection| {
            pages::change_job(connection, id, |job| {
                if job.report.state == ImportState::Running {
                    job.report.state = ImportState::Failed;
                    job.report.ended_ms = Some(now_ms());
                    job.report.error = Some(format!("{}. {}", problem.title, problem.fix));
                }
            })
        });
        failed.await.is_ok()
    }

    async fn read_import(&self, mut job: StoredJob) -> Result<(), KnowledgeError> {
        let id = job.report.id;
        if job.report.dry_run && job.report.rows > 0 {
            // What it had counted as the same is not known any more, and it keeps nothing: it begins anew.
            self.library.store().write(move |connection| pages::start_over(connection, id)).await?;
            job.cursor.clear();
        }
        let mut source = self.open(&job).await?;
        let mut counted = Counted::default();
        loop {
            let (batch, reading) = self.next_batch(source, &job).await?;
            source = reading;
            let progress = batch.progress.clone();
            let wrote = match job.report.dry_run {
                true => {
                    let (told, addresses) = self.count(id, batch, counted).await?;
                    counted = addresses;
                    told
                }
                false => self.write(id, batch).await?,
            };
            if !wrote || progress.done {
                return Ok(());
            }
            job.cursor = progress.cursor;
        }
    }

    async fn open(&self, job: &StoredJob) -> Result<Source, KnowledgeError> {
        let filter = job.filter.clone();
        if let Some(file) = file_of(&job.report.source) {
            let scratch = self.scratch();
            let opened =
                tokio::task::spawn_blocking(move || Source::open_file(file, &filter, scratch));
            return Ok(opened.await.map_err(|_| KnowledgeError::Unreadable)??);
        }
        let ImportWhat::Connected { bookmarks, history } = job.report.source else {
            return Err(KnowledgeError::NothingToImport);
        };
        self.host.until_browser().await.map_err(KnowledgeError::Browser)?;
        let both = bookmarks && history;
        let bookmarks = match bookmarks {
            true => self.told(job, both, self.host.bookmarks().await).await?,
            false => Vec::new(),
        };
        let both = both && !bookmarks.is_empty();
        let history = match history {
            true => self.told(job, both, self.host.history().await).await?,
            false => Vec::new(),
        };
        Ok(Source::Connected(Connected::new(bookmarks, history, &filter)))
    }

    /// Not every browser tells both lists: where the other one is there, what is missing is noted.
    async fn told<T>(
        &self,
        job: &StoredJob,
        has_other: bool,
        list: Result<Vec<T>, Problem>,
    ) -> Result<Vec<T>, KnowledgeError> {
        let problem = match list {
            Ok(list) => return Ok(list),
            Err(problem) if !has_other => return Err(KnowledgeError::Browser(problem)),
            Err(problem) => problem,
        };
        let id = job.report.id;
        let noted = self.library.store().write(move |connection| {
            pages::change_job(connection, id, |job| {
                if !job.report.notes.contains(&problem.title) {
                    job.report.notes.push(problem.title);
                }
            })
        });
        noted.await?;
        Ok(Vec::new())
    }

    async fn next_batch(
        &self,
        mut source: Source,
        job: &StoredJob,
    ) -> Result<(ImportBatch, Source), KnowledgeError> {
        let settings = self.library.settings().await?;
        let (encoder, host) = (self.library.encoder(), Arc::clone(&self.host));
        let (cursor, started_ms) = (job.cursor.clone(), job.report.started_ms);
        let read = tokio::task::spawn_blocking(move || {
            let read = source.next(&cursor)?;
            let preparing = Preparing {
                encoder: &*encoder,
                settings: &settings,
                host: &*host,
                started_ms,
                now_ms: now_ms(),
            };
            Ok::<_, KnowledgeError>((preparing.batch(read), source))
        });
        read.await.map_err(|_| KnowledgeError::Unreadable)?
    }

    /// False where the import was paused or cancelled meanwhile.
    async fn write(&self, id: u32, batch: ImportBatch) -> Result<bool, KnowledgeError> {
        let batch = Arc::new(batch);
        let written = Arc::clone(&batch);
        let told = self
            .library
            .store()
            .write(move |connection| pages::write_batch(connection, id, &written, now_ms()));
        let Some(BatchWritten { with_text, in_folders }) = told.await? else { return Ok(false) };
        let with_vectors = with_text.into_iter().map(|(at, page)| {
            let vectors = batch.rows.get(at).and_then(|row| row.page.vectors.as_ref());
            (page, vectors.map_or(&[][..], |(_, vectors)| vectors))
        });
        self.library.wrote(with_vectors.collect(), &in_folders);
        self.texts.notify_one();
        Ok(true)
    }

    async fn count(
        &self,
        id: u32,
        batch: ImportBatch,
        mut counted: Counted,
    ) -> Result<(bool, Counted), KnowledgeError> {
        let told = self.library.store().write(move |connection| {
            let mut is_first = |url: &str| counted.is_first(url);
            let told = pages::count_batch(connection, id, &batch, &mut is_first, now_ms())?;
            Ok((told.is_some(), counted))
        });
        Ok(told.await?)
    }
}

/// The addresses that a dry run has met.
#[derive(Debug, Default)]
struct Counted(FxHashSet<u64>);

impl Counted {
    fn is_first(&mut self, url: &str) -> bool {
        self.0.len() >= DRY_RUN_ADDRESSES_MAX || self.0.insert(FxBuildHasher.hash_one(url))
    }
}
