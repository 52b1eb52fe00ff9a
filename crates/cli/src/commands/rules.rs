use std::process::ExitCode;

use serde::Serialize;
use tabwright_client::{Home, ensure_running};
use tabwright_wire::{
    AddRule, COMMAND_LINE, IdParams, ListRules, NoParams, RemoveRule, Rule, RuleList, RuleRecord,
    RuleSource,
};

use crate::args::policy::{RulesCommand, RulesOptions};
use crate::format;

pub(crate) async fn run(home: &Home, options: RulesOptions) -> anyhow::Result<ExitCode> {
    let (client, _) = ensure_running(home).await?;
    let client = client.named(COMMAND_LINE);
    let (rules, output) = match options.command {
        None => (client.call::<ListRules>(&NoParams {}).await?, options.output),
        Some(RulesCommand::Add { rule, output }) => {
            (client.call::<AddRule>(&rule.into()).await?, output)
        }
        Some(RulesCommand::Remove { id, output }) => {
            (client.call::<RemoveRule>(&IdParams { id }).await?, output)
        }
    };
    if output.json {
        format::json(&rules)?;
    } else {
        print(&rules);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(list: &RuleList) {
    println!(
        "Rules are checked from top to bottom. For each setting, the first matching rule decides."
    );
    for RuleRecord { id, source, rule } in &list.rules {
        let number = id.map_or_else(|| "-".to_owned(), |id| id.to_string());
        let source = match source {
            RuleSource::Person => "yours",
            RuleSource::Config => "config file",
            RuleSource::BuiltIn => "built in",
        };
        println!("{number:>3}  {:<60}  [{source}]", describe(rule));
    }
}

fn describe(rule: &Rule) -> String {
    let client = rule.client.as_deref().unwrap_or("everyone");
    let site = rule.site.as_deref().map(|site| format!(" on {site}")).unwrap_or_default();
    let list =
        |names: Vec<String>| if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    let says = [
        rule.mode.map(word),
        rule.new_tabs.map(|may| if may { "may open tabs" } else { "may not open tabs" }.to_owned()),
        rule.scripts
            .map(|may| if may { "may run scripts" } else { "may not run scripts" }.to_owned()),
        rule.locked_url.as_ref().map(|url| format!("only at {url}")),
        rule.allow
            .as_ref()
            .map(|allow| format!("without asking: {}", list(allow.iter().map(word).collect()))),
        rule.blocked_schemes.as_ref().map(|blocked| format!("blocked: {}", list(blocked.clone()))),
    ];
    let says: Vec<_> = says.into_iter().flatten().collect();
    format::one_line(&format!("{client}{site}: {}", says.join("; ")))
}

/// As it goes on the wire, and into the config file.
fn word(value: impl Serialize) -> String {
    let word = serde_json::to_value(value).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}
