//! A chore is a row of steps. Each says that it begins, how long it took, or why it failed; a chore
//! of several steps ends with a table of their times.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

pub(crate) struct Steps {
    chore: &'static str,
    times: Vec<(String, Duration)>,
}

impl Steps {
    pub(crate) fn of(chore: &'static str) -> Self {
        Self { chore, times: Vec::new() }
    }

    pub(crate) fn step<T>(
        &mut self,
        name: &str,
        work: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let number = self.times.len() + 1;
        eprintln!("── {} {number}: {name}", self.chore);
        let began = Instant::now();
        let outcome = work();
        let took = began.elapsed();
        self.times.push((name.to_owned(), took));
        let value =
            outcome.with_context(|| format!("step {number} of {} failed: {name}", self.chore))?;
        eprintln!("   ok, {:.1} s", took.as_secs_f32());
        Ok(value)
    }

    /// The time of every step so far, and of all together. Also of use after a failure.
    pub(crate) fn print_times(&self) {
        eprintln!("\n── {}: time of each step", self.chore);
        let all = self.times.iter().map(|(_, took)| took).sum::<Duration>();
        let lines = self.times.iter().map(|(name, took)| (name.as_str(), *took));
        for (name, took) in lines.chain([("all together", all)]) {
            eprintln!("{:>9.1} s  {name}", took.as_secs_f32());
        }
    }
}

/// The top of this repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// A command at the top of the repository, with its output shown as it comes.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

pub(crate) fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let shown = format!("{command:?}").replace('"', "");
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` ended with {status}");
    }
    Ok(())
}

/// Does the program answer to `--version`?
pub(crate) fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
