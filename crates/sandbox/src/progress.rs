//! What whoever waits for a run can see of it, and how they stop it.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::run_result::{LogLevel, LogLine};

/// A script that has printed this many times its limit is not about to stop.
const FLOOD_FACTOR: usize = 16;
/// What a line costs beside its text: an empty one must cost something, or there is no end to them.
const LINE_BYTES: usize = 8;

/// One run, seen from both threads.
pub(crate) struct Progress {
    cancelled: AtomicBool,
    cancel: Notify,
    calls: AtomicU32,
    log: Mutex<Log>,
}

impl Progress {
    pub(crate) fn new(log_bytes_max: usize) -> Self {
        Self {
            cancelled: AtomicBool::new(false),
            cancel: Notify::new(),
            calls: AtomicU32::new(0),
            log: Mutex::new(Log { bytes_max: log_bytes_max, ..Log::default() }),
        }
    }

    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        self.cancel.notify_one();
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    pub(crate) async fn cancelled(&self) {
        while !self.is_cancelled() {
            self.cancel.notified().await;
        }
    }

    pub(crate) fn calls(&self) -> u32 {
        self.calls.load(Ordering::Relaxed)
    }

    /// `false` when `max` were made already.
    pub(crate) fn count_call(&self, max: u32) -> bool {
        let more = |made: u32| (made < max).then_some(made + 1);
        self.calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    pub(crate) fn log(&self, level: LogLevel, text: &str) {
        self.log.lock().add(level, text);
    }

    pub(crate) fn is_flooded(&self) -> bool {
        self.log.lock().flooded
    }

    pub(crate) fn log_bytes(&self) -> usize {
        self.log.lock().bytes
    }

    /// The lines, and whether some are missing.
    pub(crate) fn take_log(&self) -> (Vec<LogLine>, bool) {
        let mut log = self.log.lock();
        (std::mem::take(&mut log.lines), log.cut)
    }
}

#[derive(Default)]
struct Log {
    lines: Vec<LogLine>,
    bytes: usize,
    bytes_max: usize,
    /// Printed in all, what was cut included.
    offered: usize,
    cut: bool,
    flooded: bool,
}

impl Log {
    fn add(&mut self, level: LogLevel, text: &str) {
        let cost = text.len() + LINE_BYTES;
        self.offered = self.offered.saturating_add(cost);
        self.flooded = self.offered > self.bytes_max.saturating_mul(FLOOD_FACTOR);
        let room = self.bytes_max.saturating_sub(self.bytes + LINE_BYTES);
        if self.cut || room == 0 {
            self.cut = true;
            return;
        }
        let kept = &text[..text.floor_char_boundary(room)];
        self.cut = kept.len() < text.len();
        self.bytes += kept.len() + LINE_BYTES;
        self.lines.push(LogLine { level, text: kept.to_owned() });
    }
}
