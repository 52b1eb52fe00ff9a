//! The files of the log and their names.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use tabwright_files as files;

use super::entry::{Link, StoredEntry};

const HEAD: &str = "head";
const ANCHOR: &str = "anchor";
const LOCK: &str = "lock";
/// Longer than any line we write.
const LINE_BYTES_MAX: u64 = 64 * 1024;

/// A file of entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LogFile {
    pub(super) number: u32,
    pub(super) path: PathBuf,
}

#[derive(Debug, Clone)]
pub(super) struct LogFolder(PathBuf);

impl LogFolder {
    pub(super) fn at(path: &Path) -> Self {
        Self(path.to_owned())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The oldest first. None where there is no folder.
    pub(super) fn files(&self) -> io::Result<Vec<LogFile>> {
        let listing = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            listing => listing?,
        };
        let mut files = Vec::new();
        for item in listing {
            let item = item?;
            if let Some(number) = item.file_name().to_str().and_then(number_in) {
                files.push(LogFile { number, path: item.path() });
            }
        }
        files.sort_by_key(|file| file.number);
        Ok(files)
    }

    pub(super) fn file(&self, number: u32) -> LogFile {
        LogFile { number, path: self.0.join(format!("audit-{number:06}.jsonl")) }
    }

    /// What a crash left of a line that would have had this number.
    pub(super) fn torn_file(&self, seq: u64) -> PathBuf {
        self.0.join(format!("torn-{seq}.txt"))
    }

    /// Removes what crashes left up to this number.
    pub(super) fn remove_torn(&self, seq_max: u64) -> io::Result<()> {
        for item in fs::read_dir(&self.0)? {
            let item = item?;
            let name = item.file_name();
            let seq = name.to_str().and_then(|name| {
                name.strip_prefix("torn-")?.strip_suffix(".txt")?.parse::<u64>().ok()
            });
            if seq.is_some_and(|seq| seq <= seq_max) {
                fs::remove_file(item.path())?;
            }
        }
        Ok(())
    }

    pub(super) fn head_file(&self) -> PathBuf {
        self.0.join(HEAD)
    }

    pub(super) fn anchor_file(&self) -> PathBuf {
        self.0.join(ANCHOR)
    }

    /// The last entry that is surely on the disk.
    pub(super) fn head(&self) -> io::Result<Option<Link>> {
        read_link(&self.head_file())
    }

    pub(super) fn set_head(&self, link: &Link) -> io::Result<()> {
        files::replace(&self.head_file(), &serde_json::to_vec(link)?)
    }

    /// The last entry that was removed.
    pub(super) fn anchor(&self) -> io::Result<Option<Link>> {
        read_link(&self.anchor_file())
    }

    pub(super) fn set_anchor(&self, link: &Link) -> io::Result<()> {
        files::replace(&self.anchor_file(), &serde_json::to_vec(link)?)
    }

    /// Held by the one process that writes.
    pub(super) fn lock(&self) -> io::Result<Option<File>> {
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).write(true);
        let file = files::private(options).open(self.0.join(LOCK))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

impl LogFile {
    pub(super) fn append(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        files::private(options.create(true).append(true).read(true)).open(&self.path)
    }

    pub(super) fn length(&self) -> io::Result<u64> {
        Ok(fs::metadata(&self.path)?.len())
    }

    /// The last entry that can be read, and where its line ends. What stands behind it is none.
    pub(super) fn last_entry(&self) -> io::Result<Option<(StoredEntry, u64)>> {
        let mut file = File::open(&self.path)?;
        let length = file.metadata()?.len();
        let mut tail_bytes = LINE_BYTES_MAX;
        loop {
            let start = length.saturating_sub(tail_bytes);
            file.seek(SeekFrom::Start(start))?;
            let mut tail = Vec::new();
            (&mut file).take(length - start).read_to_end(&mut tail)?;
            match last_entry_in(&tail) {
                Some((entry, end)) => return Ok(Some((entry, start + end))),
                None if start == 0 => return Ok(None),
                None => tail_bytes = tail_bytes.saturating_mul(4),
            }
        }
    }
}

fn last_entry_in(tail: &[u8]) -> Option<(StoredEntry, u64)> {
    let mut end = tail.len();
    while let Some(newline) = tail[..end].iter().rposition(|byte| *byte == b'\n') {
        let start = tail[..newline].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if let Ok(entry) = serde_json::from_slice(&tail[start..newline]) {
            return Some((entry, newline as u64 + 1));
        }
        end = newline;
    }
    None
}

fn number_in(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("audit-")?.strip_suffix(".jsonl")?;
    digits.parse().ok().filter(|_| digits.len() >= 6 && !digits.starts_with('+'))
}

fn read_link(path: &Path) -> io::Result<Option<Link>> {
    match fs::read(path) {
        Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
