//! The agents we know: which are here, and which can use Tabwright.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use tabwright_agent_config::{Agent, Presence};
use tabwright_client::Home;

use super::agent;
use crate::args::SetupOptions;
use crate::format;

#[derive(Debug, Serialize)]
struct Listed {
    agent: &'static str,
    label: &'static str,
    found: bool,
    file: PathBuf,
    /// `unreadable` has a problem.
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    skill: Option<Skill>,
}

#[derive(Debug, Serialize)]
struct Skill {
    file: PathBuf,
    present: bool,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum State {
    Read(Presence),
    Unread(&'static str),
}

pub(super) fn run(home: &Home, options: &SetupOptions) -> anyhow::Result<ExitCode> {
    let folders = agent::folders()?;
    let mut all = Vec::new();
    for agent in Agent::ALL {
        let Some(set_up) = agent::set_up(home, &folders, *agent, options.project)? else {
            continue;
        };
        let (state, problem) = match set_up.presence() {
            Ok(presence) => (State::Read(presence), None),
            Err(error) => (State::Unread("unreadable"), Some(first_line(&error.to_string()))),
        };
        let present = set_up.has_skill().unwrap_or_default();
        all.push(Listed {
            agent: agent.id(),
            label: agent.label(),
            found: agent.is_there(&folders),
            file: set_up.config_file().to_owned(),
            state,
            problem,
            skill: set_up.skill_file().map(|file| Skill { file: file.to_owned(), present }),
        });
    }
    if options.output.json {
        format::json(&all)?;
    } else {
        all.iter().for_each(print);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(listed: &Listed) {
    let Listed { agent, label, found, file, state, problem, .. } = listed;
    let file = file.display();
    let (mark, text) = match state {
        State::Read(Presence::SetUp) => ("ok", format!("set up in {file}")),
        State::Read(Presence::Other) => {
            ("FIX", format!("{file} starts another Tabwright; run `tabwright setup {agent}`"))
        }
        State::Read(Presence::Absent) if *found => {
            ("--", format!("not set up; run `tabwright setup {agent}`"))
        }
        State::Read(Presence::Absent) => ("--", "not found here".to_owned()),
        State::Unread(_) => ("FIX", problem.clone().unwrap_or_default()),
    };
    format::line(mark, label, &text);
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
