//! `tabwright resolver`: which stages find a site by its name, the names of your own, and where one leads.

use std::process::ExitCode;

use tabwright_client::{Client, Home, ensure_running};
use tabwright_wire::language::{
    NamedSite, ResolveParams, ResolvedSite, ResolverChange, ResolverStage, ResolverState,
    ResolverTrial,
};
use tabwright_wire::{COMMAND_LINE, ChangeResolver, GetResolver, NoParams, ResolveSite};

use crate::args::language::{ResolverCommand, ResolverOptions};
use crate::args::{BrowserChoice, Output};
use crate::format::{self, one_line};

pub(crate) async fn run(home: &Home, options: ResolverOptions) -> anyhow::Result<ExitCode> {
    use ResolverCommand as Asked;
    let (client, _) = ensure_running(home).await?;
    let client = client.named(COMMAND_LINE);
    let (change, output) = match options.command {
        None => {
            return print_state(&client.call::<GetResolver>(&NoParams {}).await?, &options.output);
        }
        Some(Asked::Test { name, choice }) => return test(&client, &name.join(" "), choice).await,
        Some(Asked::On { stage, output }) => (ResolverChange::Switch { stage, on: true }, output),
        Some(Asked::Off { stage, output }) => (ResolverChange::Switch { stage, on: false }, output),
        Some(Asked::Language { name, output }) => (ResolverChange::Language { name }, output),
        Some(Asked::Direct { provider, output }) => {
            let provider = Some(provider).filter(|provider| provider != "off");
            (ResolverChange::Direct { provider }, output)
        }
        Some(Asked::Add { name, url, output }) => {
            (ResolverChange::AddSite(NamedSite { name, url }), output)
        }
        Some(Asked::Remove { name, output }) => (ResolverChange::RemoveSite { name }, output),
    };
    print_state(&client.call::<ChangeResolver>(&change).await?, &output)
}

fn print_state(state: &ResolverState, output: &Output) -> anyhow::Result<ExitCode> {
    if output.json {
        format::json(state)?;
        return Ok(ExitCode::SUCCESS);
    }
    println!(
        "These stages look for a site name, in this order. The first one that finds it is used."
    );
    for ResolverStage { name, about, on } in &state.stages {
        println!("{:<4} {name:<14} {about}", if *on { "on" } else { "off" });
    }
    println!("Language of Wikipedia: {}.", state.language);
    if let Some(provider) = &state.direct {
        println!("For any name that is not an address, the first result of {provider} is opened.");
    }
    if state.sites.is_empty() {
        println!("You have no names of your own. `tabwright resolver add NAME URL` adds one.");
    } else {
        println!("Your own names:");
        for NamedSite { name, url } in &state.sites {
            println!("     {:<14} {}", one_line(name), one_line(url));
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn test(client: &Client, name: &str, choice: BrowserChoice) -> anyhow::Result<ExitCode> {
    let params = ResolveParams { name: name.to_owned() };
    let site = client.call_in::<ResolveSite>(choice.name.as_deref(), &params).await?;
    if choice.json {
        format::json(&site)?;
    } else {
        print(name, &site);
    }
    Ok(if site.url.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(name: &str, site: &ResolvedSite) {
    match (&site.url, &site.stage) {
        (Some(url), Some(stage)) => println!("{}  (found by {stage})", one_line(url)),
        (Some(url), None) => println!("{}", one_line(url)),
        (None, _) => println!("No stage found \"{}\".", one_line(name)),
    }
    for ResolverTrial { stage, outcome } in &site.tried {
        println!("     {stage:<14} {}", one_line(outcome));
    }
}
