//! `help` at the prompt: examples, what can be done, and what is near to some words.

use tabwright_wire::language::{CompleteParams, CompletionKind, Utterance};

use crate::commands::utterance::{Daemon, plan, suggestions};
use crate::format::{cut, one_line};

const EXAMPLES: &str = "\
Write what you want in plain words. Join several steps with \"and\" or \"then\". For example:
  open nytimes and scroll down
  search for train times to Bern
  switch to the second tab
  go back
  bookmark this page

Tab lists what you can write next. The right arrow accepts the grey words. `help WORDS` shows similar
phrases. Ctrl-C stops the current step. `exit` or Ctrl-D leaves the shell.";

const ABOUT_CHARS_MAX: usize = 90;
const GOES_ON_MAX: u32 = 8;

pub(super) async fn show(daemon: &Daemon) -> anyhow::Result<()> {
    println!("{EXAMPLES}");
    let actions = daemon.actions().await?.actions;
    let mut available: Vec<_> = actions.iter().filter(|action| action.available).collect();
    available.sort_by(|a, b| (&a.provider, &a.action_name).cmp(&(&b.provider, &b.action_name)));
    let mut provider = None;
    for action in available {
        if provider != Some(&action.provider) {
            provider = Some(&action.provider);
            println!("\n{}:", one_line(&action.provider));
        }
        let about = cut(&action.about, ABOUT_CHARS_MAX);
        println!("  {:<28}  {about}", one_line(&action.action_name));
    }
    Ok(())
}

pub(super) async fn near(daemon: &Daemon, words: &str) -> anyhow::Result<()> {
    let utterance = Utterance { text: words.to_owned(), tab: None };
    let params = CompleteParams { text: words.to_owned(), tab: None, max: Some(GOES_ON_MAX) };
    let (said, goes_on) =
        tokio::try_join!(daemon.understand(&utterance), daemon.complete(&params))?;
    let sections = [
        ("It would do:", plan(&said)),
        ("Similar:", suggestions(&said.nearest)),
        (
            "It can continue:",
            goes_on
                .completions
                .iter()
                .map(|item| match item.kind {
                    CompletionKind::Placeholder => format!("{words} <{}>", one_line(&item.text)),
                    _ => one_line(&item.line),
                })
                .collect(),
        ),
    ];
    if sections.iter().all(|(_, lines)| lines.is_empty()) {
        println!("Nothing similar was found. `help` lists what you can do.");
    }
    for (title, lines) in sections.iter().filter(|(_, lines)| !lines.is_empty()) {
        println!("{title}");
        lines.iter().for_each(|line| println!("  {line}"));
    }
    Ok(())
}
