//! Opens connections to the file, all with the same settings.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;

/// Another process may hold the file for a moment: `tabwright backup` while the daemon writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Page cache of one connection, at most: SQLite takes room for what was read only, so that a small file costs little.
/// A search reads a few thousand pages of the index, the most of them again with the next one.
const CACHE_KIB: i32 = 4 * 1024;

/// The write-ahead log is cut back to this after a checkpoint.
const WAL_BYTES_MAX: i32 = 4 * 1024 * 1024;

/// What SQLite calls a database that is in no file.
pub(crate) const IN_MEMORY: &str = ":memory:";

/// Makes the file with mode 0600 where it is missing, before SQLite would make it readable for others.
/// SQLite gives the log and the shared memory beside it the mode of the file.
pub(crate) fn make_private(file: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(file)?.permissions().mode();
        if mode & 0o077 != 0 {
            fs::set_permissions(file, fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(())
}

/// The connection of the writer thread.
pub(crate) fn writer(file: &Path) -> Result<Connection, StoreError> {
    make_private(file).map_err(|error| StoreError::file(file, error))?;
    let connection = open(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let configure = || {
        let mode: String =
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "journal_size_limit", WAL_BYTES_MAX)?;
        // What is deleted is overwritten: an address of a remote browser may hold a token.
        connection.pragma_update(None, "secure_delete", true)?;
        Ok(mode)
    };
    match configure().map_err(|error| StoreError::sqlite(file, error))?.as_str() {
        "wal" => Ok(connection),
        _ => {
            let why = "its file system has no shared memory for a write-ahead log";
            Err(StoreError::File { file: file.to_owned(), why: why.into() })
        }
    }
}

/// A connection that changes nothing. It can still recover the log of a process that was killed.
pub(crate) fn reader(file: &Path) -> Result<Connection, StoreError> {
    let connection = open(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection
        .pragma_update(None, "query_only", true)
        .map_err(|error| StoreError::sqlite(file, error))?;
    Ok(connection)
}

/// A connection to a file that lies in a place of the person's, which is not written to.
pub(crate) fn foreign(file: &Path) -> Result<Connection, StoreError> {
    open(file, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// A database that is in no file, for what is not to be kept.
pub(crate) fn in_memory() -> Result<Connection, StoreError> {
    let open = || {
        let connection = Connection::open_in_memory()?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        Ok(connection)
    };
    open().map_err(|error| StoreError::sqlite(Path::new(IN_MEMORY), error))
}

fn open(file: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    if !file.is_file() {
        return Err(StoreError::Missing(file.to_owned()));
    }
    // One thread uses a connection at a time, so that SQLite's own mutex is not needed.
    let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        Ok(connection)
    };
    open().map_err(|error| StoreError::sqlite(file, error))
}
