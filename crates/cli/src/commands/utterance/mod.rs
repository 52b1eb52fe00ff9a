//! `tabwright do`: what is said is done, and each step is told as it goes.

mod daemon;
mod outcome;
mod progress;
mod steps;

use std::process::ExitCode;

use tabwright_client::Home;
use tabwright_wire::language::{Utterance, UtteranceResult};

pub(crate) use self::daemon::Daemon;
pub(crate) use self::outcome::{failure_of, suggestions};
pub(crate) use self::progress::StepProgress;
pub(crate) use self::steps::plan;
use crate::args::BrowserChoice;
use crate::args::language::DoOptions;
use crate::{failure, format};

pub(crate) async fn run(home: &Home, options: DoOptions) -> anyhow::Result<ExitCode> {
    let (dry_run, remember) = (options.dry_run, options.remember);
    let (utterance, choice) = options.asked()?;
    let BrowserChoice { json, name: browser } = choice;
    let daemon = Daemon::new(home.clone(), browser);
    let mut said = if dry_run {
        daemon.understand(&utterance).await
    } else {
        done(&daemon, &utterance, json).await
    };
    if let (true, Ok(said)) = (remember, &mut said)
        && said.model.is_some()
        && said.is_done()
        && said.remembered.is_none()
    {
        said.remembered = Some(daemon.remember(&utterance.text, said).await?);
    }
    match &said {
        Ok(said) if json => format::json(said)?,
        Ok(said) if dry_run => plan(said).iter().for_each(|line| println!("{line}")),
        Ok(said) => print_translation(said),
        Err(error) if json => format::json(&failure::problem(error))?,
        Err(_) => {}
    }
    match failure_of(&utterance.text, &said?) {
        Some(problem) => Err(problem.into()),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Who understood it, where no grammar did.
fn print_translation(said: &UtteranceResult) {
    let Some(model) = &said.model else { return };
    match &said.remembered {
        Some(phrasing) => println!(
            "{} understood it. Next time it is not asked: \"{}\" is a phrase of yours now.",
            format::one_line(model),
            format::one_line(phrasing)
        ),
        None => println!("{} understood it, as no phrase fits.", format::one_line(model)),
    }
}

async fn done(
    daemon: &Daemon,
    utterance: &Utterance,
    json: bool,
) -> anyhow::Result<UtteranceResult> {
    daemon.until_browser().await?;
    if json {
        return daemon.run_utterance(utterance, |_| {}).await;
    }
    let mut progress = StepProgress::on_this_terminal();
    let said = daemon.run_utterance(utterance, |step| progress.tell(step)).await;
    progress.clear();
    said
}
