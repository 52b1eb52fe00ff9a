//! A chore is a row of steps. Each says that it begins, how long it took, or why it failed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, bail};

pub(crate) struct Steps {
    chore: &'static str,
    number: usize,
}

impl Steps {
    pub(crate) fn of(chore: &'static str) -> Self {
        Self { chore, number: 0 }
    }

    pub(crate) fn step(
        &mut self,
        name: &str,
        work: impl FnOnce() -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.number += 1;
        eprintln!("── {} {}: {name}", self.chore, self.number);
        let began = Instant::now();
        work().with_context(|| format!("step {} of {} failed: {name}", self.number, self.chore))?;
        eprintln!("   ok, {:.1} s", began.elapsed().as_secs_f32());
        Ok(())
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
