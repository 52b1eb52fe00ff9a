//! Every agent's files, in a home of their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::*;

struct Bed {
    folder: tempfile::TempDir,
}

impl Bed {
    fn new() -> Self {
        Self { folder: tempfile::Builder::new().prefix("tabwright-agents-").tempdir().unwrap() }
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn folders(&self) -> Folders {
        Folders::new(System::Linux, self.home(), |_| None)
    }

    fn of(&self, agent: Agent, scope: Scope<'_>, program: &str) -> Option<SetUp> {
        Some(SetUp {
            agent,
            place: agent.place(&self.folders(), scope)?,
            server: Server { command: program.to_owned(), home: None },
            records: Records::in_folder(self.folder.path().join("state")),
        })
    }

    fn user(&self, agent: Agent) -> SetUp {
        self.of(agent, Scope::User, "/opt/tabwright").unwrap()
    }

    /// All files below the home, with their contents.
    fn contents(&self) -> BTreeMap<PathBuf, String> {
        fn walk(folder: &Path, found: &mut BTreeMap<PathBuf, String>) {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    found.insert(path.clone(), String::new());
                    walk(&path, found);
                } else {
                    found.insert(path.clone(), fs::read_to_string(&path).unwrap());
                }
            }
        }
        let mut found = BTreeMap::new();
        walk(&self.home(), &mut found);
        found
    }

    fn write(&self, set_up: &SetUp, text: &str) {
        fs::create_dir_all(set_up.config_file().parent().unwrap()).unwrap();
        fs::write(set_up.config_file(), text).unwrap();
    }
}

impl SetUp {
    fn install_now(&self) -> (Action, Option<Action>) {
        let steps = self.install().unwrap();
        self.carry_out(&steps).unwrap();
        (steps.config.action, steps.skill.map(|skill| skill.action))
    }

    fn undo_now(&self) -> (Action, Option<Action>) {
        let steps = self.undo().unwrap();
        self.carry_out(&steps).unwrap();
        (steps.config.action, steps.skill.map(|skill| skill.action))
    }

    fn text(&self) -> String {
        fs::read_to_string(self.config_file()).unwrap()
    }
}

fn agents() -> &'static [Agent] {
    Agent::ALL
}

/// A person's file with odd habits, as far as the agent allows them, and another server in it.
fn lived_in(agent: Agent) -> &'static str {
    match agent {
        Agent::ClaudeCode => {
            "{\n  \"numStartups\": 7,\n  \"mcpServers\": {\n    \"other\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"x\"]\n    }\n  },\n  \"projects\": {}\n}"
        }
        Agent::ClaudeDesktop => "{\"mcpServers\":{\"other\":{\"command\":\"npx\"}},\"z\":[1,2]}",
        Agent::Codex => {
            "model = \"o9\"   # mine\n\n[mcp_servers.other]\ncommand = 'npx'\nargs = [\n  \"-y\",\n]\n\n# trusted\n[projects.\"/home/me/x\"]\ntrust_level = \"trusted\"\n"
        }
        Agent::Cursor => {
            "{\n\t// my servers\n\t\"mcpServers\": {\n\t\t\"other\": { \"command\": \"npx\" }, // keep\n\t},\n}\n"
        }
        Agent::VsCode => "{\r\n    \"inputs\": [],\r\n    /* none */ \"servers\": {}\r\n}\r\n",
        Agent::Gemini => "{\n  \"theme\": \"Dracula\" // dark\n}\n",
        Agent::Windsurf => "\n{ \"mcpServers\": {} }\n\n",
        Agent::OpenClaw => {
            "// gateway\n{\n  gateway: { mode: 'local', port: 0x1F90 },\n  mcp: {\n    servers: {\n      docs: { command: \"npx\", args: [\"-y\"] },\n    },\n  },\n}\n"
        }
    }
}

#[test]
fn an_agent_without_any_files_gets_them_and_loses_them_again() {
    for agent in agents() {
        let bed = Bed::new();
        fs::create_dir(bed.home()).unwrap();
        let set_up = bed.user(*agent);
        assert_eq!(set_up.presence().unwrap(), Presence::Absent);
        let has_skill = set_up.skill_file().is_some();
        let done = |action| (action, has_skill.then_some(action));

        assert_eq!(set_up.install_now(), done(Action::Created), "{agent:?}");
        assert_eq!(set_up.presence().unwrap(), Presence::SetUp, "{agent:?}");
        if let Some(skill) = set_up.skill_file() {
            assert_eq!(fs::read_to_string(skill).unwrap(), SKILL);
        }
        let contents = bed.contents();
        assert_eq!(set_up.install_now(), done(Action::Unchanged), "{agent:?}");
        assert_eq!(bed.contents(), contents);

        assert_eq!(set_up.undo_now(), done(Action::Removed), "{agent:?}");
        assert_eq!(bed.contents(), BTreeMap::new(), "{agent:?}");
        assert_eq!(set_up.undo_now(), done(Action::Unchanged), "{agent:?}");
        assert_eq!(fs::read_dir(bed.folder.path().join("state")).unwrap().count(), 0);
    }
}

#[test]
fn what_others_wrote_stays_to_the_byte() {
    for agent in agents() {
        let bed = Bed::new();
        let set_up = bed.user(*agent);
        let before = lived_in(*agent);
        bed.write(&set_up, before);
        assert_eq!(set_up.install_now().0, Action::Updated, "{agent:?}");
        let with = set_up.text();
        assert_eq!(set_up.presence().unwrap(), Presence::SetUp, "{agent:?} {with}");
        // Without what was put in, it is what it was.
        let mut rest = with.chars();
        assert!(before.chars().all(|c| rest.any(|other| other == c)), "{agent:?} {with}");
        assert_eq!(set_up.install_now().0, Action::Unchanged, "{agent:?}");
        assert_eq!(set_up.undo_now().0, Action::Removed, "{agent:?}");
        assert_eq!(set_up.text(), before, "{agent:?}");
    }
}

#[test]
fn odd_files_of_real_people_stay_to_the_byte() {
    for (agent, before) in [
        (Agent::ClaudeCode, "\u{feff}{\r\n  \"mcpServers\": {}\r\n}"),
        (
            Agent::Cursor,
            "\u{feff}{\n\t\"mcpServers\": { // a /* b\n\t\t\"x\": {}, /* c // d */\n\t},\n}",
        ),
        (
            Agent::VsCode,
            "/* { \"servers\": 1 } */\r\n{\r\n\t\"servers\": {\r\n\t\t\"a\": {},\r\n\t},\r\n}\r\n",
        ),
        (Agent::Gemini, "{\"a\":\"} // ] \\\" {\",\"mcpServers\":{\"o\":{\"url\":\"http://x\"}}}"),
        (Agent::OpenClaw, "{mcp: {'servers': {\"a\": {command: 'x',},},}, n: -.5, i: +Infinity}"),
        (Agent::Codex, "\u{feff}a = 1\r\n[mcp_servers]\r\nother = { command = 'x' } # keep\r\n"),
        (
            Agent::Codex,
            "mcp_servers_old.tabwright.x = 1\n[profiles.\"a.b\"]\nk.l = { m = [1,\n 2], }\n",
        ),
        (
            Agent::Codex,
            "[mcp_servers.\"other.one\"]\nenv = { \"A B\" = '''[mcp_servers.tabwright]''' }",
        ),
    ] {
        let bed = Bed::new();
        let set_up = bed.user(agent);
        bed.write(&set_up, before);
        assert_eq!(set_up.install_now().0, Action::Updated, "{before}");
        assert_eq!(set_up.presence().unwrap(), Presence::SetUp, "{}", set_up.text());
        let (with, crlf) = (set_up.text(), before.contains("\r\n"));
        assert_eq!(
            with.replace("\r\n", "").contains('\n'),
            !crlf && with.contains('\n'),
            "{with:?}"
        );
        let mut rest = with.chars();
        assert!(before.chars().all(|c| rest.any(|other| other == c)), "{with}");
        set_up.undo_now();
        assert_eq!(set_up.text(), before);
    }
}

#[test]
fn later_edits_of_others_outlive_us() {
    for agent in agents() {
        let bed = Bed::new();
        let set_up = bed.user(*agent);
        bed.write(&set_up, lived_in(*agent));
        set_up.install_now();
        let edit = |text: &str| match agent {
            Agent::Codex => format!("later = true\n{text}"),
            _ => text.replacen('{', "{ \"later\": true,", 1),
        };
        bed.write(&set_up, &edit(&set_up.text()));
        let moved = bed.of(*agent, Scope::User, "/usr/bin/tabwright").unwrap();
        assert_eq!(moved.presence().unwrap(), Presence::Other, "{agent:?}");
        assert_eq!(moved.install_now().0, Action::Updated, "{agent:?}");
        assert!(moved.text().contains("/usr/bin/tabwright"), "{agent:?}");
        bed.write(&set_up, &moved.text().replace("later", "much_later"));
        assert_eq!(moved.undo_now().0, Action::Removed, "{agent:?}");
        let left = edit(lived_in(*agent)).replace("later", "much_later");
        assert_eq!(moved.text(), left, "{agent:?}");
    }
}

#[test]
fn an_entry_that_stood_in_our_place_comes_back() {
    for (agent, before) in [
        (
            Agent::Cursor,
            "{\n  \"mcpServers\": {\n    \"tabwright\": { \"command\": \"old\", \"env\": { \"A\": \"b\" } },\n    \"z\": {}\n  }\n}\n",
        ),
        (Agent::OpenClaw, "{mcp: {servers: {tabwright: {url: 'http://x'}}}}\n"),
        (Agent::Codex, "[mcp_servers.tabwright]\ncommand = \"old\"\nenabled = true\n"),
        (Agent::Codex, "[mcp_servers.tabwright]\nurl = \"http://x\"\n"),
    ] {
        for edited_later in [false, true] {
            let bed = Bed::new();
            let set_up = bed.user(agent);
            bed.write(&set_up, before);
            assert_eq!(set_up.install_now().0, Action::Updated);
            assert_eq!(set_up.presence().unwrap(), Presence::SetUp);
            let kept = ["\"A\": \"b\"", "enabled = true"];
            let kept = kept.iter().find(|kept| before.contains(**kept));
            assert!(kept.is_none_or(|kept| set_up.text().contains(kept)), "{}", set_up.text());
            let comment = if agent == Agent::Codex { "# later\n" } else { "// later\n" };
            let later = if edited_later { comment } else { "" };
            bed.write(&set_up, &(set_up.text() + later));
            set_up.undo_now();
            assert_eq!(set_up.text(), format!("{before}{later}"));
        }
    }
}

#[test]
fn without_a_record_our_entry_and_our_skill_still_come_out() {
    for agent in agents() {
        let bed = Bed::new();
        let set_up = bed.user(*agent);
        bed.write(&set_up, lived_in(*agent));
        set_up.install_now();
        fs::remove_dir_all(bed.folder.path().join("state")).unwrap();
        set_up.undo_now();
        assert_eq!(set_up.presence().unwrap(), Presence::Absent, "{agent:?}");
        assert!(!set_up.text().contains("tabwright"), "{agent:?} {}", set_up.text());
        assert!(!set_up.has_skill().unwrap());
    }
}

#[test]
fn looking_ahead_writes_nothing() {
    for agent in agents() {
        let bed = Bed::new();
        let set_up = bed.user(*agent);
        bed.write(&set_up, lived_in(*agent));
        let contents = bed.contents();
        let steps = set_up.install().unwrap();
        let preview = steps.config.preview();
        assert!(preview.contains("/opt/tabwright"), "{preview}");
        assert!(preview.lines().any(|line| line.starts_with('+')), "{preview}");
        assert_eq!(bed.contents(), contents);
        assert!(!bed.folder.path().join("state").exists());
    }
}

#[test]
fn a_broken_file_is_named_and_left_alone() {
    for agent in agents() {
        let bed = Bed::new();
        let set_up = bed.user(*agent);
        let broken = match agent {
            Agent::Codex => "model = \"x\"\n[mcp_servers.other\n",
            _ => "{\n  \"mcpServers\": {\n",
        };
        bed.write(&set_up, broken);
        let error = set_up.install().unwrap_err().to_string();
        let file = set_up.config_file().display().to_string();
        // Where the table or the object begins that has no end.
        let line = "line 2";
        assert!(error.starts_with(&format!("{file}, {line}: ")), "{error}");
        assert!(error.contains("/opt/tabwright") && error.contains("edit it yourself"), "{error}");
        assert!(set_up.undo().is_err() && set_up.presence().is_err());
        assert_eq!(set_up.text(), broken);
        assert!(!set_up.has_skill().unwrap());
    }
}

#[test]
fn a_project_has_files_of_its_own() {
    for agent in agents() {
        let bed = Bed::new();
        let project = bed.folder.path().join("project");
        fs::create_dir(&project).unwrap();
        let Some(set_up) = bed.of(*agent, Scope::Project(&project), "/opt/tabwright") else {
            assert!(matches!(agent, Agent::ClaudeDesktop | Agent::Windsurf | Agent::OpenClaw));
            continue;
        };
        set_up.install_now();
        assert!(set_up.config_file().starts_with(&project));
        assert!(set_up.skill_file().unwrap().starts_with(&project));
        assert!(!bed.home().exists());
        set_up.undo_now();
        assert_eq!(fs::read_dir(&project).unwrap().count(), 0);
    }
}

#[test]
fn a_skill_that_somebody_changed_stays() {
    let bed = Bed::new();
    let set_up = bed.user(Agent::ClaudeCode);
    set_up.install_now();
    let skill = set_up.skill_file().unwrap();
    fs::write(skill, "mine").unwrap();
    for steps in [set_up.install().unwrap(), set_up.undo().unwrap()] {
        let step = steps.skill.unwrap();
        assert_eq!(step.action, Action::Unchanged);
        assert!(step.note.unwrap().contains("you changed it"));
    }
    set_up.undo_now();
    assert_eq!(fs::read_to_string(skill).unwrap(), "mine");
}

#[test]
fn entries_look_as_each_agent_wants_them() {
    let entry = |agent: Agent, path: &str| -> Value {
        let bed = Bed::new();
        let mut set_up = bed.user(agent);
        set_up.server.home = Some("/srv/tw".to_owned());
        set_up.install_now();
        let whole: Value = serde_json::from_str(&set_up.text()).unwrap();
        whole.pointer(path).unwrap().clone()
    };
    let env = json!({ "TABWRIGHT_HOME": "/srv/tw" });
    let plain = json!({ "command": "/opt/tabwright", "args": ["mcp"], "env": env });
    for agent in
        [Agent::ClaudeCode, Agent::ClaudeDesktop, Agent::Cursor, Agent::Gemini, Agent::Windsurf]
    {
        assert_eq!(entry(agent, "/mcpServers/tabwright"), plain, "{agent:?}");
    }
    assert_eq!(entry(Agent::OpenClaw, "/mcp/servers/tabwright"), plain);
    let typed =
        json!({ "type": "stdio", "command": "/opt/tabwright", "args": ["mcp"], "env": env });
    assert_eq!(entry(Agent::VsCode, "/servers/tabwright"), typed);

    let bed = Bed::new();
    let mut codex = bed.user(Agent::Codex);
    codex.server.home = Some(r"C:\tw".to_owned());
    codex.install_now();
    assert_eq!(
        codex.text(),
        "[mcp_servers.tabwright]\ncommand = \"/opt/tabwright\"\nargs = [\"mcp\"]\nenv.TABWRIGHT_HOME = \"C:\\\\tw\"\n"
    );
}

#[test]
fn every_system_has_its_places() {
    let config = |system, agent: Agent, variable: &[(&str, &str)]| {
        let found = |name: &str| {
            variable.iter().find(|(known, _)| *known == name).map(|(_, path)| PathBuf::from(path))
        };
        let folders = Folders::new(system, PathBuf::from("/me"), found);
        let place = agent.place(&folders, Scope::User).unwrap();
        let skill = place.skill.map(|skill| skill.display().to_string());
        (place.config.display().to_string(), skill.unwrap_or_default())
    };
    let pair = |config: &str, skills: &str| {
        let skill =
            if skills.is_empty() { String::new() } else { format!("{skills}/tabwright/SKILL.md") };
        (config.to_owned(), skill)
    };
    use Agent as A;
    use System::{Linux, MacOs, Windows};
    for (system, agent, variable, expected) in [
        (Linux, A::ClaudeCode, None, pair("/me/.claude.json", "/me/.claude/skills")),
        (
            Linux,
            A::ClaudeCode,
            Some(("CLAUDE_CONFIG_DIR", "/c")),
            pair("/c/.claude.json", "/c/skills"),
        ),
        (
            Linux,
            A::ClaudeCode,
            Some(("CLAUDE_CONFIG_DIR", "c")),
            pair("/me/.claude.json", "/me/.claude/skills"),
        ),
        (Linux, A::ClaudeDesktop, None, pair("/me/.config/Claude/claude_desktop_config.json", "")),
        (
            Linux,
            A::ClaudeDesktop,
            Some(("XDG_CONFIG_HOME", "/x")),
            pair("/x/Claude/claude_desktop_config.json", ""),
        ),
        (
            MacOs,
            A::ClaudeDesktop,
            None,
            pair("/me/Library/Application Support/Claude/claude_desktop_config.json", ""),
        ),
        (
            Windows,
            A::ClaudeDesktop,
            None,
            pair("/me/AppData/Roaming/Claude/claude_desktop_config.json", ""),
        ),
        (
            Windows,
            A::ClaudeDesktop,
            Some(("APPDATA", "/r")),
            pair("/r/Claude/claude_desktop_config.json", ""),
        ),
        (Windows, A::Codex, None, pair("/me/.codex/config.toml", "/me/.agents/skills")),
        (
            MacOs,
            A::Codex,
            Some(("CODEX_HOME", "/cx")),
            pair("/cx/config.toml", "/me/.agents/skills"),
        ),
        (Windows, A::Cursor, None, pair("/me/.cursor/mcp.json", "/me/.cursor/skills")),
        (Linux, A::VsCode, None, pair("/me/.config/Code/User/mcp.json", "/me/.copilot/skills")),
        (
            MacOs,
            A::VsCode,
            None,
            pair("/me/Library/Application Support/Code/User/mcp.json", "/me/.copilot/skills"),
        ),
        (
            Windows,
            A::VsCode,
            Some(("APPDATA", "/r")),
            pair("/r/Code/User/mcp.json", "/me/.copilot/skills"),
        ),
        (MacOs, A::Gemini, None, pair("/me/.gemini/settings.json", "/me/.gemini/skills")),
        (
            Windows,
            A::Windsurf,
            None,
            pair("/me/.codeium/windsurf/mcp_config.json", "/me/.codeium/windsurf/skills"),
        ),
        (Linux, A::OpenClaw, None, pair("/me/.openclaw/openclaw.json", "/me/.openclaw/skills")),
        (
            Linux,
            A::OpenClaw,
            Some(("OPENCLAW_HOME", "/o")),
            pair("/o/.openclaw/openclaw.json", "/o/.openclaw/skills"),
        ),
        (
            Linux,
            A::OpenClaw,
            Some(("OPENCLAW_STATE_DIR", "/s")),
            pair("/s/openclaw.json", "/s/skills"),
        ),
        (
            Linux,
            A::OpenClaw,
            Some(("OPENCLAW_CONFIG_PATH", "/c.json")),
            pair("/c.json", "/me/.openclaw/skills"),
        ),
    ] {
        let variables: Vec<_> = variable.into_iter().collect();
        assert_eq!(
            config(system, agent, &variables),
            expected,
            "{system:?} {agent:?} {variable:?}"
        );
    }
}

#[test]
fn packaged_claude_on_windows_has_its_own_folder() {
    let bed = Bed::new();
    let folders = Folders::new(System::Windows, bed.home(), |_| None);
    assert!(!Agent::ClaudeDesktop.is_there(&folders));
    let packaged = bed.home().join("AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude");
    fs::create_dir_all(&packaged).unwrap();
    assert!(Agent::ClaudeDesktop.is_there(&folders));
    let place = Agent::ClaudeDesktop.place(&folders, Scope::User).unwrap();
    assert_eq!(place.config, packaged.join("claude_desktop_config.json"));
}

#[test]
fn a_file_that_changed_since_it_was_read_is_not_overwritten() {
    let bed = Bed::new();
    let set_up = bed.user(Agent::Gemini);
    bed.write(&set_up, "{}\n");
    let steps = set_up.install().unwrap();
    bed.write(&set_up, "{ \"new\": 1 }\n");
    let error = set_up.carry_out(&steps).unwrap_err();
    assert!(matches!(error, Error::ChangedMeanwhile { .. }), "{error}");
    assert_eq!(set_up.text(), "{ \"new\": 1 }\n");
}

#[cfg(unix)]
#[test]
fn modes_and_links_stay_and_records_are_private() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;

    let bed = Bed::new();
    let set_up = bed.user(Agent::Cursor);
    let dotfile = bed.folder.path().join("dotfiles.json");
    fs::write(&dotfile, "{}\n").unwrap();
    fs::set_permissions(&dotfile, fs::Permissions::from_mode(0o640)).unwrap();
    fs::create_dir_all(set_up.config_file().parent().unwrap()).unwrap();
    symlink(&dotfile, set_up.config_file()).unwrap();
    set_up.install_now();
    assert!(set_up.config_file().is_symlink());
    assert!(fs::read_to_string(&dotfile).unwrap().contains("tabwright"));
    assert_eq!(mode(&dotfile), 0o640);
    assert_eq!(mode(&bed.folder.path().join("state/cursor.json")), 0o600);

    fs::remove_file(&dotfile).unwrap();
    assert!(matches!(set_up.install(), Err(Error::Read { .. })));
}

#[test]
fn odd_files_are_refused() {
    let bed = Bed::new();
    let set_up = bed.user(Agent::Cursor);
    fs::create_dir_all(set_up.config_file().parent().unwrap()).unwrap();
    fs::write(set_up.config_file(), b"{\"\xff\": 1}").unwrap();
    assert!(matches!(set_up.install(), Err(Error::NotText { .. })));
    fs::remove_file(set_up.config_file()).unwrap();
    fs::create_dir(set_up.config_file()).unwrap();
    assert!(matches!(set_up.install(), Err(Error::Read { .. })));

    fs::create_dir_all(bed.folder.path().join("state")).unwrap();
    fs::write(bed.folder.path().join("state/gemini.json"), "{").unwrap();
    assert!(matches!(bed.user(Agent::Gemini).install(), Err(Error::Record { .. })));
}
