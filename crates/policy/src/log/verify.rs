//! Is the log what was written?

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use super::entry::{Link, StoredEntry, hash};
use super::folder::{LogFile, LogFolder};

/// While somebody removes old files meanwhile, it is begun anew so many times.
const TRIES_MAX: u32 = 50;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    pub entries: u64,
    pub files: usize,
}

/// Where the log is not what was written.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{} is broken at line {line}, entry {seq}: {why}", file.display())]
pub struct LogBroken {
    pub file: PathBuf,
    /// From 1; 0 for the file as a whole.
    pub line: usize,
    /// The entry that should be there.
    pub seq: u64,
    pub why: Flaw,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Flaw {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("this is not an entry, or it was changed")]
    NotAnEntry,
    #[error("entry {found} is here instead. Entries were removed, inserted or moved")]
    OutOfPlace { found: u64 },
    #[error("the entry was changed: its hash does not match its content")]
    Changed,
    #[error("it does not follow the entry before it: one of them was changed")]
    Unchained,
    #[error("the head of the log is gone")]
    NoHead,
    #[error("the end of the log is missing: entry {head} had been written")]
    Cut { head: u64 },
    #[error("it is not the entry that is noted in the log's `{0}`")]
    NotAsRemembered(&'static str),
}

pub(super) fn verify(path: &Path) -> Result<Verified, LogBroken> {
    let folder = LogFolder::at(path);
    for _ in 1..TRIES_MAX {
        let anchor = folder.anchor().ok();
        let verified = verify_once(&folder);
        let is_gone = verified.as_ref().is_err_and(|broken| !broken.file.exists());
        if verified.is_ok() || (folder.anchor().ok() == anchor && !is_gone) {
            return verified;
        }
    }
    verify_once(&folder)
}

fn verify_once(folder: &LogFolder) -> Result<Verified, LogBroken> {
    // The head first: what is written meanwhile only puts the log further ahead of it.
    let head = remembered(folder.head(), &folder.head_file())?;
    let anchor = remembered(folder.anchor(), &folder.anchor_file())?;
    let files = folder.files().map_err(|error| unreadable(folder.path(), &error))?;
    let mut chain = Chain { last: None, anchor, head: head.clone(), entries: 0 };
    for (place, file) in files.iter().enumerate() {
        chain.follow(file, place + 1 == files.len())?;
    }
    let last = chain.last.unwrap_or_else(|| chain.anchor.unwrap_or_else(Link::start));
    let end = |why| LogBroken {
        file: files.last().map_or_else(|| folder.head_file(), |file| file.path.clone()),
        line: 0,
        seq: last.seq + 1,
        why,
    };
    match head {
        None if chain.entries > 0 => Err(end(Flaw::NoHead)),
        Some(head) if head.seq > last.seq => Err(end(Flaw::Cut { head: head.seq })),
        _ => Ok(Verified { entries: chain.entries, files: files.len() }),
    }
}

struct Chain {
    last: Option<Link>,
    anchor: Option<Link>,
    head: Option<Link>,
    entries: u64,
}

impl Chain {
    fn follow(&mut self, file: &LogFile, is_newest: bool) -> Result<(), LogBroken> {
        let open = File::open(&file.path).map_err(|error| unreadable(&file.path, &error))?;
        let mut reader = BufReader::new(open);
        let mut text = Vec::new();
        for line in 1.. {
            text.clear();
            let read = reader.read_until(b'\n', &mut text);
            if read.map_err(|error| unreadable(&file.path, &error))? == 0 {
                break;
            }
            let broken = |why| LogBroken {
                file: file.path.clone(),
                line,
                seq: self.last.as_ref().map_or(1, |last| last.seq + 1),
                why,
            };
            let Some(text) = text.strip_suffix(b"\n") else {
                // Half a line at the very end is being written now, or was when a crash came.
                return if is_newest { Ok(()) } else { Err(broken(Flaw::NotAnEntry)) };
            };
            let entry = read_entry(text).ok_or_else(|| broken(Flaw::NotAnEntry))?;
            let link = self.check(&entry).map_err(broken)?;
            self.last = Some(link);
            self.entries += 1;
        }
        Ok(())
    }

    fn check(&self, entry: &StoredEntry) -> Result<Link, Flaw> {
        let before = self.before(entry)?;
        if entry.seq != before.seq + 1 {
            return Err(Flaw::OutOfPlace { found: entry.seq });
        }
        if hash(entry).ok().as_ref() != Some(&entry.hash) {
            return Err(Flaw::Changed);
        }
        if entry.previous != before.hash {
            return Err(Flaw::Unchained);
        }
        let link = Link::of(entry);
        let differs = |link: &Link, other: &Option<Link>| {
            other.as_ref().is_some_and(|other| other.seq == link.seq && other != link)
        };
        if differs(&link, &self.anchor) {
            return Err(Flaw::NotAsRemembered("anchor"));
        }
        if differs(&link, &self.head) {
            return Err(Flaw::NotAsRemembered("head"));
        }
        Ok(link)
    }

    /// What the entry must follow. The first in the log follows the anchor, or is one of those that
    /// the anchor covers and that are about to be removed.
    fn before(&self, entry: &StoredEntry) -> Result<Link, Flaw> {
        match (&self.last, &self.anchor) {
            (Some(last), _) => Ok(last.clone()),
            (None, Some(anchor)) if entry.seq <= anchor.seq && entry.seq > 0 => {
                Ok(Link { seq: entry.seq - 1, hash: entry.previous.clone() })
            }
            (None, Some(anchor)) => Ok(anchor.clone()),
            (None, None) => Ok(Link::start()),
        }
    }
}

/// Only what we write byte by byte the same is an entry of ours.
fn read_entry(text: &[u8]) -> Option<StoredEntry> {
    let entry: StoredEntry = serde_json::from_slice(text).ok()?;
    (serde_json::to_vec(&entry).ok()? == text).then_some(entry)
}

fn remembered(link: io::Result<Option<Link>>, path: &Path) -> Result<Option<Link>, LogBroken> {
    link.map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> LogBroken {
    LogBroken { file: path.to_owned(), line: 0, seq: 0, why: Flaw::Unreadable(error.to_string()) }
}
