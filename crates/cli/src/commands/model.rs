//! The models that are set up. The daemon keeps their keys, and asks them.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

use tabwright_client::{Client, Home, ensure_running};
use tabwright_wire::{
    AddModel, COMMAND_LINE, ListModels, ListModelsParams, ModelKey, ModelKeyPlace, ModelName,
    ModelProvider, ModelRecord, ModelRecordList, ModelTest, NewModel, Problem, ProblemCode,
    RemoveModel, SetDefaultModel, TestModel,
};

use super::hidden_input;
use crate::args::Usage;
use crate::args::model::{AddArgs, ModelCommand, ModelOptions};
use crate::format;

pub(crate) async fn run(home: &Home, options: ModelOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    match options.command {
        None => list(&client, options.output.json).await?,
        Some(ModelCommand::List(output)) => list(&client, output.json).await?,
        Some(ModelCommand::Add(args)) => add(&client, &args).await?,
        Some(ModelCommand::Remove { name, output }) => {
            let left = client.call::<RemoveModel>(&ModelName { name: name.clone() }).await?;
            match output.json {
                true => format::json(&left)?,
                false => println!("Removed {name} and its key."),
            }
        }
        Some(ModelCommand::Default { name, output }) => {
            let all = client.call::<SetDefaultModel>(&ModelName { name: name.clone() }).await?;
            match output.json {
                true => format::json(&all)?,
                false => println!("{name} is the default model now."),
            }
        }
        Some(ModelCommand::Test { name, output }) => {
            let name = match name {
                Some(name) => name,
                None => default_name(&client).await?,
            };
            let found = client.call::<TestModel>(&ModelName { name }).await?;
            match output.json {
                true => format::json(&found)?,
                false => print_test(&found),
            }
            let works = found.text && found.tools;
            return Ok(if works { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn listed(client: &Client) -> anyhow::Result<ModelRecordList> {
    Ok(client.call::<ListModels>(&ListModelsParams::default()).await?)
}

async fn list(client: &Client, json: bool) -> anyhow::Result<()> {
    let list = listed(client).await?;
    if json {
        format::json(&list)?;
        return Ok(());
    }
    match list.models.is_empty() {
        true => println!("No model is set up. `tabwright model add` sets one up."),
        false => list.models.iter().for_each(print),
    }
    for agent in list.agents.iter().filter(|agent| agent.is_installed) {
        println!(
            "  {}  {}, installed on this machine, with its own login",
            agent.name, agent.title
        );
    }
    Ok(())
}

async fn default_name(client: &Client) -> anyhow::Result<String> {
    let ModelRecordList { models, .. } = listed(client).await?;
    let (title, fix) = match models.iter().find(|model| model.is_default) {
        Some(model) => return Ok(model.name.clone()),
        None if models.is_empty() => ("no model is set up", "Run `tabwright model add`"),
        None => (
            "no model is the default",
            "Name one, or choose it with `tabwright model default NAME`",
        ),
    };
    let problem =
        Problem { code: ProblemCode::NoModel, title: title.to_owned(), fix: fix.to_owned() };
    Err(tabwright_client::ClientError::Refused(problem).into())
}

async fn add(client: &Client, args: &AddArgs) -> anyhow::Result<()> {
    let list = listed(client).await?;
    let new = completed(args, &list)?;
    let name = new.name.clone();
    let is_new = !list.models.iter().any(|model| model.name == name);
    let list = client.call::<AddModel>(&new).await?;
    if args.output.json {
        return format::json(&list);
    }
    println!("{} {name}.", if is_new { "Added" } else { "Changed" });
    list.models.iter().filter(|model| model.name == name).for_each(print);
    println!("`{} model test {name}` shows what works.", format::program());
    Ok(())
}

/// With what is missing asked for, where somebody is there to answer.
fn completed(args: &AddArgs, list: &ModelRecordList) -> anyhow::Result<NewModel> {
    let find = |name: &str| list.models.iter().find(|model| model.name == name);
    let old = args.name.as_deref().and_then(find);
    let provider = match (&args.provider, old) {
        (None, None) => Some(ask_provider(&list.providers)?),
        (provider, _) => provider.clone(),
    };
    let preset = list.providers.iter().find(|known| Some(&known.id) == provider.as_ref());
    let name = match (&args.name, preset) {
        (Some(name), _) => name.clone(),
        (None, Some(preset)) => {
            let name = ask("What do you want to call it", "a name", Some(&preset.id))?;
            name.trim().to_owned()
        }
        (None, None) => return Err(missing("a name").into()),
    };
    let old = old.or_else(|| find(&name));
    let mut new = NewModel { provider, ..args.to_model(name) };
    if new.model.is_none() && old.is_none() {
        new.model = Some(ask("The model, as its provider names it", "--model", None)?);
    }
    if new.context_window.is_none()
        && preset.is_some_and(|preset| preset.needs_context_window)
        && old.is_none_or(|old| old.context_window.is_none())
    {
        let answer = ask("How many tokens it can read", "--context-window", Some("32000"))?;
        let number = answer.parse().map_err(|_| Usage(format!("`{answer}` is not a number")))?;
        new.context_window = Some(number);
    }
    if wants_key(args, preset, old) {
        let keeps = if old.is_some() { ", empty keeps the one there is" } else { "" };
        let key = hidden_input::read(&format!("Its key (not shown{keeps}): "))?;
        new.key = Some(ModelKey(key)).filter(|key| !key.0.trim().is_empty());
    }
    Ok(new)
}

/// Is a key to be asked for? Whoever changes something else about a model is not.
fn wants_key(args: &AddArgs, preset: Option<&ModelProvider>, old: Option<&ModelRecord>) -> bool {
    if args.no_key || args.key_env.is_some() {
        return false;
    }
    match old {
        Some(_) => args.is_bare() || args.provider.is_some() || args.base_url.is_some(),
        None => args.base_url.is_some() || preset.is_some_and(|preset| preset.needs_key),
    }
}

fn ask_provider(providers: &[ModelProvider]) -> anyhow::Result<String> {
    if io::stdin().is_terminal() {
        eprintln!("Who runs the model?");
        for ModelProvider { id, title, .. } in providers {
            eprintln!("  {id:<12}{title}");
        }
    }
    ask("Provider", "--provider", Some("openai"))
}

/// One line of an answer. `flag` is what says it where nobody can be asked.
fn ask(question: &str, flag: &str, default: Option<&str>) -> anyhow::Result<String> {
    if !io::stdin().is_terminal() {
        return Err(missing(flag).into());
    }
    let hint = default.map(|default| format!(" [{default}]")).unwrap_or_default();
    eprint!("{question}{hint}: ");
    io::stderr().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    let answer = Some(answer.trim()).filter(|answer| !answer.is_empty()).or(default);
    answer.map(str::to_owned).ok_or_else(|| missing(flag).into())
}

fn missing(flag: &str) -> Usage {
    Usage(format!("{flag} is missing. `tabwright model add --help` shows examples"))
}

fn print(model: &ModelRecord) {
    let mark = if model.is_default { "*" } else { " " };
    let key = match (model.key, &model.key_env) {
        (ModelKeyPlace::None, _) => "no key".to_owned(),
        (ModelKeyPlace::Stored, _) => "key stored".to_owned(),
        (ModelKeyPlace::Variable, variable) => {
            format!("key in {}", variable.as_deref().unwrap_or_default())
        }
    };
    let default = if model.is_default { ", the default" } else { "" };
    let line =
        format!("{mark} {}  {} at {}, {key}{default}", model.name, model.model, model.base_url);
    println!("{}", format::one_line(&line));
    if let Some(Problem { title, fix, .. }) = &model.problem {
        println!("    {title}. {fix}");
    }
}

fn print_test(found: &ModelTest) {
    let yes = |works: bool| if works { "yes" } else { "no" };
    let images = found.images.map_or("not asked: its settings say that it reads none", yes);
    println!("{} answers.", found.name);
    println!("  text       {}", yes(found.text));
    println!("  streaming  {}", yes(found.streaming));
    println!("  tools      {}", yes(found.tools));
    println!("  images     {images}");
    let cost = found.cost.map(|cost| format!(", {cost:.4} by its price")).unwrap_or_default();
    println!(
        "  The first words came after {} ms, all after {} ms. {} tokens were read and {} written{cost}.",
        found.first_piece_ms, found.took_ms, found.input_tokens, found.output_tokens
    );
    if !found.tools {
        println!(
            "  Without tools it cannot work in the browser. Choose a model that can call tools."
        );
    }
}
