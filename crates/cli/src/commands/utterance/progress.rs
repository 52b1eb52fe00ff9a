//! The progress of an utterance on the terminal: done and skipped ones on stdout, failed ones on stderr.

use std::io::{IsTerminal as _, Write as _};

use tabwright_wire::language::{Step, StepState};

use super::steps::{found, line};
use crate::format::cut;

/// So short that a step that runs stays on one row, and can be written over.
const RUNNING_CHARS_MAX: usize = 70;

#[derive(Debug)]
pub(crate) struct StepProgress {
    /// Stdout is a terminal, where a step that runs is shown until it ends.
    live: bool,
    /// A step that runs is on the last row.
    running: bool,
}

impl StepProgress {
    pub(crate) fn on_this_terminal() -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { live: std::io::stdout().is_terminal() && !dumb, running: false }
    }

    pub(crate) fn tell(&mut self, step: &Step) {
        self.clear();
        let line = line(step, self.live);
        match step.state {
            StepState::Waiting => {}
            StepState::Running if self.live => {
                print!("{}", cut(&line, RUNNING_CHARS_MAX));
                // Not shown in time is no harm.
                let _ = std::io::stdout().flush();
                self.running = true;
            }
            StepState::Running => {}
            StepState::Failed => eprintln!("{line}"),
            StepState::Done | StepState::Skipped => {
                println!("{line}");
                let results = step.result.iter().flat_map(found);
                results.for_each(|one| println!("    {one}"));
            }
        }
    }

    /// Takes away the row of a step that runs no more.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.running) {
            print!("\r\x1b[K");
            let _ = std::io::stdout().flush();
        }
    }
}
