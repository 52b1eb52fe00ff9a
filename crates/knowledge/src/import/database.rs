//! A database of a browser, copied. A browser that runs holds its databases locked, and none is ever opened
//! in its place: reading one could already write to it.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tabwright_store::rusqlite::types::ValueRef;
use tabwright_store::rusqlite::{self, Connection, OpenFlags, Row as SqlRow};
use tempfile::TempDir;

use super::error::ImportError;

/// What has not been written into the database yet: SQLite completes it from these, in the copy.
const COMPANIONS: &[&str] = &["-journal", "-wal"];
/// How often to try for a copy during which nothing was written.
const ATTEMPTS: usize = 8;
const DATABASE_BYTES_MAX: u64 = 16 << 30;

pub(crate) struct Database {
    pub(crate) connection: Connection,
    path: PathBuf,
    /// Where a file in use cannot be removed, its folder is kept until the end.
    _folder: Option<TempDir>,
}

impl Database {
    /// Copies it to a folder of its own, in `scratch` or else where temporary files are.
    pub(crate) fn copy(path: &Path, scratch: Option<&Path>) -> Result<Self, ImportError> {
        let bytes = path.metadata().map_err(ImportError::io(path))?.len();
        if bytes > DATABASE_BYTES_MAX {
            let path = path.to_owned();
            return Err(ImportError::TooLarge { path, bytes_max: DATABASE_BYTES_MAX });
        }
        let mut builder = tempfile::Builder::new();
        let builder = builder.prefix("tabwright-import-");
        let folder = match scratch {
            Some(scratch) => builder.tempdir_in(scratch),
            None => builder.tempdir(),
        };
        let folder = folder.map_err(ImportError::io(scratch.unwrap_or(path)))?;
        let copied = folder.path().join("database");
        let mut is_stable = false;
        for _ in 0..ATTEMPTS {
            let before = stamps(path);
            copy_all(path, &copied).map_err(ImportError::io(path))?;
            is_stable = stamps(path) == before;
            if is_stable {
                break;
            }
        }
        let failed = ImportError::database(path);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&copied, flags).map_err(&failed)?;
        // A stranger's schema is not run, and what is unfinished is completed into the one file.
        let complete =
            "PRAGMA trusted_schema = OFF; PRAGMA synchronous = OFF; PRAGMA cell_size_check = ON;
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE;";
        connection.execute_batch(complete).map_err(&failed)?;
        if !is_stable {
            let check: String = connection
                .query_row("PRAGMA quick_check(1)", (), |row| row.get(0))
                .map_err(|_| ImportError::Busy { path: path.to_owned() })?;
            if check != "ok" {
                return Err(ImportError::Busy { path: path.to_owned() });
            }
        }
        Ok(Self { connection, path: path.to_owned(), _folder: Some(folder) })
    }

    /// Makes what is missing for quick reading, and is read only from then on. Where the system allows it the
    /// copy has no name any more, so that nothing of it is left behind, however we end.
    pub(crate) fn prepared(mut self, indexes: &str) -> Result<Self, ImportError> {
        let prepare = |connection: &Connection| {
            connection.execute_batch(indexes)?;
            connection.execute_batch("PRAGMA query_only = ON")?;
            connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))
        };
        prepare(&self.connection).map_err(ImportError::database(&self.path))?;
        if cfg!(unix) {
            self._folder = None;
        }
        Ok(self)
    }

    /// The names of its tables; views and virtual tables are none.
    pub(crate) fn tables(&self) -> Result<HashSet<String>, ImportError> {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'";
        let read = || -> rusqlite::Result<HashSet<String>> {
            let mut statement = self.connection.prepare(sql)?;
            let names = statement.query_map((), |row| Ok(text(row, 0)))?;
            names.collect()
        };
        read().map_err(ImportError::database(&self.path))
    }

    pub(crate) fn count(&self, sql: &str) -> Result<u64, ImportError> {
        let count = self.connection.query_row(sql, (), |row| Ok(number(row, 0)));
        let count = count.map_err(ImportError::database(&self.path))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }
}

/// Text, whatever is in the column: SQLite lets anything be in any.
pub(crate) fn text(row: &SqlRow<'_>, column: usize) -> String {
    match row.get_ref(column) {
        Ok(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        Ok(ValueRef::Integer(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// A whole number, whatever is in the column; 0 where there is none.
pub(crate) fn number(row: &SqlRow<'_>, column: usize) -> i64 {
    match row.get_ref(column) {
        Ok(ValueRef::Integer(number)) => number,
        Ok(ValueRef::Real(number)) => number as i64,
        _ => 0,
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Lengths and times of the files: if they are the same after a copy, nothing was written during it.
fn stamps(path: &Path) -> Vec<Option<(u64, Option<SystemTime>)>> {
    let stamp = |suffix: &&str| {
        let metadata = beside(path, suffix).metadata().ok()?;
        Some((metadata.len(), metadata.modified().ok()))
    };
    [""].iter().chain(COMPANIONS).map(stamp).collect()
}

fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    copy_file(from, to)?;
    for suffix in COMPANIONS {
        let (from, to) = (beside(from, suffix), beside(to, suffix));
        match copy_file(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // It may be there from an earlier attempt.
                let _ = fs::remove_file(to);
            }
            result => result?,
        }
    }
    Ok(())
}

/// The content alone: a copy of a file that may not be written must be writable.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = File::open(from)?;
    io::copy(&mut from, &mut File::create(to)?)?;
    Ok(())
}
