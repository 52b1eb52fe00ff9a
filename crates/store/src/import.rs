//! Takes in the files in which earlier versions kept things, once.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension as _, Transaction};

use crate::error::StoreError;
use crate::store::Store;

/// What is behind the name of a file that was imported.
const SUFFIX: &str = ".imported";

/// What became of a file of an earlier version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Import {
    /// There is no such file.
    Nothing,
    /// Its contents are in the store, and the file has a new name.
    Done { renamed: PathBuf },
    /// It was imported before and is there again. What is in the store counts.
    Before,
    /// It cannot be understood. It was left alone, so that nothing of it is lost.
    Damaged { why: String },
}

impl Store {
    /// Imports a file: `read` makes sense of its bytes, `write` puts it into the room's tables. That it
    /// was imported is written down in the same transaction, so that a file which cannot be renamed, or a
    /// daemon that is killed in between, brings nothing back that was deleted since.
    pub async fn import_once<T: Send + 'static>(
        &self,
        file: &Path,
        read: impl FnOnce(&[u8]) -> Result<T, String>,
        write: impl FnOnce(&Transaction<'_>, T) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<Import, StoreError> {
        if self.is_read_only() {
            return Ok(Import::Nothing);
        }
        let imported = match tokio::fs::read(file).await {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Import::Nothing,
            Err(error) => Import::Damaged { why: error.to_string() },
            Ok(bytes) => match read(&bytes) {
                Err(why) => Import::Damaged { why },
                Ok(contents) => self.import(file, contents, write).await?,
            },
        };
        let file = file.display();
        match &imported {
            Import::Nothing => {}
            Import::Done { renamed } => {
                tracing::info!(%file, renamed = %renamed.display(), "moved into the store");
            }
            Import::Before => {
                tracing::warn!(%file, "was moved into the store before and is not read again; remove it");
            }
            Import::Damaged { why } => {
                tracing::warn!(%file, why, "cannot be moved into the store and was left as it is; mend it and restart the daemon, or remove it");
            }
        }
        Ok(imported)
    }

    async fn import<T: Send + 'static>(
        &self,
        file: &Path,
        contents: T,
        write: impl FnOnce(&Transaction<'_>, T) -> rusqlite::Result<()> + Send + 'static,
    ) -> Result<Import, StoreError> {
        let path = file.display().to_string();
        let is_new = self
            .write(move |transaction| {
                let known = transaction
                    .query_row("SELECT 1 FROM imported_file WHERE path = ?1", [&path], |_| Ok(()))
                    .optional()?;
                if known.is_some() {
                    return Ok(false);
                }
                write(transaction, contents)?;
                transaction.execute("INSERT INTO imported_file (path) VALUES (?1)", [&path])?;
                Ok(true)
            })
            .await?;
        let renamed = behind(file);
        match tokio::fs::rename(file, &renamed).await {
            Ok(()) if is_new => Ok(Import::Done { renamed }),
            Err(error) if is_new => {
                tracing::warn!(file = %file.display(), %error, "was moved into the store, but cannot be renamed");
                Ok(Import::Done { renamed: file.to_owned() })
            }
            _ => Ok(Import::Before),
        }
    }
}

fn behind(file: &Path) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(SUFFIX);
    name.into()
}
