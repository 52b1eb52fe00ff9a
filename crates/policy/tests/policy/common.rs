//! A policy in a folder of its own, and acts in few words.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tabwright_policy::{
    AuditLog, LogLimits, NewEntry, PermissionRequest, Policy, PolicyConfig, PolicyPaths, Reach,
    ScriptUse,
};
use tabwright_wire::{ClientOrigin, Mode, Outcome, Rule, Sensitivity, TabId, VerbKind};
use tempfile::TempDir;

#[derive(Debug)]
pub(crate) struct House {
    pub(crate) policy: Policy,
    pub(crate) places: PolicyPaths,
    _folder: TempDir,
}

pub(crate) fn house(config_rules: Vec<Rule>) -> House {
    let folder = tempfile::tempdir().unwrap();
    let places = PolicyPaths {
        rules_file: folder.path().join("rules.json"),
        log_folder: folder.path().join("log"),
    };
    let config = PolicyConfig {
        rules: config_rules,
        ask_timeout: Duration::from_secs(60),
        ..PolicyConfig::default()
    };
    House { policy: Policy::open(&places, config).unwrap(), places, _folder: folder }
}

/// Of an agent called `claude`.
pub(crate) fn act<'a>(kind: VerbKind, url: &'a str) -> PermissionRequest<'a> {
    PermissionRequest {
        client: "claude",
        origin: ClientOrigin::Mcp,
        operation: "operation",
        kind,
        url,
        to: None,
        reach: Reach::Page,
        opens_tab: false,
        script: ScriptUse::None,
        sensitivity: None,
    }
}

pub(crate) fn go<'a>(url: &'a str, to: &'a str) -> PermissionRequest<'a> {
    PermissionRequest { to: Some(to), ..act(VerbKind::Go, url) }
}

pub(crate) fn sensitive<'a>(url: &'a str, sensitivity: Sensitivity) -> PermissionRequest<'a> {
    PermissionRequest { sensitivity: Some(sensitivity), ..act(VerbKind::Act, url) }
}

pub(crate) fn mode(mode: Mode) -> Rule {
    Rule { mode: Some(mode), ..Rule::default() }
}

pub(crate) fn at(site: &str, rule: Rule) -> Rule {
    Rule { site: Some(site.to_owned()), ..rule }
}

pub(crate) fn entry(operation: &str) -> NewEntry {
    NewEntry {
        origin: ClientOrigin::Mcp,
        client: "claude".to_owned(),
        operation: operation.to_owned(),
        tab: Some(TabId(3)),
        url: "https://example.com/a?token=1".to_owned(),
        detail: r#"{"target":"12","text":"hello"}"#.to_owned(),
        outcome: Outcome::Done,
        note: String::new(),
        took_ms: 5,
    }
}

/// Opens a log, writes so many entries to it and closes it.
pub(crate) fn write_log(folder: &Path, limits: LogLimits, entries: usize) {
    let log = AuditLog::open(folder, limits).unwrap();
    for number in 0..entries {
        log.write(entry(&format!("operation-{number}")));
    }
}

/// The files with entries, the oldest first.
pub(crate) fn log_files(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|item| item.unwrap().path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    files
}

/// What binds a line of the log to the others, as it stands on the disk.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct StoredLink {
    pub(crate) seq: u64,
    pub(crate) previous: String,
    pub(crate) hash: String,
}

pub(crate) fn stored_link(line: &str) -> StoredLink {
    serde_json::from_str(line).unwrap()
}
