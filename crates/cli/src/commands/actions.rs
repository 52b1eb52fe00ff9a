//! `tabwright actions`: everything that can be done by saying so, for people, programs and grammars.

use std::process::ExitCode;

use tabwright_client::{Home, ensure_running};
use tabwright_wire::language::{ActionInfo, ActionList};
use tabwright_wire::{COMMAND_LINE, ListActions, NoParams};

use crate::args::language::ActionsOptions;
use crate::format::{self, one_line};

pub(crate) async fn run(home: &Home, options: &ActionsOptions) -> anyhow::Result<ExitCode> {
    if options.typescript {
        // The built-in ones are the same for every daemon of this version.
        print!("{}", tabwright_actions::TYPESCRIPT);
        return Ok(ExitCode::SUCCESS);
    }
    let (client, _) = ensure_running(home).await?;
    let list = client.named(COMMAND_LINE).call::<ListActions>(&NoParams {}).await?;
    if options.json {
        format::json(&list)?;
    } else {
        print(&list);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(list: &ActionList) {
    let mut provider = None;
    for action in &list.actions {
        let ActionInfo { action_name, about, available, .. } = action;
        if provider != Some(&action.provider) {
            let gap = if provider.is_some() { "\n" } else { "" };
            println!("{gap}{}:", one_line(&action.provider));
            provider = Some(&action.provider);
        }
        let now = if *available { "" } else { "  (not available)" };
        println!("  {:<28}  {}{now}", one_line(action_name), one_line(about));
    }
}
