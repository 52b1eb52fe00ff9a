//! A log that is bounded: files of a limited size, of which the newest few are kept.
//!
//! The files are numbered (`daemon-000017.log`) and only ever appended to; the highest number is the
//! current one. Nothing is renamed, so that a reader that follows the log cannot mistake one file for
//! another.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::atomic::{make_folder, private};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogLimits {
    /// A file that would grow past this is closed, and the next one begun.
    pub file_bytes_max: u64,
    /// Including the current one; the oldest go.
    pub files_max: usize,
}

/// Expects whole lines: each `write` goes into one file.
#[derive(Debug)]
pub struct RotatingLog {
    folder: PathBuf,
    stem: String,
    limits: LogLimits,
    number: u32,
    file: File,
    length: u64,
}

impl RotatingLog {
    /// Goes on with the newest file in the folder, which is made where it is missing.
    pub fn open(folder: &Path, stem: &str, limits: LogLimits) -> io::Result<Self> {
        make_folder(folder)?;
        let number = numbers(folder, stem)?.last().copied().unwrap_or(1);
        let file = append(&numbered(folder, stem, number))?;
        let length = file.metadata()?.len();
        Ok(Self { folder: folder.to_owned(), stem: stem.to_owned(), limits, number, file, length })
    }

    fn rotate(&mut self) -> io::Result<()> {
        let number = self.number.saturating_add(1);
        self.file = append(&numbered(&self.folder, &self.stem, number))?;
        (self.number, self.length) = (number, 0);
        let numbers = numbers(&self.folder, &self.stem)?;
        let surplus = numbers.len().saturating_sub(self.limits.files_max.max(1));
        for number in &numbers[..surplus] {
            match fs::remove_file(numbered(&self.folder, &self.stem, *number)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Write for RotatingLog {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.length > 0 && self.length + line.len() as u64 > self.limits.file_bytes_max {
            self.rotate()?;
        }
        self.file.write_all(line)?;
        self.length += line.len() as u64;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The file that is written now, if there is one.
#[must_use]
pub fn newest_file(folder: &Path, stem: &str) -> Option<PathBuf> {
    let newest = numbers(folder, stem).ok()?.last().copied()?;
    Some(numbered(folder, stem, newest))
}

pub(crate) fn numbered(folder: &Path, stem: &str, number: u32) -> PathBuf {
    folder.join(format!("{stem}-{number:06}.log"))
}

/// The numbers of the files that are there, rising. None where there is no folder.
pub(crate) fn numbers(folder: &Path, stem: &str) -> io::Result<Vec<u32>> {
    let listing = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        listing => listing?,
    };
    let mut numbers = Vec::new();
    for item in listing {
        let name = item?.file_name();
        let number = name.to_str().and_then(|name| {
            name.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(".log")?.parse::<u32>().ok()
        });
        numbers.extend(number);
    }
    numbers.sort_unstable();
    Ok(numbers)
}

fn append(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().create(true).append(true)).open(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const LIMITS: LogLimits = LogLimits { file_bytes_max: 100, files_max: 3 };

    fn log(folder: &Path) -> RotatingLog {
        RotatingLog::open(folder, "daemon", LIMITS).unwrap()
    }

    #[test]
    fn files_are_bounded_in_size_and_number() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = log(folder.path());
        for number in 0..1_000 {
            writeln_once(&mut log, &format!("line {number}"));
        }
        let numbers = numbers(folder.path(), "daemon").unwrap();
        assert_eq!(numbers.len(), LIMITS.files_max);
        for number in &numbers {
            let path = numbered(folder.path(), "daemon", *number);
            assert!(fs::metadata(path).unwrap().len() <= LIMITS.file_bytes_max);
        }
        let newest = newest_file(folder.path(), "daemon").unwrap();
        assert!(fs::read_to_string(newest).unwrap().ends_with("line 999\n"));
    }

    #[test]
    fn the_next_process_goes_on_with_the_newest_file() {
        let folder = tempfile::tempdir().unwrap();
        writeln_once(&mut log(folder.path()), "first");
        writeln_once(&mut log(folder.path()), "second");
        let text = fs::read_to_string(numbered(folder.path(), "daemon", 1)).unwrap();
        assert_eq!(text, "first\nsecond\n");
    }

    #[test]
    fn a_line_longer_than_a_file_is_still_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = log(folder.path());
        for text in ["short", &"x".repeat(500), "short"] {
            writeln_once(&mut log, text);
        }
        assert_eq!(numbers(folder.path(), "daemon").unwrap(), [1, 2, 3]);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("log");
        drop(log(&inside));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&inside), mode(&numbered(&inside, "daemon", 1))), (0o700, 0o600));
    }

    fn writeln_once(log: &mut RotatingLog, text: &str) {
        log.write_all(format!("{text}\n").as_bytes()).unwrap();
    }
}
