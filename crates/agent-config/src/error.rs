//! What can stand in the way of setting an agent up.

use std::io;
use std::path::PathBuf;

use crate::files::FILE_BYTES_MAX;

/// Something in a configuration that we cannot read, or dare not edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl Fault {
    /// At this byte of the text.
    pub(crate) fn at(text: &str, byte: usize, what: impl Into<String>) -> Self {
        let before = text.as_bytes().iter().take(byte);
        Self { line: 1 + before.filter(|byte| **byte == b'\n').count(), what: what.into() }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot read {}: {source}", file.display())]
    Read { file: PathBuf, source: io::Error },
    #[error("{} is not UTF-8 text. It was not changed.", file.display())]
    NotText { file: PathBuf },
    #[error("{} is larger than {} MB. It was not changed.", file.display(), FILE_BYTES_MAX / 1_000_000)]
    TooBig { file: PathBuf },
    #[error("cannot write {}: {source}", file.display())]
    Write { file: PathBuf, source: io::Error },
    #[error("cannot remove {}: {source}", file.display())]
    Remove { file: PathBuf, source: io::Error },
    #[error("{} was just changed by another program. Try again.", file.display())]
    ChangedMeanwhile { file: PathBuf },
    #[error(
        "{}, line {}: {}. The file was not changed.\n  {by_hand}",
        file.display(), fault.line, fault.what
    )]
    Config { file: PathBuf, fault: Fault, by_hand: String },
    #[error(
        "{} is damaged: {source}\n  Remove it and try again. `--undo` can then still remove the entry of Tabwright, but \
         not bring back what was there before.",
        file.display()
    )]
    Record { file: PathBuf, source: serde_json::Error },
}
