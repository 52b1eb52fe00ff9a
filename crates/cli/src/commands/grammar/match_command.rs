//! What a grammar makes of words: `tabwright grammar match` and `complete`.

use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::Value;
use tabwright_grammar::{Completion, Grammar, NoEntities, Parse, Suggests};

use super::files;
use crate::args::{Output, Usage};
use crate::format::{self, one_line};

const COMPLETIONS_MAX: usize = 100;

#[derive(Debug, Serialize)]
struct Understood {
    /// The likeliest first.
    parses: Vec<Reading>,
    /// Ways to understand it that are not shown.
    more: usize,
    /// There are so many that not all were looked for.
    cut: bool,
}

#[derive(Debug, Serialize)]
struct Reading {
    value: Value,
    captures: Vec<Filled>,
}

#[derive(Debug, Serialize)]
struct Filled {
    name: String,
    text: String,
    /// The type that was imported for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<String>,
}

pub(super) fn parse(
    file: &Path,
    utterance: &str,
    all: bool,
    output: &Output,
) -> anyhow::Result<ExitCode> {
    let found = usable(file)?.ranked(utterance, &NoEntities).map_err(too_hard)?;
    let shown = if all { found.parses.len() } else { 1 };
    let understood = Understood {
        more: found.parses.len().saturating_sub(shown),
        cut: found.cut,
        parses: found.parses.iter().take(shown).map(Into::into).collect(),
    };
    if output.json {
        format::json(&understood)?;
    } else {
        print(&understood, utterance);
    }
    let matches = !understood.parses.is_empty();
    Ok(if matches { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(understood: &Understood, utterance: &str) {
    let Understood { parses, more, cut } = understood;
    if parses.is_empty() {
        eprintln!(
            "\"{}\" does not match. `tabwright grammar complete` shows what would.",
            one_line(utterance)
        );
    }
    for Reading { value, captures } in parses {
        println!("{value}");
        for Filled { name, text, entity } in captures {
            let entity = entity.as_deref().map(|it| format!("  ({it})")).unwrap_or_default();
            println!("    {name} = \"{}\"{entity}", one_line(text));
        }
    }
    if *more > 0 {
        eprintln!("{more} more. `--all` shows them.");
    }
    if *cut {
        eprintln!("There are more ways to understand it. They were not searched.");
    }
}

impl From<&Parse> for Reading {
    fn from(parse: &Parse) -> Self {
        let filled = |capture: &tabwright_grammar::Capture| Filled {
            name: capture.name.to_string(),
            text: capture.text.to_string(),
            entity: capture.entity.as_deref().map(str::to_owned),
        };
        Self { value: parse.value.to_json(), captures: parse.captures.iter().map(filled).collect() }
    }
}

#[derive(Debug, Serialize)]
struct GoesOn {
    completions: Vec<Next>,
    /// What is typed can be said as it is.
    whole: bool,
}

#[derive(Debug, Serialize)]
struct Next {
    /// Takes the place of everything from this byte on.
    from: usize,
    text: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<String>,
}

impl From<Completion> for Next {
    fn from(completion: Completion) -> Self {
        let Completion { from, text, kind, about, .. } = completion;
        let kind = match kind {
            Suggests::Words => "words",
            Suggests::Entity(_) => "entity",
            Suggests::Blank { number: false } => "blank",
            Suggests::Blank { number: true } => "number",
        };
        Self { from, text, kind, about }
    }
}

pub(super) fn complete(file: &Path, prefix: &str, output: &Output) -> anyhow::Result<ExitCode> {
    let grammar = usable(file)?;
    let found = grammar.complete(prefix, &NoEntities, COMPLETIONS_MAX).map_err(too_hard)?;
    let found = GoesOn {
        completions: found.items.into_iter().map(Into::into).collect(),
        whole: found.whole,
    };
    if output.json {
        format::json(&found)?;
        return Ok(ExitCode::SUCCESS);
    }
    for Next { text, kind, about, .. } in &found.completions {
        let text =
            if matches!(*kind, "blank" | "number") { format!("<{text}>") } else { text.clone() };
        let about =
            about.as_deref().map(|about| format!("  {}", one_line(about))).unwrap_or_default();
        println!("{}{about}", one_line(&text));
    }
    match (found.whole, found.completions.is_empty()) {
        (true, _) => eprintln!("The text is complete as it is."),
        (false, true) => eprintln!("Nothing can follow this text."),
        (false, false) => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn usable(file: &Path) -> anyhow::Result<Grammar> {
    files::load(file)?
        .map_err(|report| anyhow::anyhow!("{} has mistakes\n\n{report}", file.display()))
}

fn too_hard(error: tabwright_grammar::TooHard) -> Usage {
    Usage(error.to_string())
}
