//! Reading a rotating log, and following it while it is written.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::rotating_log::{numbered, numbers};

/// Remembers how far it has read. The writer never changes a file once a newer one is there, so that
/// reading a file to its end and going on with the next misses nothing.
#[derive(Debug)]
pub struct LogReader {
    folder: PathBuf,
    stem: String,
    number: u32,
    offset: u64,
}

impl LogReader {
    /// Before the oldest line that is still there.
    #[must_use]
    pub fn at_start(folder: &Path, stem: &str) -> Self {
        Self { folder: folder.to_owned(), stem: stem.to_owned(), number: 0, offset: 0 }
    }

    /// The newest lines that fit, and leaves the reader behind them.
    pub fn last_lines(
        &mut self,
        lines_max: usize,
        keeps: impl Fn(&str) -> bool,
    ) -> io::Result<Vec<String>> {
        let mut newest = VecDeque::new();
        self.read_new(|line| {
            if keeps(&line) {
                if newest.len() == lines_max {
                    newest.pop_front();
                }
                if lines_max > 0 {
                    newest.push_back(line);
                }
            }
        })?;
        Ok(newest.into())
    }

    /// Gives every whole line that was written since the last time, over all files.
    pub fn read_new(&mut self, mut each: impl FnMut(String)) -> io::Result<()> {
        // Listed before reading: a file that is not the newest by now is complete.
        for number in numbers(&self.folder, &self.stem)? {
            if number < self.number {
                continue;
            }
            if number > self.number {
                (self.number, self.offset) = (number, 0);
            }
            match self.read_file(&mut each) {
                // Removed for its age since we looked.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                read => read?,
            }
        }
        Ok(())
    }

    fn read_file(&mut self, each: &mut impl FnMut(String)) -> io::Result<()> {
        let mut file = File::open(numbered(&self.folder, &self.stem, self.number))?;
        file.seek(SeekFrom::Start(self.offset))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        // The last line may be half written: it is read again the next time.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        self.offset += whole as u64;
        String::from_utf8_lossy(&text[..whole]).lines().for_each(|line| each(line.to_owned()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs::OpenOptions;
    use std::io::Write as _;

    use super::*;
    use crate::rotating_log::{LogLimits, RotatingLog};

    const LIMITS: LogLimits = LogLimits { file_bytes_max: 40, files_max: 4 };

    fn write(log: &mut RotatingLog, numbers: std::ops::Range<u32>) {
        for number in numbers {
            log.write_all(format!("line {number}\n").as_bytes()).unwrap();
        }
    }

    fn new_lines(reader: &mut LogReader) -> Vec<String> {
        let mut lines = Vec::new();
        reader.read_new(|line| lines.push(line)).unwrap();
        lines
    }

    fn lines(numbers: std::ops::Range<u32>) -> Vec<String> {
        numbers.map(|number| format!("line {number}")).collect()
    }

    #[test]
    fn following_misses_nothing_across_rotations() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = RotatingLog::open(folder.path(), "daemon", LIMITS).unwrap();
        let mut reader = LogReader::at_start(folder.path(), "daemon");
        assert!(new_lines(&mut reader).is_empty());
        let mut from = 0;
        // Within a file, over one rotation, and over several at once.
        for count in [1, 2, 3, 5, 8, 13] {
            write(&mut log, from..from + count);
            assert_eq!(new_lines(&mut reader), lines(from..from + count));
            from += count;
        }
        assert!(new_lines(&mut reader).is_empty());
    }

    #[test]
    fn who_is_too_slow_goes_on_with_the_oldest_that_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = RotatingLog::open(folder.path(), "daemon", LIMITS).unwrap();
        let mut reader = LogReader::at_start(folder.path(), "daemon");
        write(&mut log, 0..2);
        assert_eq!(new_lines(&mut reader), lines(0..2));
        write(&mut log, 2..100);
        let seen = new_lines(&mut reader);
        assert_eq!(seen, lines(100 - seen.len() as u32..100));
        assert!(seen.len() < 98 && !seen.is_empty());
    }

    #[test]
    fn half_a_line_waits_for_its_other_half() {
        let folder = tempfile::tempdir().unwrap();
        drop(RotatingLog::open(folder.path(), "daemon", LIMITS).unwrap());
        let path = numbered(folder.path(), "daemon", 1);
        let mut file = OpenOptions::new().append(true).open(path).unwrap();
        let mut reader = LogReader::at_start(folder.path(), "daemon");
        file.write_all(b"whole\nha").unwrap();
        assert_eq!(new_lines(&mut reader), ["whole"]);
        file.write_all(b"lf\n").unwrap();
        assert_eq!(new_lines(&mut reader), ["half"]);
    }

    #[test]
    fn the_last_lines_that_fit_are_found_over_all_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = RotatingLog::open(folder.path(), "daemon", LIMITS).unwrap();
        write(&mut log, 0..20);
        let mut reader = LogReader::at_start(folder.path(), "daemon");
        let even = |line: &str| line.ends_with(['0', '2', '4', '6', '8']);
        let found = reader.last_lines(3, even).unwrap();
        assert_eq!(found, ["line 14", "line 16", "line 18"]);
        write(&mut log, 20..22);
        assert_eq!(new_lines(&mut reader), lines(20..22));
    }

    #[test]
    fn a_log_that_is_not_there_is_empty() {
        let mut reader = LogReader::at_start(Path::new("/nowhere/at/all"), "daemon");
        assert!(new_lines(&mut reader).is_empty());
    }
}
