//! What a process says, kept for the case that a test fails.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::sync::watch;

/// Enough to see what went wrong.
const LINES_SHOWN: usize = 120;

#[derive(Debug, Clone)]
pub(crate) struct Log {
    name: &'static str,
    lines: Arc<Mutex<Vec<String>>>,
    changed: watch::Sender<usize>,
}

impl Log {
    pub(crate) fn of(name: &'static str, stream: impl AsyncRead + Unpin + Send + 'static) -> Self {
        let log = Self { name, lines: Arc::default(), changed: watch::Sender::new(0) };
        let writer = log.clone();
        tokio::spawn(async move {
            let mut lines = BufReader::new(stream).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                let mut kept = writer.lines.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push(line);
                writer.changed.send_replace(kept.len());
            }
        });
        log
    }

    /// The first line that fits, as soon as there is one.
    pub(crate) async fn until<T>(&self, wanted: impl Fn(&str) -> Option<T>) -> T {
        let mut changed = self.changed.subscribe();
        loop {
            if let Some(found) = self.find(&wanted) {
                return found;
            }
            changed.changed().await.expect("the log itself holds the sender");
        }
    }

    pub(crate) fn find<T>(&self, wanted: impl Fn(&str) -> Option<T>) -> Option<T> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().find_map(|line| wanted(line))
    }

    /// Called on drop: prints when a test is failing.
    pub(crate) fn show_if_failing(&self) {
        if std::thread::panicking() {
            let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            eprintln!("── {} ──", self.name);
            for line in lines.iter().skip(lines.len().saturating_sub(LINES_SHOWN)) {
                eprintln!("{line}");
            }
        }
    }
}
