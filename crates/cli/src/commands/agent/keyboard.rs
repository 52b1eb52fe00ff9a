//! Lines that the person types, for the prompt and for questions alike.

use std::io::{BufRead as _, IsTerminal as _};

use tokio::sync::mpsc;

/// Reads lines in a thread of its own, from the first question on: a line that is waited for no more is there
/// for the next who asks.
#[derive(Debug, Default)]
pub(super) struct Keyboard(Option<mpsc::Receiver<String>>);

impl Keyboard {
    /// Can the person be asked here?
    pub(super) fn is_there() -> bool {
        std::io::stdin().is_terminal()
    }

    /// The next line; none at the end of the input.
    pub(super) async fn line(&mut self) -> Option<String> {
        self.0.get_or_insert_with(read).recv().await
    }
}

fn read() -> mpsc::Receiver<String> {
    let (lines, read) = mpsc::channel(1);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if lines.blocking_send(line).is_err() {
                break;
            }
        }
    });
    read
}
