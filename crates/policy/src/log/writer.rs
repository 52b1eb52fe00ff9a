//! The one thread that writes the log.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use tabwright_files as files;

use super::entry::{Draft, Link, StoredEntry, told};
use super::folder::{LogFile, LogFolder};
use super::health::Health;
use super::recovery::{Resumed, resume};
use super::{LogError, LogLimits};

const SYNC_INTERVAL: Duration = Duration::from_millis(200);
const TRIES_MAX: u32 = 5;
/// How often it is looked whether the log can be written again.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// Room that is set aside in the current file, and how much of it must be left for what is under way.
const RESERVE_BYTES: u64 = 1 << 20;
const RESERVE_BYTES_MIN: u64 = RESERVE_BYTES / 2;
const HOURS_PER_FILE: i64 = 24;

#[derive(Debug)]
pub(super) enum Order {
    Write(Box<Draft>),
    /// Sync, then say so.
    Flush(SyncSender<()>),
}

#[derive(Debug)]
pub(super) struct Writer {
    folder: LogFolder,
    limits: LogLimits,
    current: LogFile,
    file: File,
    length: u64,
    /// The time of the first entry in the current file; empty before there is one.
    begun: String,
    last: Link,
    sync_due: Option<Instant>,
    /// Entries that could not be written, and why the last of them.
    lost: Option<(u64, String)>,
    /// Why what was written is not surely on the disk.
    unsynced: Option<String>,
    /// Up to where there is room in the file, whatever becomes of the disk.
    reserved_to: u64,
    reserve: Reserve,
    health: Health,
    lock: File,
}

/// Sets room aside in a file: from where, and how much.
type Reserve = fn(&File, u64, u64) -> io::Result<()>;

impl Writer {
    pub(super) fn open(path: &Path, limits: LogLimits, health: Health) -> Result<Self, LogError> {
        Self::open_with(path, limits, health, files::reserve)
    }

    fn open_with(
        path: &Path,
        limits: LogLimits,
        health: Health,
        reserve: Reserve,
    ) -> Result<Self, LogError> {
        let failed = |source| LogError::File { path: path.to_owned(), source };
        files::make_folder(path).map_err(failed)?;
        let folder = LogFolder::at(path);
        let lock = folder.lock().map_err(failed)?;
        let lock = lock.ok_or_else(|| LogError::Busy(path.to_owned()))?;
        let mut writer = Self::resume(folder, limits, health, reserve, lock).map_err(failed)?;
        writer.prune();
        writer.look_after();
        Ok(writer)
    }

    fn resume(
        folder: LogFolder,
        limits: LogLimits,
        health: Health,
        reserve: Reserve,
        lock: File,
    ) -> io::Result<Self> {
        let Resumed { file: current, last, remarks } = resume(&folder)?;
        if folder.head().is_ok_and(|head| head.is_none()) {
            // From the first moment on, so that a log without its head is a broken one.
            folder.set_head(&last)?;
        }
        let file = current.append()?;
        files::sync_folder(folder.path())?;
        let length = current.length()?;
        let begun = first_time(&current)?;
        let mut writer = Self {
            folder,
            limits,
            current,
            file,
            length,
            begun,
            last,
            sync_due: None,
            lost: None,
            unsynced: None,
            reserved_to: 0,
            reserve,
            health,
            lock,
        };
        for remark in &remarks {
            writer.append(remark)?;
        }
        if !remarks.is_empty() {
            writer.sync()?;
        }
        Ok(writer)
    }

    pub(super) fn run(mut self, orders: &Receiver<Order>) {
        loop {
            let wait = self.sync_due.map(|due| due.saturating_duration_since(Instant::now()));
            let wait = wait.or_else(|| self.health.trouble().map(|_| RETRY_INTERVAL));
            let order = match wait {
                Some(wait) => orders.recv_timeout(wait),
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match order {
                Ok(Order::Write(draft)) => {
                    self.write(&draft);
                    self.look_after();
                }
                Ok(Order::Flush(done)) => {
                    self.sync_or_tell();
                    // Whoever waited may have gone.
                    let _ = done.send(());
                }
                Err(RecvTimeoutError::Timeout) if self.sync_due.is_none() => self.retry(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.sync_due.is_some_and(|due| due <= Instant::now()) {
                self.sync_or_tell();
            }
        }
        self.sync_or_tell();
    }

    /// Looks whether what went wrong is over.
    fn retry(&mut self) {
        self.tell_of_lost();
        self.look_after();
    }

    /// Sees to it that there is room for what is under way, and says where something is wrong.
    fn look_after(&mut self) {
        let reserved = self.set_room_aside().err().as_ref().map(told_to_clients);
        let lost = || self.lost.as_ref().map(|(_, why)| why.clone());
        self.health.set(self.unsynced.clone().or(reserved).or_else(lost));
    }

    fn set_room_aside(&mut self) -> io::Result<()> {
        if self.reserved_to.saturating_sub(self.length) >= RESERVE_BYTES_MIN {
            return Ok(());
        }
        (self.reserve)(&self.file, self.length, RESERVE_BYTES)?;
        self.reserved_to = self.length + RESERVE_BYTES;
        Ok(())
    }

    fn tell_of_lost(&mut self) {
        if let Some((count, why)) = self.lost.take() {
            let note = format!("{count} entries could not be written: {why}");
            if self.append(&Draft::of_the_log("log-lost", note)).is_err() {
                self.lost = Some((count, why));
            }
        }
    }

    /// Tries again when the disk does not take it: it may be full for a moment only.
    fn write(&mut self, draft: &Draft) {
        self.tell_of_lost();
        for tries in 1.. {
            match self.append(draft) {
                Ok(()) => return,
                Err(error) if tries >= TRIES_MAX => {
                    tracing::error!(%error, ?draft, "an entry of the audit log is lost");
                    let count = self.lost.take().map_or(0, |(count, _)| count);
                    self.lost = Some((count + 1, told_to_clients(&error)));
                    return;
                }
                Err(_) => thread::sleep(SYNC_INTERVAL / 2),
            }
        }
    }

    fn append(&mut self, draft: &Draft) -> io::Result<()> {
        let entry = draft.chain(&self.last)?;
        let mut line = serde_json::to_vec(&entry)?;
        line.push(b'\n');
        if self.is_full(line.len() as u64) {
            self.rotate()?;
        }
        if let Err(error) = self.file.write_all(&line) {
            // Half a line would break the one after it. It gives back what was set aside, too.
            self.reserved_to = 0;
            self.file.set_len(self.length)?;
            return Err(error);
        }
        self.length += line.len() as u64;
        if self.begun.is_empty() {
            self.begun.clone_from(&entry.time);
        }
        self.last = Link::of(&entry);
        self.sync_due.get_or_insert_with(|| Instant::now() + SYNC_INTERVAL);
        Ok(())
    }

    fn is_full(&self, line_bytes: u64) -> bool {
        let old = !self.begun.is_empty() && self.begun < hours_ago(HOURS_PER_FILE);
        self.length > 0 && (old || self.length + line_bytes > self.limits.file_bytes_max)
    }

    fn rotate(&mut self) -> io::Result<()> {
        self.sync()?;
        let next = self.folder.file(self.current.number + 1);
        let file = next.append()?;
        // What was set aside behind its last line is not needed any more.
        self.file.set_len(self.length)?;
        self.reserved_to = 0;
        self.file = file;
        self.current = next;
        self.length = 0;
        self.begun.clear();
        files::sync_folder(self.folder.path())?;
        self.prune();
        Ok(())
    }

    /// The entries first, then the head: it never knows of an entry that could be lost.
    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()?;
        self.folder.set_head(&self.last)?;
        self.sync_due = None;
        Ok(())
    }

    fn sync_or_tell(&mut self) {
        if self.sync_due.is_none() {
            return;
        }
        let synced = self.sync();
        if let Err(error) = &synced {
            tracing::error!(%error, "the audit log could not be synced");
            self.sync_due = Some(Instant::now() + RETRY_INTERVAL);
        }
        self.unsynced = synced.err().as_ref().map(told_to_clients);
        self.look_after();
    }

    /// Removes the oldest files, as the limits say.
    fn prune(&self) {
        if let Err(error) = self.try_prune() {
            tracing::error!(%error, "old files of the audit log could not be removed");
        }
    }

    fn try_prune(&self) -> io::Result<()> {
        let anchored = self.folder.anchor()?.map_or(0, |anchor| anchor.seq);
        let old = hours_ago(24 * i64::from(self.limits.age_days_max));
        let mut closed = Vec::new();
        let mut total = self.length;
        for file in self.folder.files()? {
            if file.number != self.current.number {
                total += file.length()?;
                closed.push(file);
            }
        }
        for file in closed {
            let last = file.last_entry()?.map(|(entry, _)| entry);
            let outlived = match &last {
                Some(last) => last.time < old || last.seq <= anchored,
                None => file.length()? == 0,
            };
            if !outlived && total <= self.limits.total_bytes_max {
                break;
            }
            total -= file.length()?;
            self.remove(&file, last.as_ref(), anchored)?;
        }
        Ok(())
    }

    /// The anchor first: a crash in between leaves a file that the anchor already covers, and the
    /// next pruning removes it.
    fn remove(&self, file: &LogFile, last: Option<&StoredEntry>, anchored: u64) -> io::Result<()> {
        if let Some(last) = last.filter(|last| last.seq > anchored) {
            self.folder.set_anchor(&Link::of(last))?;
            self.folder.remove_torn(last.seq)?;
        }
        fs::remove_file(&file.path)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Closing alone would leave it held for as long as a child that is just being started has
        // a copy.
        let _ = self.lock.unlock();
    }
}

/// Without the path, which is not for agents; the daemon's own log has it.
fn told_to_clients(error: &io::Error) -> String {
    error.kind().to_string()
}

fn first_time(file: &LogFile) -> io::Result<String> {
    use std::io::BufRead as _;
    let mut line = String::new();
    match io::BufReader::new(File::open(&file.path)?).read_line(&mut line) {
        Ok(_) => {}
        // Not text: somebody else's bytes, which verifying will tell of.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {}
        Err(error) => return Err(error),
    }
    Ok(serde_json::from_str::<StoredEntry>(&line).map(|entry| entry.time).unwrap_or_default())
}

fn hours_ago(hours: i64) -> String {
    let then = Timestamp::now().checked_sub(SignedDuration::from_hours(hours));
    then.map(told).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    static DISK_IS_FULL: AtomicBool = AtomicBool::new(false);

    /// A disk that has room until it has none.
    fn reserve(_: &File, _: u64, _: u64) -> io::Result<()> {
        match DISK_IS_FULL.load(Ordering::SeqCst) {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }

    #[test]
    fn there_is_room_for_what_is_under_way_when_the_disk_is_full() {
        let folder = tempfile::tempdir().unwrap();
        let health = Health::default();
        let limits = LogLimits { file_bytes_max: u64::MAX, ..LogLimits::default() };
        let mut writer = Writer::open_with(folder.path(), limits, health.clone(), reserve).unwrap();
        assert_eq!(health.trouble(), None);
        DISK_IS_FULL.store(true, Ordering::SeqCst);
        let draft = Draft::of_the_log("click", "x".repeat(400));
        // What is set aside serves for a while, and then nothing more may be begun.
        while health.trouble().is_none() {
            writer.write(&draft);
            writer.look_after();
        }
        let left = writer.reserved_to - writer.length;
        assert!(left < RESERVE_BYTES_MIN && left > RESERVE_BYTES_MIN - 1_000, "{left}");
        // What was under way is still written.
        let before = writer.last.seq;
        writer.write(&draft);
        assert_eq!((writer.last.seq, writer.lost.is_none()), (before + 1, true));
        DISK_IS_FULL.store(false, Ordering::SeqCst);
        writer.retry();
        assert_eq!(health.trouble(), None);
    }
}
