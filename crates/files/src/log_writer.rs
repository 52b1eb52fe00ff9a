//! A bounded queue of lines in front of a log, so that who logs never waits for the disk.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

/// Lines that wait for the disk; what comes on top of them is dropped and counted.
const QUEUE_LINES_MAX: usize = 4_096;

/// Cheap to clone. Each `write` is one whole line.
#[derive(Debug, Clone)]
pub struct LogWriter {
    queue: SyncSender<Message>,
    dropped: Arc<AtomicU64>,
}

/// Dropping it waits until everything that was logged before is written.
#[derive(Debug)]
pub struct LogWriterGuard {
    queue: SyncSender<Message>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
enum Message {
    Line(Vec<u8>),
    Stop,
}

impl LogWriter {
    /// Writes to `log` on a thread of its own. `gap` makes the line that tells how many were dropped.
    pub fn start(
        log: impl Write + Send + 'static,
        gap: impl Fn(u64) -> String + Send + 'static,
    ) -> io::Result<(Self, LogWriterGuard)> {
        let (queue, messages) = mpsc::sync_channel(QUEUE_LINES_MAX);
        let dropped = Arc::<AtomicU64>::default();
        let writer = Self { queue: queue.clone(), dropped: Arc::clone(&dropped) };
        let thread = thread::Builder::new()
            .name("log-writer".to_owned())
            .spawn(move || write_all(log, gap, &messages, &dropped))?;
        Ok((writer, LogWriterGuard { queue, thread: Some(thread) }))
    }
}

/// A log that cannot be written has nowhere to say so: its errors are let go, and it goes on with the
/// next line.
fn write_all(
    mut log: impl Write,
    gap: impl Fn(u64) -> String,
    messages: &Receiver<Message>,
    dropped: &AtomicU64,
) {
    while let Ok(Message::Line(line)) = messages.recv() {
        let lost = dropped.swap(0, Ordering::Relaxed);
        if lost > 0 {
            let _ = log.write_all(gap(lost).as_bytes());
        }
        let _ = log.write_all(&line);
    }
    let _ = log.flush();
}

impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.queue.try_send(Message::Line(line.to_vec())).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LogWriterGuard {
    fn drop(&mut self) {
        // An error means that the thread is gone already.
        let _ = self.queue.send(Message::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::{Mutex, MutexGuard};

    use super::*;

    /// A disk that waits until it is let.
    #[derive(Debug, Clone, Default)]
    struct SlowDisk {
        gate: Arc<Mutex<()>>,
        text: Arc<Mutex<Vec<u8>>>,
    }

    impl SlowDisk {
        fn stuck(&self) -> MutexGuard<'_, ()> {
            self.gate.lock().unwrap()
        }
    }

    impl Write for SlowDisk {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            drop(self.gate.lock().unwrap());
            self.text.lock().unwrap().extend_from_slice(line);
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn who_logs_never_waits_and_what_is_dropped_is_told() {
        let disk = SlowDisk::default();
        let gap = |lines| format!("{lines} lines were dropped\n");
        let (mut writer, guard) = LogWriter::start(disk.clone(), gap).unwrap();
        let stuck = disk.stuck();
        let written = QUEUE_LINES_MAX + 100;
        for number in 0..written {
            writer.write_all(format!("line {number}\n").as_bytes()).unwrap();
        }
        drop(stuck);
        drop(guard);
        let text = String::from_utf8(disk.text.lock().unwrap().clone()).unwrap();
        let lines = text.lines().filter(|line| line.starts_with("line ")).count();
        let dropped: usize = text
            .lines()
            .filter_map(|line| line.strip_suffix(" lines were dropped")?.parse::<usize>().ok())
            .sum();
        assert_eq!(lines + dropped, written);
        // One line may be with the disk already.
        assert!((99..=100).contains(&dropped), "{dropped}");
        assert!(text.starts_with("line 0\n") || text.contains("dropped\nline 0\n"), "in order");
    }
}
