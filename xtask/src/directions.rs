//! Which way dependencies point. Crates stand in layers, and each depends only on crates of layers
//! below its own; the modules of a crate form no cycle, unless the crate is listed as one that still
//! has some. What speaks SQL stands in few places.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::Deserialize;

use crate::steps::{command, root};

/// The lowest first. A new crate is put where it belongs; the check fails on one that is not here.
const LAYERS: &[&[&str]] = &[
    &["agent-config", "files", "grammar", "http", "sandbox", "store", "wire"],
    &["model"],
    &["actions", "client", "machine", "policy", "relay", "rpc"],
    &["browser", "model-server", "room", "testbed", "tools"],
    &["agent", "control", "flows", "knowledge"],
    &["daemon"],
    &["mcp"],
    &["tabwright"],
    &["bench", "xtask"],
];

/// Crates whose modules still form cycles. None may be added.
const CYCLIC: &[&str] =
    &["actions", "agent-config", "browser", "cli", "grammar", "machine", "policy", "relay", "wire"];

/// Where SQL may stand besides files named `sqlite.rs`: the store itself, the pages that were read (search is bound to
/// FTS5), and what reads the databases of other programs.
const SQL_PLACES: &[&str] = &["store/src", "knowledge/src/pages", "knowledge/src/import"];
/// Calls by which a statement reaches SQLite.
const SQL_CALLS: &[&str] =
    &[".prepare(\"", ".prepare(&", ".prepare_cached(", ".query_row(", ".execute_batch("];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// None for what the crate itself needs; tests and build scripts may look anywhere.
    kind: Option<String>,
}

pub(crate) fn check() -> anyhow::Result<()> {
    let mut faults = crate_faults(&workspace()?);
    let crates = root().join("crates");
    faults.extend(module_faults(&crates)?);
    faults.extend(sql_faults(&crates)?);
    if !faults.is_empty() {
        bail!("dependencies point the wrong way:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

fn workspace() -> anyhow::Result<Metadata> {
    let args = ["metadata", "--no-deps", "--format-version", "1"];
    let output = command("cargo", &args).output().context("cannot start cargo")?;
    serde_json::from_slice(&output.stdout).context("cargo's metadata cannot be read")
}

fn short(name: &str) -> &str {
    name.strip_prefix("tabwright-").unwrap_or(name)
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&short(name)))
}

fn crate_faults(metadata: &Metadata) -> Vec<String> {
    let ours: BTreeSet<_> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let mut faults = Vec::new();
    for package in &metadata.packages {
        let Some(own) = layer(&package.name) else {
            faults.push(format!("{} is in no layer of xtask/src/directions.rs", package.name));
            continue;
        };
        let needed = package.dependencies.iter().filter(|it| it.kind.is_none());
        for dependency in needed.filter(|it| ours.contains(it.name.as_str())) {
            if layer(&dependency.name).is_none_or(|below| below >= own) {
                faults.push(format!("{} depends on {}", package.name, dependency.name));
            }
        }
    }
    faults
}

fn module_faults(crates: &Path) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for entry in fs::read_dir(crates)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let cycle = find_cycle(&modules(&entry.path().join("src"))?);
        match (cycle, CYCLIC.contains(&name.as_str())) {
            (Some(cycle), false) => {
                faults.push(format!("modules of {name} form a cycle: {}", cycle.join(" → ")));
            }
            (None, true) => faults.push(format!(
                "the modules of {name} form no cycle any more: take it off the list of those that do"
            )),
            _ => {}
        }
    }
    Ok(faults)
}

/// The top-level modules of a crate, each with those that it names.
fn modules(source: &Path) -> anyhow::Result<BTreeMap<String, BTreeSet<String>>> {
    let mut modules = BTreeMap::<String, BTreeSet<String>>::new();
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !["lib", "main"].contains(&name.as_str()) {
            read_uses(&path, modules.entry(name).or_default())?;
        }
    }
    let known: BTreeSet<_> = modules.keys().cloned().collect();
    for (name, uses) in &mut modules {
        uses.retain(|used| used != name && known.contains(used));
    }
    Ok(modules)
}

fn read_uses(path: &Path, uses: &mut BTreeSet<String>) -> anyhow::Result<()> {
    let mut files = Vec::new();
    rust_files(path, &mut files)?;
    for file in files {
        uses_of(&fs::read_to_string(file)?, uses);
    }
    Ok(())
}

fn sql_faults(crates: &Path) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for entry in fs::read_dir(crates)? {
        let mut files = Vec::new();
        rust_files(&entry?.path().join("src"), &mut files)?;
        for file in files {
            let place = file.strip_prefix(crates)?;
            if !may_speak_sql(place) && speaks_sql(&fs::read_to_string(&file)?) {
                faults.push(format!(
                    "{} speaks SQL, which belongs into a `sqlite.rs`",
                    place.display()
                ));
            }
        }
    }
    Ok(faults)
}

fn rust_files(path: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            rust_files(&entry?.path(), files)?;
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        files.push(path.to_owned());
    }
    Ok(())
}

fn may_speak_sql(place: &Path) -> bool {
    place.ends_with("sqlite.rs") || SQL_PLACES.iter().any(|allowed| place.starts_with(allowed))
}

fn speaks_sql(source: &str) -> bool {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    // Long calls are broken into lines.
    let source: String = source.split_whitespace().collect();
    SQL_CALLS.iter().any(|call| source.contains(call))
}

/// Every `crate::name`, also in `crate::{one, two::Three}`. Comments and unit tests do not count.
fn uses_of(source: &str, uses: &mut BTreeSet<String>) {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<_> = source.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let code = code.join("\n");
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split('}').next().unwrap_or_default();
                uses.extend(list.split(',').map(|name| first_word(name.trim())));
            }
            None => _ = uses.insert(first_word(rest)),
        }
    }
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// A row of modules of which each uses the next, and the last the first.
fn find_cycle(modules: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit(
        name: &str,
        modules: &BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(at) = way.iter().position(|it| it == name) {
            let mut cycle = way[at..].to_vec();
            cycle.push(name.to_owned());
            return Some(cycle);
        }
        if done.contains(name) {
            return None;
        }
        way.push(name.to_owned());
        let uses = modules.get(name).into_iter().flatten();
        let found = uses.map(|used| visit(used, modules, way, done)).find_map(|cycle| cycle);
        way.pop();
        done.insert(name.to_owned());
        found
    }
    let mut done = BTreeSet::new();
    modules.keys().find_map(|name| visit(name, modules, &mut Vec::new(), &mut done))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(source: &str) -> Vec<String> {
        let mut uses = BTreeSet::new();
        uses_of(source, &mut uses);
        uses.into_iter().collect()
    }

    #[test]
    fn uses_are_found_wherever_they_stand() {
        let source = "use crate::one::Two;\nuse crate::{three, four::{Five}};\n// crate::six\n\
                      fn f() { crate::seven::g() }\n#[cfg(test)]\nmod tests {\nuse crate::eight;\n}";
        assert_eq!(uses(source), ["four", "one", "seven", "three"]);
    }

    #[test]
    fn a_cycle_is_named_in_its_order() {
        let graph = |edges: &[(&str, &str)]| {
            let mut modules = BTreeMap::<String, BTreeSet<String>>::new();
            for (from, to) in edges {
                modules.entry((*from).to_owned()).or_default().insert((*to).to_owned());
            }
            modules
        };
        assert_eq!(find_cycle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
        let cycle = find_cycle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")])).unwrap();
        assert_eq!(cycle, ["b", "c", "b"]);
    }

    #[test]
    fn sql_stands_in_its_places_only() {
        assert!(may_speak_sql(Path::new("agent/src/chat_store/sqlite.rs")));
        assert!(may_speak_sql(Path::new("knowledge/src/pages/search.rs")));
        assert!(!may_speak_sql(Path::new("knowledge/src/search/mod.rs")));
        assert!(speaks_sql("connection.prepare_cached(\"SELECT 1\")?"));
        assert!(speaks_sql("connection.prepare(\n    \"SELECT 1\",\n)?"));
        assert!(!speaks_sql("self.prepare(request)?"));
        assert!(!speaks_sql("fn f() {}\n#[cfg(test)]\nmod tests {\nit.query_row(sql)"));
    }

    #[test]
    fn a_crate_that_depends_upwards_or_is_unknown_is_named() {
        let package = |name: &str, needs: &[&str]| Package {
            name: name.to_owned(),
            dependencies: needs
                .iter()
                .map(|name| Dependency { name: (*name).to_owned(), kind: None })
                .collect(),
        };
        let packages = vec![
            package("tabwright-wire", &["tabwright-daemon", "serde"]),
            package("tabwright-daemon", &["tabwright-wire"]),
            package("tabwright-moon", &[]),
        ];
        let faults = crate_faults(&Metadata { packages });
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert_eq!(faults[0], "tabwright-wire depends on tabwright-daemon");
    }
}
