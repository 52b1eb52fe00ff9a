//! The grammars that a person has added to the daemon.

use std::path::Path;
use std::process::ExitCode;

use tabwright_client::{Client, Home, ensure_running};
use tabwright_grammar::Grammar;
use tabwright_wire::language::{GrammarInfo, GrammarList, NewGrammar};
use tabwright_wire::{AddGrammar, COMMAND_LINE, ListGrammars, NameParams, NoParams, RemoveGrammar};

use super::files;
use crate::args::{Output, Usage};
use crate::format::{self, one_line};

pub(super) async fn list(home: &Home, output: &Output) -> anyhow::Result<ExitCode> {
    let list = client(home).await?.call::<ListGrammars>(&NoParams {}).await?;
    tell(&list, output)
}

pub(super) async fn add(
    home: &Home,
    name: String,
    file: &Path,
    site: Option<String>,
    output: &Output,
) -> anyhow::Result<ExitCode> {
    let text = files::read(file)?;
    stands_alone(file, &text)?;
    let new = NewGrammar { name, site, text };
    let list = client(home).await?.call::<AddGrammar>(&new).await?;
    tell(&list, output)
}

pub(super) async fn remove(home: &Home, name: &str, output: &Output) -> anyhow::Result<ExitCode> {
    let params = NameParams { name: name.to_owned() };
    let list = client(home).await?.call::<RemoveGrammar>(&params).await?;
    tell(&list, output)
}

async fn client(home: &Home) -> anyhow::Result<Client> {
    let (client, _) = ensure_running(home).await?;
    Ok(client.named(COMMAND_LINE))
}

/// The daemon keeps one file for each grammar, so one that is good only with its imports is told here.
fn stands_alone(file: &Path, text: &str) -> anyhow::Result<()> {
    let Err(report) = Grammar::compile(&file.display().to_string(), text) else { return Ok(()) };
    let message = if files::load(file)?.is_ok() {
        format!(
            "{} imports other grammars. Only single files can be added: copy their rules into it.",
            file.display()
        )
    } else {
        format!("{} has mistakes\n\n{report}", file.display())
    };
    Err(Usage(message).into())
}

fn tell(list: &GrammarList, output: &Output) -> anyhow::Result<ExitCode> {
    if output.json {
        format::json(list)?;
        return Ok(ExitCode::SUCCESS);
    }
    if list.grammars.is_empty() && list.broken.is_empty() {
        println!("You have added no grammar. `tabwright grammar add NAME FILE` adds one.");
    }
    for GrammarInfo { name, site, phrasings } in &list.grammars {
        let place = site.as_deref().unwrap_or("every site");
        let plural = if *phrasings == 1 { "" } else { "s" };
        println!("{name}  {phrasings} phrase{plural}, on {}", one_line(place));
    }
    for broken in &list.broken {
        println!("{}  cannot be used:", broken.name);
        broken.why.lines().for_each(|line| println!("    {line}"));
    }
    Ok(ExitCode::SUCCESS)
}
