//! Whether the file is sound, for `tabwright doctor`, and before a backup is trusted.

use std::path::Path;

use rusqlite::Connection;

use crate::error::StoreError;
use crate::{connection, schema};

/// Damage is seldom alone; the first few places tell enough.
const FAULTS_MAX: usize = 3;

/// A file that passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    pub schema: u32,
    pub bytes: u64,
}

/// Reads the whole file: every page, every index, every reference between rows. Works beside a daemon.
/// Blocks the thread.
pub fn check(file: &Path) -> Result<Health, StoreError> {
    let connection = connection::reader(file)?;
    let found = schema::version(&connection, file)?;
    check_integrity(&connection, file)?;
    let known = schema::newest();
    if found > known {
        return Err(StoreError::Newer { file: file.to_owned(), found, known });
    }
    let bytes = file.metadata().map_err(|error| StoreError::file(file, error))?.len();
    Ok(Health { schema: found, bytes })
}

pub(crate) fn check_integrity(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    let read = || {
        let mut faults: Vec<String> = connection
            .prepare(&format!("PRAGMA integrity_check({FAULTS_MAX})"))?
            .query_map((), |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        faults.retain(|fault| fault != "ok");
        let orphans: Vec<String> = connection
            .prepare("PRAGMA foreign_key_check")?
            .query_map((), |row| row.get::<_, String>(0))?
            .take(FAULTS_MAX)
            .collect::<Result<_, _>>()?;
        faults.extend(orphans.iter().map(|table| format!("a row of {table} refers to nothing")));
        Ok(faults)
    };
    match read() {
        Ok(faults) if faults.is_empty() => Ok(()),
        Ok(faults) => Err(StoreError::Damaged { file: file.to_owned(), why: faults.join("; ") }),
        Err(error) => Err(StoreError::sqlite(file, error)),
    }
}
