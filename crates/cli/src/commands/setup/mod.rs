//! `tabwright setup`: without an agent for the browsers, with one for that agent.

mod agent;
mod browsers;
mod list;

use std::process::ExitCode;

use tabwright_agent_config::SKILL;
use tabwright_client::Home;

use crate::args::{SetupOptions, Usage};

pub(crate) fn run(home: &Home, options: &SetupOptions) -> anyhow::Result<ExitCode> {
    match options.agent {
        Some(agent) => agent::run(home, agent, options),
        None if options.skill => {
            print!("{SKILL}");
            Ok(ExitCode::SUCCESS)
        }
        None if options.list => list::run(home, options),
        None if options.project => Err(Usage(
            "`--project` needs an agent. `tabwright setup --list` lists the agents.".into(),
        )
        .into()),
        None => browsers::run(home, options),
    }
}
