//! Copies of the file: made while a daemon writes to it, and put back while none runs.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use tempfile::{Builder, NamedTempFile};

use crate::check::check_integrity;
use crate::error::StoreError;
use crate::{connection, schema};

/// Whether a backup may replace a file that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overwrite {
    Never,
    Always,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// Of the backup. The daemon brings it to the newest version when it starts.
    pub schema: u32,
    /// Where the file is that was replaced, if there was one.
    pub replaced: Option<PathBuf>,
}

/// Writes a copy of the store to `target`: one file of mode 0600, checked, and there whole or not at all.
/// Uses SQLite's online backup, which reads one state of the file while a daemon goes on writing. Gives the
/// size of the copy. Blocks the thread.
pub fn backup(file: &Path, target: &Path, overwrite: Overwrite) -> Result<u64, StoreError> {
    // Said before the work; `persist_noclobber` below is what decides.
    if overwrite == Overwrite::Never && target.exists() {
        return Err(StoreError::Exists(target.to_owned()));
    }
    let source = connection::reader(file)?;
    schema::version(&source, file)?;
    let copy = copy_beside(&source, file, target)?;
    check_integrity(&connection::foreign(copy.path())?, file)?;
    let failed = |error| StoreError::file(target, error);
    let bytes = copy.path().metadata().map_err(failed)?.len();
    match overwrite {
        Overwrite::Never => copy.persist_noclobber(target),
        Overwrite::Always => copy.persist(target),
    }
    .map_err(|error| failed(error.error))?;
    sync_folder_of(target).map_err(failed)?;
    Ok(bytes)
}

/// Puts a backup in the place of the store. Refuses one that is damaged, of another program, or of a newer
/// Tabwright, before anything is touched. The caller holds the daemon's lock, so that nobody else has the
/// file open. Blocks the thread.
pub fn restore(backup: &Path, file: &Path) -> Result<Restored, StoreError> {
    let source = connection::foreign(backup)?;
    let found = schema::version(&source, backup)?;
    let known = schema::newest();
    if found == 0 {
        return Err(StoreError::NotOurs(backup.to_owned()));
    }
    if found > known {
        return Err(StoreError::Newer { file: backup.to_owned(), found, known });
    }
    check_integrity(&source, backup)?;
    let copy = copy_beside(&source, backup, file)?;

    let failed = |error| StoreError::file(file, error);
    let replaced = if file.exists() { Some(set_aside(file).map_err(failed)?) } else { None };
    copy.persist(file).map_err(|error| failed(error.error))?;
    sync_folder_of(file).map_err(failed)?;
    Ok(Restored { schema: found, replaced })
}

/// A copy in the folder of `target`, so that it can be renamed to it.
fn copy_beside(
    source: &Connection,
    file: &Path,
    target: &Path,
) -> Result<NamedTempFile, StoreError> {
    let failed = |error| StoreError::file(target, error);
    // Of mode 0600, and removed again if anything below fails.
    let copy =
        Builder::new().prefix(".tabwright-").tempfile_in(folder_of(target)).map_err(failed)?;
    let mut destination =
        Connection::open(copy.path()).map_err(|error| StoreError::sqlite(copy.path(), error))?;
    let mut copy_pages = || {
        // All pages in one step are one read transaction: nobody's writes make it begin again.
        match Backup::new(source, &mut destination)?.step(-1)? {
            StepResult::Done => {}
            _ => return Ok(false),
        }
        // The copy says that it has a write-ahead log; without one it is a single file.
        destination.pragma_update(None, "journal_mode", "DELETE")?;
        Ok(true)
    };
    match copy_pages() {
        Ok(true) => {}
        Ok(false) => return Err(StoreError::Locked(file.to_owned())),
        Err(error) => return Err(StoreError::sqlite(file, error)),
    }
    destination.close().map_err(|(_, error)| StoreError::sqlite(copy.path(), error))?;
    copy.as_file().sync_all().map_err(failed)?;
    Ok(copy)
}

/// Gives the file a second name that nobody has. It keeps its first one until the backup takes it, so that
/// at no moment there is no store.
fn set_aside(file: &Path) -> io::Result<PathBuf> {
    // Takes what is in the log into the file. A damaged file keeps its log beside it.
    if let Ok(connection) = connection::writer(file) {
        let _ = connection.pragma_update_and_check(None, "wal_checkpoint", "TRUNCATE", |_| Ok(()));
    }
    let free = (1..).map(|number| with_suffix(file, &format!(".replaced-{number}")));
    let aside = free.into_iter().find(|name| !name.exists()).unwrap_or_else(|| file.to_owned());
    if fs::hard_link(file, &aside).is_err() {
        fs::copy(file, &aside)?;
    }
    for part in ["-wal", "-shm"] {
        match fs::rename(with_suffix(file, part), with_suffix(&aside, part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(aside)
}

/// Deletes the files that [`restore`] set aside: what is to be forgotten must not be left in them. Gives how many
/// there were. Blocks the thread.
pub fn delete_replaced(file: &Path) -> Result<u32, StoreError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_replaced = |other: &str| {
        let number = other.strip_prefix(&name)?.strip_prefix(".replaced-")?;
        let number = number.trim_end_matches("-wal").trim_end_matches("-shm");
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(())
    };
    let failed = |error| StoreError::file(file, error);
    let mut deleted = 0;
    for entry in fs::read_dir(folder_of(file)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let other = entry.file_name().to_string_lossy().into_owned();
        if is_replaced(&other).is_some() {
            fs::remove_file(entry.path()).map_err(failed)?;
            deleted += u32::from(other.ends_with(|c: char| c.is_ascii_digit()));
        }
    }
    Ok(deleted)
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    name.into()
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A rename is only on disk when its folder is.
fn sync_folder_of(file: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder_of(file))?.sync_all() } else { Ok(()) }
}
