//! `tabwright grammar`: checking and trying grammars, which needs no daemon, and those that were added
//! to the daemon.

mod cases;
mod check;
mod files;
mod match_command;
mod own;

use std::process::ExitCode;

use tabwright_client::Home;

use crate::args::language::GrammarCommand;

pub(crate) async fn run(home: &Home, command: GrammarCommand) -> anyhow::Result<ExitCode> {
    use GrammarCommand as Asked;
    match command {
        Asked::Check { files, output } => check::run(&files, &output),
        Asked::Match { file, utterance, all, output } => {
            match_command::parse(&file, &utterance, all, &output)
        }
        Asked::Complete { file, prefix, output } => {
            match_command::complete(&file, &prefix, &output)
        }
        Asked::Test { files } => cases::run(&files),
        Asked::List(output) => own::list(home, &output).await,
        Asked::Add { name, file, site, output } => own::add(home, name, &file, site, &output).await,
        Asked::Remove { name, output } => own::remove(home, &name, &output).await,
    }
}
