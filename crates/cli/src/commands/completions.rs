use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::Args;

pub(crate) fn run(shell: Shell) -> ExitCode {
    clap_complete::generate(shell, &mut Args::command(), "tabwright", &mut std::io::stdout());
    ExitCode::SUCCESS
}
