//! `tabwright shell`: a prompt where things are said and done. Without a terminal, every line of stdin is.

mod colours;
mod completer;
mod completion_cache;
mod help;
mod line;
mod prompt;
mod script;

use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::Arc;

use tabwright_client::Home;
use tabwright_wire::language::Utterance;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use self::completion_cache::{CompletionCache, LineAnalysis};
use self::line::Line;
use self::prompt::{Editor, Typed};
use super::utterance::{Daemon, StepProgress, failure_of};
use crate::args::language::ShellOptions;
use crate::failure;

const GREETING: &str = "\
Write what you want, for example `open nytimes and scroll down`. Tab completes. `help` shows more.";

pub(crate) async fn run(home: Home, options: ShellOptions) -> anyhow::Result<ExitCode> {
    let daemon = Daemon::new(home.clone(), options.browser);
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        converse(&home, Arc::new(daemon)).await
    } else {
        script::run(&daemon, options.keep_going).await
    }
}

async fn converse(home: &Home, daemon: Arc<Daemon>) -> anyhow::Result<ExitCode> {
    daemon.connect().await?;
    let asked = Arc::clone(&daemon);
    let completions = CompletionCache::new(Handle::current(), move |text| {
        LineAnalysis::by(Arc::clone(&asked), text)
    });
    let mut editor = Editor::new(home, &completions);
    let mut progress = StepProgress::on_this_terminal();
    println!("{GREETING}");
    loop {
        let read = spawn_blocking(move || {
            let typed = editor.read();
            (editor, typed)
        });
        let typed;
        (editor, typed) = read.await?;
        let line = match typed? {
            Typed::Line(text) => Line::read(&text),
            Typed::Cleared => continue,
            Typed::Left => break,
        };
        match line {
            Line::Nothing => continue,
            Line::Leave => break,
            line => {
                let done = tokio::select! {
                    done = act(&daemon, line, &mut progress) => done,
                    // What was being said is let go of, and the daemon stops doing it.
                    Ok(()) = tokio::signal::ctrl_c() => {
                        progress.clear();
                        println!("Stopped.");
                        Ok(())
                    }
                };
                if let Err(error) = done {
                    failure::report(&error);
                }
                completions.forget();
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Does what a line asks for.
async fn act(daemon: &Daemon, line: Line, progress: &mut StepProgress) -> anyhow::Result<()> {
    match line {
        Line::Nothing | Line::Leave => Ok(()),
        Line::Help => help::show(daemon).await,
        Line::HelpWith(words) => help::near(daemon, &words).await,
        Line::Say(text) => {
            let utterance = Utterance { text, tab: None };
            let said = daemon.run_utterance(&utterance, |step| progress.tell(step)).await;
            progress.clear();
            match failure_of(&utterance.text, &said?) {
                Some(problem) => Err(problem.into()),
                None => Ok(()),
            }
        }
    }
}
