//! A policy in a folder of its own, and acts in few words.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tabwright_policy::{Act, AuditLog, LogLimits, NewEntry, Places, Policy, PolicyConfig};
use tabwright_wire::{Face, Mode, Outcome, Rule, Sensitivity, TabId, VerbKind};
use tempfile::TempDir;

#[derive(Debug)]
pub(crate) struct House {
    pub(crate) policy: Policy,
    pub(crate) places: Places,
    _folder: TempDir,
}

pub(crate) fn house(config_rules: Vec<Rule>) -> House {
    let folder = tempfile::tempdir().unwrap();
    let places = Places {
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
pub(crate) fn act<'a>(kind: VerbKind, url: &'a str) -> Act<'a> {
    Act {
        client: "claude",
        face: Face::Mcp,
        deed: "deed",
        kind,
        url,
        to: None,
        opens_tab: false,
        sensitivity: None,
    }
}

pub(crate) fn go<'a>(url: &'a str, to: &'a str) -> Act<'a> {
    Act { to: Some(to), ..act(VerbKind::Go, url) }
}

pub(crate) fn sensitive<'a>(url: &'a str, sensitivity: Sensitivity) -> Act<'a> {
    Act { sensitivity: Some(sensitivity), ..act(VerbKind::Act, url) }
}

pub(crate) fn mode(mode: Mode) -> Rule {
    Rule { mode: Some(mode), ..Rule::default() }
}

pub(crate) fn at(site: &str, rule: Rule) -> Rule {
    Rule { site: Some(site.to_owned()), ..rule }
}

pub(crate) fn entry(deed: &str) -> NewEntry {
    NewEntry {
        face: Face::Mcp,
        client: "claude".to_owned(),
        deed: deed.to_owned(),
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
        log.write(entry(&format!("deed-{number}")));
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
