//! `tabwright setup AGENT` as a person uses it: the real binary, a home of its own.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tabwright_testbed::program;

const AGENTS: &[&str] = &[
    "claude-code",
    "claude-desktop",
    "codex",
    "cursor",
    "vscode",
    "gemini",
    "windsurf",
    "openclaw",
];

/// A person's home, with none of the agents in it, and a project.
struct Person {
    folder: tempfile::TempDir,
}

struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Person {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("tabwright-setup-").tempdir().unwrap();
        fs::create_dir(folder.path().join("project")).unwrap();
        Self { folder }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn run(&self, args: &[&str]) -> Said {
        let mut command = Command::new(program());
        let theirs = ["TABWRIGHT_", "OPENCLAW_", "CLAUDE_", "CODEX_"];
        for (name, _) in std::env::vars() {
            if theirs.iter().any(|prefix| name.starts_with(prefix)) {
                command.env_remove(name);
            }
        }
        let output = command
            .args(args)
            .current_dir(self.path("project"))
            .env("HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("XDG_DATA_HOME", self.path("data"))
            .stdin(Stdio::null())
            .output();
        Said::from(output.unwrap())
    }

    fn write(&self, below: &str, text: &str) {
        let file = self.path(below);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn read(&self, below: &str) -> String {
        fs::read_to_string(self.path(below)).unwrap()
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Said {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{}{}", self.out, self.err))
    }
}

#[test]
fn every_agent_can_be_set_up_listed_and_undone() {
    let person = Person::new();
    for agent in AGENTS {
        let created = person.run(&["setup", agent, "--json"]).json();
        assert_eq!(created["agent"], *agent);
        assert_eq!((&created["action"], &created["dryRun"]), (&json!("created"), &json!(false)));
        let skill = if *agent == "claude-desktop" { json!(null) } else { json!("created") };
        assert_eq!(created["skill"]["action"], skill, "{created}");
        let text = fs::read_to_string(created["file"].as_str().unwrap()).unwrap();
        assert!(text.contains(program().to_str().unwrap()), "{agent} {text}");
        assert_eq!(person.run(&["setup", agent, "--json"]).json()["action"], "unchanged");
    }
    let listed = person.run(&["setup", "--list", "--json"]).json();
    let states: Vec<_> =
        listed.as_array().unwrap().iter().map(|each| (&each["agent"], &each["state"])).collect();
    assert_eq!(states.len(), AGENTS.len());
    assert!(states.iter().all(|(_, state)| **state == "setUp"), "{states:?}");

    // Backwards, so that each finds the folders that it made empty.
    for agent in AGENTS.iter().rev() {
        let undone = person.run(&["setup", agent, "--undo", "--json"]).json();
        assert_eq!(undone["action"], "removed", "{undone}");
        assert!(!PathBuf::from(undone["file"].as_str().unwrap()).exists(), "{agent}");
        assert_eq!(person.run(&["setup", agent, "--undo", "--json"]).json()["action"], "unchanged");
    }
    let left: Vec<_> = fs::read_dir(person.folder.path()).unwrap().flatten().collect();
    let left: Vec<_> = left.iter().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| name == "project" || name == "state"), "{left:?}");
}

#[test]
fn a_persons_file_is_changed_in_one_place_only() {
    let person = Person::new();
    let before = "{\n  // mine\n  \"mcpServers\": {\n    \"other\": { \"command\": \"npx\" }, // keep\n  },\n}\n";
    person.write(".cursor/mcp.json", before);

    let ahead = person.run(&["setup", "cursor", "--dry-run"]);
    assert!(ahead.out.contains("+    \"tabwright\": {"), "{}", ahead.out);
    assert!(ahead.out.contains("would update"), "{}", ahead.out);
    assert_eq!(person.read(".cursor/mcp.json"), before);
    assert!(!person.path(".cursor/skills").exists() && !person.path("state").exists());

    let done = person.run(&["setup", "cursor"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("ok   Cursor         updated"), "{}", done.out);
    assert!(!done.out.contains("not found here"), "{}", done.out);
    let ours = format!(
        "    \"tabwright\": {{\n      \"command\": {},\n      \"args\": [\"mcp\"]\n    }},\n",
        json!(program())
    );
    let with = before.replace("// keep\n", &format!("// keep\n{ours}"));
    assert_eq!(person.read(".cursor/mcp.json"), with);
    assert!(person.read(".cursor/skills/tabwright/SKILL.md").starts_with("---\nname: tabwright\n"));

    assert_eq!(person.run(&["setup", "cursor", "--undo"]).code, 0);
    assert_eq!(person.read(".cursor/mcp.json"), before);
    assert!(!person.path(".cursor/skills").exists());
}

#[test]
fn an_agent_that_is_not_here_is_set_up_all_the_same() {
    let person = Person::new();
    let said = person.run(&["setup", "windsurf"]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("Windsurf was not found here"), "{}", said.out);
    assert!(said.out.contains("Your browsers are not set up yet"), "{}", said.out);
    assert!(person.path(".codeium/windsurf/mcp_config.json").is_file());

    let desktop = person.run(&["setup", "claude-desktop"]);
    assert!(desktop.out.contains(" setup --skill > SKILL.md`"), "{}", desktop.out);
    let skill = person.read(".codeium/windsurf/skills/tabwright/SKILL.md");
    assert_eq!(person.run(&["setup", "--skill"]).out, skill);
}

#[test]
fn a_broken_file_is_named_with_its_line_and_left_alone() {
    let person = Person::new();
    for (agent, file, broken, line) in [
        ("gemini", ".gemini/settings.json", "{\n  \"theme\": \"x\"\n  \"a\": 1\n}\n", 2),
        ("codex", ".codex/config.toml", "model = \"x\"\n[mcp_servers\n", 2),
        ("claude-code", ".claude.json", "{\n  \"a\": 1,\n}\n", 2),
    ] {
        person.write(file, broken);
        let said = person.run(&["setup", agent]);
        assert_eq!(said.code, 1);
        let place = format!("{}, line {line}: ", person.path(file).display());
        assert!(said.err.contains(&place), "{}", said.err);
        assert!(said.err.contains("Fix it") && said.err.contains("tabwright"), "{}", said.err);
        assert_eq!(person.read(file), broken);
    }
    let listed = person.run(&["setup", "--list"]);
    assert!(listed.out.contains("FIX  Gemini CLI"), "{}", listed.out);
    assert!(listed.out.contains("--   Windsurf       not found here"), "{}", listed.out);
}

#[test]
fn a_project_is_the_folder_one_is_in() {
    let person = Person::new();
    let files = [
        ("claude-code", ".mcp.json", ".claude/skills/tabwright/SKILL.md"),
        ("codex", ".codex/config.toml", ".agents/skills/tabwright/SKILL.md"),
        ("cursor", ".cursor/mcp.json", ".cursor/skills/tabwright/SKILL.md"),
        ("vscode", ".vscode/mcp.json", ".github/skills/tabwright/SKILL.md"),
        ("gemini", ".gemini/settings.json", ".gemini/skills/tabwright/SKILL.md"),
    ];
    for (agent, config, skill) in files {
        assert_eq!(person.run(&["setup", agent, "--project"]).code, 0);
        assert!(person.path("project").join(config).is_file(), "{config}");
        assert!(person.path("project").join(skill).is_file(), "{skill}");
    }
    let listed = person.run(&["setup", "--list", "--project", "--json"]).json();
    assert_eq!(listed.as_array().unwrap().len(), files.len());
    for (agent, ..) in files {
        assert_eq!(person.run(&["setup", agent, "--project", "--undo"]).code, 0);
    }
    assert_eq!(fs::read_dir(person.path("project")).unwrap().count(), 0);

    let said = person.run(&["setup", "windsurf", "--project"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("Windsurf has no settings for a project"), "{}", said.err);
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let person = Person::new();
    for args in [
        &["setup", "netscape"] as &[&str],
        &["setup", "--dry-run"],
        &["setup", "--project"],
        &["setup", "cursor", "--list"],
        &["setup", "--list", "--undo"],
        &["setup", "cursor", "--skill"],
    ] {
        assert_eq!(person.run(args).code, 2, "{args:?}");
    }
    assert!(person.run(&["setup", "netscape"]).err.contains("claude-code"));
}

#[test]
fn a_home_of_its_own_is_passed_on() {
    let person = Person::new();
    let home = person.path("tw");
    let mut command = Command::new(program());
    let output = command
        .args(["setup", "claude-code", "--json"])
        .env_remove("CLAUDE_CONFIG_DIR")
        .env("HOME", person.folder.path())
        .env("TABWRIGHT_HOME", &home)
        .output();
    assert_eq!(Said::from(output.unwrap()).code, 0);
    let config: Value = serde_json::from_str(&person.read(".claude.json")).unwrap();
    assert_eq!(config["mcpServers"]["tabwright"]["env"]["TABWRIGHT_HOME"], json!(home));
}
