//! The chores, each a list of steps.

use std::path::PathBuf;

use crate::steps::{Steps, command, root, succeed};
use crate::tools::{self, npm};
use crate::{attacks, directions, slowest, wire};

pub(crate) fn run(up: &[String]) -> anyhow::Result<()> {
    let mut steps = Steps::of("run");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("extension", build_extension)?;
    steps.step("tabwright", build_debug)?;
    eprintln!("── run: tabwright up");
    let mut tabwright = std::process::Command::new(target().join("debug/tabwright"));
    become_program(tabwright.arg("up").args(up))
}

pub(crate) fn build() -> anyhow::Result<()> {
    let mut steps = Steps::of("build");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("extension", build_extension)?;
    steps.step("tabwright, release", build_release)?;
    eprintln!("made target/release/tabwright");
    Ok(())
}

/// Everything that CI runs. The times come last, also when a step failed.
pub(crate) fn test() -> anyhow::Result<()> {
    slowest::forget()?;
    let mut steps = Steps::of("test");
    let outcome = test_steps(&mut steps);
    slowest::print()?;
    steps.print_times();
    outcome
}

fn test_steps(steps: &mut Steps) -> anyhow::Result<()> {
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("fonts", tools::fonts)?;
    steps.step("nextest", tools::nextest)?;
    steps.step("rustfmt", || succeed(&mut command("cargo", &["fmt", "--all", "--check"])))?;
    steps.step("crates and modules depend downwards", directions::check)?;
    steps.step("wire types are fresh", wire::check)?;
    steps.step("extension: types, lint, format", || extension_script("check"))?;
    steps.step("other scripts: types, format", check_scripts)?;
    steps.step("extension: build", build_extension)?;
    steps.step("clippy", || {
        let args = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
        succeed(&mut command("cargo", &args))
    })?;
    steps.step("licences and sources", || {
        let deny = tools::cargo_deny()?;
        let args = ["--log-level", "error", "check", "licenses", "bans", "sources"];
        succeed(std::process::Command::new(deny).args(args).current_dir(root()))
    })?;
    steps.step("extension: unit tests, and its channels against ours", || {
        let peer = ["build", "--package", "tabwright-rpc", "--example", "peer"];
        succeed(&mut command("cargo", &peer))?;
        let mut tests = command(npm(), &["run", "--silent", "test"]);
        tests.env("TABWRIGHT_RPC_PEER", target().join("debug/examples/peer"));
        succeed(tests.current_dir(root().join("extension")))
    })?;
    steps.step("what scripts see: the API of `execute` and its types", || {
        let mut tests = command(npm(), &["run", "--silent", "test"]);
        succeed(tests.current_dir(root().join("crates/sandbox/src/api")))
    })?;
    steps.step("all Rust tests, in real Chromium where they need one", || {
        // One failure must not hide the next: whoever reads a red run wants to know all of them.
        succeed(&mut command("cargo", &["nextest", "run", "--workspace", "--no-fail-fast"]))
    })
}

/// Scripts outside the extension. Those of `bench` and `flows` need the packages of others for their types, which are too
/// large to install for this, so only their form is checked.
fn check_scripts() -> anyhow::Result<()> {
    for folder in ["conformance", "apps", "clients", "miniwob"] {
        let mut check = command(npm(), &["run", "--silent", "check"]);
        succeed(check.current_dir(root().join(folder)))?;
    }
    let prettier = root().join("conformance/node_modules/prettier/bin/prettier.cjs");
    for folder in ["bench", "flows", "crates/sandbox/src/api"] {
        let mut check = command("node", &[]);
        check.arg(&prettier).args(["--check", "--log-level", "warn", "."]);
        succeed(check.current_dir(root().join(folder)))?;
    }
    Ok(())
}

pub(crate) fn conformance(
    direct: bool,
    up: bool,
    only: Option<&str>,
    times: Option<u32>,
) -> anyhow::Result<()> {
    let times = times.map(|times| times.to_string());
    let mut steps = Steps::of("conformance");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("fonts", tools::fonts)?;
    if direct {
        return steps.step("directly against Chromium", || {
            let mut suite = command("node", &["run.mjs", "--direct"]);
            suite.args(only.iter().flat_map(|only| ["--only", only]));
            suite.args(times.iter().flat_map(|times| ["--times", times]));
            succeed(suite.current_dir(root().join("conformance")))
        });
    }
    steps.step("nextest", tools::nextest)?;
    steps.step("extension", build_extension)?;
    steps.step("through the relay", || {
        let args = ["nextest", "run", "--package", "tabwright", "--test", "conformance"];
        let mut suite = command("cargo", &args);
        suite.args(["--ignore-default-filter", "--no-capture", "-E"]);
        let whose =
            if up { "all_of_the_suite_in_a_browser_of_our_own" } else { "all_of_the_suite" };
        suite.arg(format!("test(={whose})"));
        if let Some(only) = only {
            suite.env("ONLY", only);
        }
        suite.envs(times.as_ref().map(|times| ("TIMES", times)));
        succeed(&mut suite)
    })
}

pub(crate) fn attacks() -> anyhow::Result<()> {
    let mut steps = Steps::of("attacks");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("fonts", tools::fonts)?;
    steps.step("nextest", tools::nextest)?;
    steps.step("extension", build_extension)?;
    steps.step("the attacks", attacks::run)
}

pub(crate) fn clients(only: Option<&str>) -> anyhow::Result<()> {
    let mut steps = Steps::of("clients");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("fonts", tools::fonts)?;
    steps.step("nextest", tools::nextest)?;
    let installed = steps.step("the clients", || tools::mcp_clients(&target().join("clients")))?;
    steps.step("extension", build_extension)?;
    steps.step("the checks", || {
        let args = ["nextest", "run", "--package", "tabwright", "--test", "clients"];
        let mut checks = command("cargo", &args);
        checks.args(["--ignore-default-filter", "--no-capture"]);
        checks.env("CLIENTS_NODE", &installed.node).env("CLIENTS_PYTHON", &installed.python);
        checks.envs(only.map(|only| ("ONLY", only)));
        succeed(&mut checks)
    })
}

pub(crate) fn apps(only: &[String]) -> anyhow::Result<()> {
    let mut steps = Steps::of("apps");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("fonts", tools::fonts)?;
    steps.step("extension", build_extension)?;
    steps.step("tabwright", build_debug)?;
    steps.step("the applications", || {
        let mut run = command("node", &["run.mjs"]);
        run.arg("--program").arg(target().join("debug/tabwright"));
        run.arg("--cache").arg(target().join("apps"));
        run.args(only.iter().flat_map(|name| ["--only", name]));
        succeed(run.current_dir(root().join("apps")))
    })
}

pub(crate) fn miniwob(cdp: bool, only: Option<&str>, seeds: Option<&str>) -> anyhow::Result<()> {
    let mut steps = Steps::of("miniwob");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("fonts", tools::fonts)?;
    steps.step("nextest", tools::nextest)?;
    steps.step("extension", build_extension)?;
    steps.step("the tasks", || {
        let args = ["nextest", "run", "--package", "tabwright", "--test", "miniwob"];
        let mut tasks = command("cargo", &args);
        tasks.args(["--ignore-default-filter", "--no-capture", "-E"]);
        let way = if cdp { "over_cdp" } else { "through_the_extension" };
        tasks.arg(format!("test(=all_of_the_suite_of_tasks_{way})"));
        tasks.envs(only.map(|only| ("ONLY", only)));
        tasks.envs(seeds.map(|seeds| ("SEEDS", seeds)));
        succeed(&mut tasks)
    })
}

pub(crate) fn flows(
    chosen: Option<&str>,
    only: Option<&str>,
    held_out: bool,
) -> anyhow::Result<()> {
    let mut steps = Steps::of("flows");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("the recorders", tools::recorders)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("fonts", tools::fonts)?;
    steps.step("the chores", || {
        let mut run = command("node", &["run.mjs", "--record"]);
        run.args(chosen.iter().flat_map(|tools| ["--tools", tools]));
        run.args(only.iter().flat_map(|only| ["--only", only]));
        run.args(held_out.then_some("--held-out"));
        succeed(run.current_dir(root().join("flows")))
    })
}

pub(crate) fn pictures() -> anyhow::Result<()> {
    let mut steps = Steps::of("pictures");
    steps.step("Node packages", tools::node_packages)?;
    steps.step("Chromium", tools::chromium)?;
    steps.step("nextest", tools::nextest)?;
    steps.step("extension", build_extension)?;
    steps.step("the pictures", || {
        let args = ["nextest", "run", "--package", "tabwright", "--test", "control"];
        let mut pictures = command("cargo", &args);
        pictures.args(["--ignore-default-filter", "--no-capture", "-E"]);
        succeed(pictures.arg("test(all_of_the_suite_of_pictures)"))
    })
}

pub(crate) fn build_extension() -> anyhow::Result<()> {
    extension_script("build")
}

fn build_debug() -> anyhow::Result<()> {
    succeed(&mut command("cargo", &["build", "--package", "tabwright"]))
}

pub(crate) fn build_release() -> anyhow::Result<()> {
    succeed(&mut command("cargo", &["build", "--release", "--package", "tabwright"]))
}

fn extension_script(name: &str) -> anyhow::Result<()> {
    let mut script = command(npm(), &["run", "--silent", name]);
    succeed(script.current_dir(root().join("extension")))
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Ends this process in favour of the other, so that Ctrl-C reaches it alone and the terminal
/// comes back only when it has ended.
#[cfg(unix)]
fn become_program(command: &mut std::process::Command) -> anyhow::Result<()> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn become_program(command: &mut std::process::Command) -> anyhow::Result<()> {
    succeed(command)
}
