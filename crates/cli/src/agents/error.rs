//! What can stand in the way of setting an agent up.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::files::FILE_BYTES_MAX;

/// Something in a configuration that we cannot read, or dare not edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(super) line: usize,
    pub(super) what: String,
}

impl Fault {
    /// At this byte of the text.
    pub(super) fn at(text: &str, byte: usize, what: impl Into<String>) -> Self {
        let before = text.as_bytes().iter().take(byte);
        Self { line: 1 + before.filter(|byte| **byte == b'\n').count(), what: what.into() }
    }
}

#[derive(Debug)]
pub(crate) enum Error {
    Read { file: PathBuf, source: io::Error },
    NotText { file: PathBuf },
    TooBig { file: PathBuf },
    Write { file: PathBuf, source: io::Error },
    Remove { file: PathBuf, source: io::Error },
    ChangedMeanwhile { file: PathBuf },
    Config { file: PathBuf, fault: Fault, by_hand: String },
    Record { file: PathBuf, source: serde_json::Error },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { file, source } => write!(f, "cannot read {}: {source}", file.display()),
            Self::NotText { file } => {
                write!(f, "{} is not UTF-8 text; it was left as it is", file.display())
            }
            Self::TooBig { file } => {
                let megabytes = FILE_BYTES_MAX / 1_000_000;
                write!(f, "{} is larger than {megabytes} MB; it was left as it is", file.display())
            }
            Self::Write { file, source } => write!(f, "cannot write {}: {source}", file.display()),
            Self::Remove { file, source } => {
                write!(f, "cannot remove {}: {source}", file.display())
            }
            Self::ChangedMeanwhile { file } => {
                write!(f, "{} was just changed by another program; try again", file.display())
            }
            Self::Config { file, fault, by_hand } => {
                let (file, Fault { line, what }) = (file.display(), fault);
                write!(f, "{file}, line {line}: {what}; the file was left as it is\n  {by_hand}")
            }
            Self::Record { file, source } => write!(
                f,
                "{} is damaged: {source}\n  Remove it, and try again; `--undo` then takes out our \
                 entry, but cannot put back what stood in its place",
                file.display()
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }
}
