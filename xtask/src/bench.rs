//! Benchmarks: run one and record its figures, or compare those that need no peer with the record.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, bail};
use indexmap::IndexMap;

use crate::chores::{build_extension, build_release, target};
use crate::figures::{Figures, Report};
use crate::steps::{Steps, command, root, succeed};
use crate::tools;

const ALL: &[&str] = &[
    "connection",
    "relay",
    "control",
    "mcp",
    "language",
    "agent",
    "questions",
    "knowledge",
    "capture",
];

/// What `--check` measures, and which groups of it. Those left out need a peer, or differ by more
/// than a tenth from run to run for reasons that are not ours (storms of events, opening 200 tabs).
const CHECKED: &[(&str, Option<&str>)] = &[
    ("connection", None),
    ("language", None),
    ("relay", Some("^(idle|evaluate|commands|large)$")),
];

/// A figure is worse only if it is worse in every one of so many runs: the machine has other work.
const TRIES_MAX: usize = 3;

pub(crate) fn run(what: &str, only: Option<&str>) -> anyhow::Result<()> {
    if !ALL.contains(&what) {
        bail!("there is no benchmark `{what}`; there are: {}", ALL.join(", "));
    }
    let mut steps = Steps::of("bench");
    prepare(&mut steps, &[what])?;
    let peers: Option<fn() -> anyhow::Result<()>> = match what {
        "relay" => Some(tools::relay_peers),
        // The control's benchmark counts what an agent over MCP is told.
        "control" | "mcp" | "questions" => Some(tools::agent_peers),
        "knowledge" => Some(|| tools::knowledge_peers().map(drop)),
        "capture" => Some(|| {
            tools::relay_tools()?;
            tools::readability().map(drop)
        }),
        _ => None,
    };
    if let Some(peers) = peers {
        steps.step("what it is measured against", peers)?;
    }
    let report = steps.step(what, || measure(what, only, &[]))?;
    steps.step("record in bench/figures.json and docs/figures.md", || {
        let mut figures = Figures::read()?;
        figures.record(what, report, &commit()?, only.is_none());
        figures.write()
    })
}

/// Measures what needs no peer, and names each figure that is worse than recorded.
pub(crate) fn check() -> anyhow::Result<()> {
    let mut steps = Steps::of("bench");
    let names: Vec<_> = CHECKED.iter().map(|(name, _)| *name).collect();
    prepare(&mut steps, &names)?;
    steps.step("what measures the relay", tools::relay_tools)?;
    let figures = Figures::read()?;
    let mut worse = Vec::new();
    for (what, only) in CHECKED {
        worse.extend(worse_in_every_run(&mut steps, &figures, what, *only)?);
    }
    if worse.is_empty() {
        eprintln!("no figure is more than 10 % worse than in bench/figures.json");
        return Ok(());
    }
    bail!("more than 10 % worse than in bench/figures.json:\n  {}", worse.join("\n  "))
}

fn worse_in_every_run(
    steps: &mut Steps,
    figures: &Figures,
    what: &str,
    only: Option<&str>,
) -> anyhow::Result<Vec<String>> {
    let mut worse: Option<IndexMap<String, String>> = None;
    for _ in 0..TRIES_MAX {
        let report = steps.step(what, || measure(what, only, &["--without-peers"]))?;
        let mut now = figures.worse(what, &report);
        if let Some(before) = worse {
            now.retain(|figure, _| before.contains_key(figure));
        }
        if now.is_empty() {
            return Ok(Vec::new());
        }
        worse = Some(now);
    }
    Ok(worse.unwrap_or_default().into_values().collect())
}

/// What these benchmarks run in. The language and knowledge need no browser.
fn prepare(steps: &mut Steps, benches: &[&str]) -> anyhow::Result<()> {
    if matches!(benches, ["language" | "knowledge"]) {
        return Ok(());
    }
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("fonts", tools::fonts)?;
    steps.step("extension", build_extension)?;
    steps.step("tabwright, release", build_release)
}

fn measure(what: &str, only: Option<&str>, extra: &[&str]) -> anyhow::Result<Report> {
    let file = report_file(what)?;
    let mut run = match what {
        "connection" => in_rust("tabwright-bench"),
        "language" => in_rust("language"),
        "agent" => in_rust("agent"),
        "knowledge" => {
            let mut run = in_rust("knowledge");
            let tools::KnowledgePeers { bookmarks, python } = tools::knowledge_peers()?;
            run.arg("--data").arg(bookmarks).arg("--python").arg(python);
            run.args(only.iter().flat_map(|only| ["--only", only]));
            run
        }
        _ => {
            let mut node = command("node", &[&format!("bench/{what}/run.mjs")]);
            node.args(extra).args(only.iter().flat_map(|only| ["--only", only]));
            node
        }
    };
    run.env("TABWRIGHT", target().join("release/tabwright"));
    succeed(run.arg("--json").arg(&file))?;
    Report::read(&file)
}

/// A program of the `bench` folder.
fn in_rust(program: &str) -> Command {
    let args = ["run", "--release", "--quiet", "--package", "tabwright-bench", "--bin"];
    let mut run = command("cargo", &args);
    run.args([program, "--"]);
    run
}

/// Where a run writes its figures; there is none of an earlier run.
fn report_file(what: &str) -> anyhow::Result<PathBuf> {
    let folder = target().join("bench");
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{what}.json"));
    match fs::remove_file(&file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", file.display()))
        }
        _ => Ok(file),
    }
}

/// The commit that is measured, with a plus if files differ from it.
fn commit() -> anyhow::Result<String> {
    let args = ["describe", "--always", "--exclude=*", "--abbrev=9", "--dirty=+"];
    let output = Command::new("git").args(args).current_dir(root()).output()?;
    if !output.status.success() {
        bail!("`git describe` ended with {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
