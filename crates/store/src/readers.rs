//! A few connections for reading. They see what is committed and never wait for the writer.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::Semaphore;

use crate::error::StoreError;
use crate::{connection, job};

/// Reads at a time; more wait for their turn.
const READERS_MAX: usize = 4;

#[derive(Debug)]
pub(crate) struct Readers {
    file: Arc<Path>,
    turns: Arc<Semaphore>,
    /// `None` once the store is closed.
    idle: Mutex<Option<Vec<Connection>>>,
}

impl Readers {
    /// Opens nothing yet.
    pub(crate) fn new(file: Arc<Path>) -> Arc<Self> {
        let idle = Mutex::new(Some(Vec::new()));
        Arc::new(Self { file, turns: Arc::new(Semaphore::new(READERS_MAX)), idle })
    }

    /// All statements of a job see the same state of the file.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let turns = Arc::clone(&self.turns);
        let turn = turns.acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let readers = Arc::clone(self);
        let reading = tokio::task::spawn_blocking(move || {
            let mut connection = readers.take()?;
            let file = Arc::clone(&readers.file);
            let result =
                job::run(&mut connection, &file, TransactionBehavior::Deferred, |it| work(it));
            readers.put_back(connection);
            // Owned by the job: a caller that goes away does not make room for a fifth reader.
            drop(turn);
            result
        });
        reading.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Waits for those who read, then closes all connections.
    pub(crate) async fn close(&self) {
        if let Ok(all) = self.turns.acquire_many(READERS_MAX as u32).await {
            self.lock_idle().take();
            self.turns.close();
            drop(all);
        }
    }

    fn take(&self) -> Result<Connection, StoreError> {
        let idle = self.lock_idle().as_mut().ok_or(StoreError::Closed)?.pop();
        idle.map_or_else(|| connection::reader(&self.file), Ok)
    }

    fn put_back(&self, connection: Connection) {
        if let Some(idle) = self.lock_idle().as_mut() {
            idle.push(connection);
        }
    }

    fn lock_idle(&self) -> std::sync::MutexGuard<'_, Option<Vec<Connection>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
