//! One agent: our entry among its MCP servers, and the skill that teaches it our tools.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Serialize;
use tabwright_client::Home;

use crate::args::{SetupOptions, Usage};
use crate::format;
use tabwright_agent_config::{Action, Agent, Folders, Records, Scope, Server, SetUp, Step, Steps};

/// What was done, or would be, for a program to read.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Done<'a> {
    agent: &'static str,
    found: bool,
    #[serde(flatten)]
    config: DoneFile<'a>,
    /// Null where the agent has no files for skills.
    skill: Option<DoneFile<'a>>,
    dry_run: bool,
}

#[derive(Debug, Serialize)]
struct DoneFile<'a> {
    file: &'a Path,
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

pub(super) fn run(home: &Home, agent: Agent, options: &SetupOptions) -> anyhow::Result<ExitCode> {
    let folders = folders()?;
    let Some(set_up) = set_up(home, &folders, agent, options.project)? else {
        return Err(no_project_file(&folders, agent).into());
    };
    let found = agent.is_there(&folders);
    let steps = if options.undo { set_up.undo()? } else { set_up.install()? };
    if !options.dry_run {
        set_up.carry_out(&steps)?;
    }
    if options.output.json {
        format::json(&Done {
            agent: agent.id(),
            found,
            config: DoneFile::of(&steps.config),
            skill: steps.skill.as_ref().map(DoneFile::of),
            dry_run: options.dry_run,
        })?;
    } else {
        print(home, agent, found, &steps, options);
    }
    Ok(ExitCode::SUCCESS)
}

/// None when the agent has no file for a project.
pub(super) fn set_up(
    home: &Home,
    folders: &Folders,
    agent: Agent,
    in_project: bool,
) -> anyhow::Result<Option<SetUp>> {
    let project = if in_project { Some(env::current_dir()?) } else { None };
    let scope = project.as_deref().map_or(Scope::User, Scope::Project);
    let text = |path: PathBuf| {
        let text = path.into_os_string().into_string();
        text.map_err(|path| {
            anyhow::anyhow!(
                "agents cannot start a program from {}: the path is not UTF-8",
                path.display()
            )
        })
    };
    let server = Server {
        command: text(env::current_exe()?)?,
        home: home.moved_to().map(|home| text(home.to_owned())).transpose()?,
    };
    let records = Records::in_folder(home.agents());
    let place = agent.place(folders, scope);
    Ok(place.map(|place| SetUp { agent, place, server, records }))
}

pub(super) fn folders() -> anyhow::Result<Folders> {
    Folders::of_this_machine().context("your home folder is unknown. Set HOME.")
}

fn no_project_file(folders: &Folders, agent: Agent) -> Usage {
    let anywhere = Path::new("");
    let with = Agent::ALL
        .iter()
        .filter(|agent| agent.place(folders, Scope::Project(anywhere)).is_some())
        .map(|agent| agent.id());
    let (label, with) = (agent.label(), with.collect::<Vec<_>>().join(", "));
    Usage(format!(
        "{label} has no settings for a project. Leave out `--project`. It works with {with}."
    ))
}

impl<'a> DoneFile<'a> {
    fn of(step: &'a Step) -> Self {
        Self { file: &step.file, action: step.action, note: step.note }
    }
}

fn print(home: &Home, agent: Agent, found: bool, steps: &Steps, options: &SetupOptions) {
    let label = agent.label();
    if options.dry_run {
        let all = [Some(&steps.config), steps.skill.as_ref()];
        let previews: String = all.into_iter().flatten().map(Step::preview).collect();
        print!("{previews}");
    }
    print_step(label, &steps.config, options.dry_run);
    if let Some(skill) = &steps.skill {
        print_step("skill", skill, options.dry_run);
    }
    if !found {
        format::line(
            "--",
            label,
            &format!("{label} was not found here; it is set up for when you install it"),
        );
    }
    let changed = steps.config.action != Action::Unchanged;
    if options.undo || options.dry_run || !changed {
        return;
    }
    println!("\n{}", agent.next());
    if let Some(caveat) = agent.project_caveat().filter(|_| options.project) {
        println!("{caveat}");
    }
    if let Some(place) = agent.skill_by_hand() {
        println!(
            "{place}: upload the file that `{} setup --skill > SKILL.md` writes.",
            format::program()
        );
    }
    if !home.extension().is_dir() {
        println!("Your browsers are not set up yet. Run `{} setup`.", format::program());
    }
}

fn print_step(subject: &str, step: &Step, ahead: bool) {
    let done = match (step.action, ahead) {
        (Action::Unchanged, _) => "unchanged",
        (Action::Created, false) => "created",
        (Action::Created, true) => "would create",
        (Action::Updated, false) => "updated",
        (Action::Updated, true) => "would update",
        (Action::Removed, false) if step.removes_file() => "removed",
        (Action::Removed, true) if step.removes_file() => "would remove",
        (Action::Removed, false) => "removed from",
        (Action::Removed, true) => "would remove from",
    };
    let note = step.note.map(|note| format!(" ({note})")).unwrap_or_default();
    format::line("ok", subject, &format!("{done} {}{note}", step.file.display()));
}
