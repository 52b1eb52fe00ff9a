//! `tabwright grammar test`: worked cases, whose last line tells how many passed.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use tabwright_grammar::cases::{self, Failure};

use super::files;

pub(super) fn run(files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let (mut passed, mut failed) = (0, 0);
    for file in files {
        let outcome = cases::run(&files::read(file)?);
        let outcome = outcome.with_context(|| file.display().to_string())?;
        passed += outcome.passed;
        failed += outcome.failures.len();
        for Failure { id, reason } in &outcome.failures {
            println!("{}: {id}: {reason}", file.display());
        }
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
