//! The store as the other crates see it.

use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, Transaction};

use crate::error::StoreError;
use crate::readers::Readers;
use crate::writer::Writer;
use crate::{connection, schema};

/// An open file. Clones share it.
#[derive(Debug, Clone)]
pub struct Store {
    file: Arc<Path>,
    writer: Arc<Writer>,
    readers: Arc<Readers>,
    /// Of the file; it may be newer than what this program knows.
    schema: u32,
}

impl Store {
    /// Opens the file, makes it where there is none, and brings its schema to the newest version. A file of
    /// a newer schema is opened for reading only: see [`Store::is_read_only`].
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        let file: Arc<Path> = file.into();
        let (writer, schema) = Writer::start(Arc::clone(&file)).await?;
        let readers = Readers::new(Arc::clone(&file));
        Ok(Self { file, writer: Arc::new(writer), readers, schema })
    }

    /// Runs a job off the async workers. All its statements see the same state of the file.
    pub async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.readers.run(job).await
    }

    /// Runs a job on the writer thread, in a transaction that holds all or nothing of what it did. When
    /// this returns `Ok`, that is on disk.
    pub async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.writable()?;
        self.writer.run(job).await
    }

    /// Empties the write-ahead log. When this returns `Ok`, what was deleted before is in no file any more.
    pub async fn truncate_log(&self) -> Result<(), StoreError> {
        self.writable()?;
        self.writer.truncate_log().await
    }

    /// Where the file is.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The file was written by a newer Tabwright: every write fails with [`StoreError::Newer`].
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.schema > schema::newest()
    }

    /// Waits until what was asked for is done, and closes the file. Later jobs of any clone fail with
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    fn writable(&self) -> Result<(), StoreError> {
        if self.is_read_only() {
            let (file, known) = (self.file.to_path_buf(), schema::newest());
            return Err(StoreError::Newer { file, found: self.schema, known });
        }
        Ok(())
    }
}

/// A database with the newest schema that is in no file and gone with the connection: for a crate that has to work once
/// on what is not to be kept. Blocks the thread.
pub fn in_memory() -> Result<Connection, StoreError> {
    let mut connection = connection::in_memory()?;
    schema::migrate(&mut connection, Path::new(connection::IN_MEMORY))?;
    Ok(connection)
}
