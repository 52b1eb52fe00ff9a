//! The one thread that writes.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;
use crate::{connection, job, schema};

/// Jobs that wait. Whoever brings one more waits for a place: backpressure, not growth.
const QUEUE_MAX: usize = 64;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

#[derive(Debug)]
pub(crate) struct Writer {
    file: Arc<Path>,
    /// `None` once the store is closed.
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Opens the file on the thread that will own it. Gives the version of its schema as well.
    pub(crate) async fn start(file: Arc<Path>) -> Result<(Self, u32), StoreError> {
        let (jobs, queue) = mpsc::channel(QUEUE_MAX);
        let (opened, opening) = oneshot::channel();
        let path = Arc::clone(&file);
        let thread = thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write(&path, queue, opened))
            .map_err(|error| StoreError::file(&file, error))?;
        let died = |_| StoreError::Panicked("while the file was opened".to_owned());
        let version = opening.await.map_err(died)??;
        let writer = Self { file, jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)) };
        Ok((writer, version))
    }

    /// A caller that goes away before its job has a place in the queue takes the job with it. Once in the
    /// queue, the job is done whether or not anybody waits for it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let jobs = self.lock_jobs().clone().ok_or(StoreError::Closed)?;
        let (done, result) = oneshot::channel();
        let file = Arc::clone(&self.file);
        let job: Job = Box::new(move |connection| {
            let _ = done.send(job::run(connection, &file, TransactionBehavior::Immediate, work));
        });
        jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        drop(jobs);
        result.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Moves all that is in the write-ahead log into the file and empties the log, so that what was deleted is in
    /// neither. Waits for readers that still need the log.
    pub(crate) async fn truncate_log(&self) -> Result<(), StoreError> {
        let jobs = self.lock_jobs().clone().ok_or(StoreError::Closed)?;
        let (done, result) = oneshot::channel();
        let file = Arc::clone(&self.file);
        let job: Job = Box::new(move |connection| {
            let truncated = connection
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get::<_, i64>(0))
                .map_err(|error| StoreError::sqlite(&file, error));
            let _ = done.send(truncated.and_then(|busy| match busy {
                0 => Ok(()),
                _ => Err(StoreError::Locked(file.to_path_buf())),
            }));
        });
        jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        drop(jobs);
        result.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Returns when every job in the queue is done and the file is closed.
    pub(crate) async fn close(&self) {
        self.lock_jobs().take();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }

    fn lock_jobs(&self) -> std::sync::MutexGuard<'_, Option<mpsc::Sender<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(
    file: &Path,
    mut queue: mpsc::Receiver<Job>,
    opened: oneshot::Sender<Result<u32, StoreError>>,
) {
    let mut connection = match open(file) {
        Ok((connection, version)) => {
            let _ = opened.send(Ok(version));
            connection
        }
        Err(error) => {
            let _ = opened.send(Err(error));
            return;
        }
    };
    while let Some(job) = queue.blocking_recv() {
        job(&mut connection);
    }
}

/// A file of a newer schema is opened as it is: nothing is written to it.
fn open(file: &Path) -> Result<(Connection, u32), StoreError> {
    if file.exists() {
        let reader = connection::reader(file)?;
        let found = schema::version(&reader, file)?;
        if found > schema::newest() {
            return Ok((reader, found));
        }
    }
    let mut connection = connection::writer(file)?;
    if schema::version(&connection, file)? < schema::newest() {
        schema::migrate(&mut connection, file)?;
    }
    Ok((connection, schema::newest()))
}
