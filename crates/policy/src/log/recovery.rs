//! Where the chain goes on when the log is opened, and what to say about how it ended.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use tabwright_files as files;

use super::entry::{Draft, Link};
use super::folder::{LogFile, LogFolder};

#[derive(Debug)]
pub(super) struct Resumed {
    pub(super) file: LogFile,
    pub(super) last: Link,
    /// To be written first.
    pub(super) remarks: Vec<Draft>,
}

/// Finds the last whole entry and puts what a crash left behind it aside.
///
/// Where `head` knows of entries that are not there, the chain goes on behind these: the gap stays
/// in the log for everybody to see, instead of being closed by whoever writes next.
pub(super) fn resume(folder: &LogFolder) -> io::Result<Resumed> {
    let mut remarks = Vec::new();
    let files = folder.files()?;
    let file = files.last().cloned().unwrap_or_else(|| folder.file(1));
    let mut found: Option<(Link, u64)> = None;
    for one in files.iter().rev() {
        found = one.last_entry()?.map(|(entry, end)| {
            let end = if one == &file { end } else { 0 };
            (Link::of(&entry), end)
        });
        if found.is_some() {
            break;
        }
    }
    let (last, whole_bytes) = match found {
        Some(found) => found,
        None => (folder.anchor().ok().flatten().unwrap_or_else(Link::start), 0),
    };
    if let Some(torn_bytes) = put_torn_aside(folder, &file, whole_bytes, last.seq + 1)? {
        let name = folder.torn_file(last.seq + 1);
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let note =
            format!("the last {torn_bytes} bytes were no whole entry, and are in {name} now");
        remarks.push(Draft::of_the_log("log-recovered", note));
    }
    let last = match folder.head() {
        Ok(None) => last,
        Ok(Some(head)) if head.seq < last.seq || head == last => last,
        Ok(Some(head)) => {
            let note = format!(
                "the log ended with entry {}, but entry {} had been written: its end was cut off or \
                 changed",
                last.seq, head.seq
            );
            remarks.push(Draft::of_the_log("log-cut", note));
            head
        }
        Err(error) => {
            let note = format!("the head of the log could not be read: {error}");
            remarks.push(Draft::of_the_log("log-recovered", note));
            last
        }
    };
    Ok(Resumed { file, last, remarks })
}

/// How many bytes were put aside, if any. They are copied before they are cut off: a second crash
/// finds them again.
fn put_torn_aside(
    folder: &LogFolder,
    file: &LogFile,
    whole_bytes: u64,
    seq: u64,
) -> io::Result<Option<u64>> {
    let mut source = match OpenOptions::new().read(true).write(true).open(&file.path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        source => source?,
    };
    let mut torn = Vec::new();
    source.seek(SeekFrom::Start(whole_bytes))?;
    source.read_to_end(&mut torn)?;
    if torn.is_empty() {
        return Ok(None);
    }
    let path = folder.torn_file(seq);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    let mut aside = files::private(options.write(true).create_new(true)).open(&path)?;
    aside.write_all(&torn)?;
    aside.sync_all()?;
    files::sync_folder(folder.path())?;
    source.set_len(whole_bytes)?;
    source.sync_all()?;
    Ok(Some(torn.len() as u64))
}
