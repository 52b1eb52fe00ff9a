//! Where each agent keeps things, on each system, for a person and for a project.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::config::Format;
use crate::json::Dialect;

/// A program that can start MCP servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agent {
    ClaudeCode,
    ClaudeDesktop,
    Codex,
    Cursor,
    VsCode,
    Gemini,
    Windsurf,
    OpenClaw,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    Linux,
    MacOs,
    Windows,
}

#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// Everywhere this person works.
    User,
    /// In the project in this folder.
    Project(&'a Path),
}

/// The folders to look in: the real ones, or a test's.
#[derive(Debug, Clone)]
pub struct Folders {
    home: PathBuf,
    /// Where programs with windows keep their settings.
    settings: PathBuf,
    /// Where Windows keeps the folders of packaged programs.
    packages: Option<PathBuf>,
    claude: Option<PathBuf>,
    codex: PathBuf,
    openclaw: PathBuf,
    openclaw_config: PathBuf,
}

/// An agent's files.
#[derive(Debug, Clone)]
pub struct Place {
    pub(crate) config: PathBuf,
    pub(crate) format: Format,
    /// None where skills are not files.
    pub(crate) skill: Option<PathBuf>,
}

impl Folders {
    pub fn of_this_machine() -> Option<Self> {
        let system = if cfg!(target_os = "macos") {
            System::MacOs
        } else if cfg!(windows) {
            System::Windows
        } else {
            System::Linux
        };
        Some(Self::new(system, env::home_dir()?, |name| env::var_os(name).map(PathBuf::from)))
    }

    /// `variable` tells the environment's paths; one that is not absolute is not followed.
    pub fn new(system: System, home: PathBuf, variable: impl Fn(&str) -> Option<PathBuf>) -> Self {
        let variable = |name: &str| variable(name).filter(|path| path.is_absolute());
        let or_home = |name: &str, below: &str| variable(name).unwrap_or_else(|| home.join(below));
        let settings = match system {
            System::Linux => or_home("XDG_CONFIG_HOME", ".config"),
            System::MacOs => home.join("Library/Application Support"),
            System::Windows => or_home("APPDATA", "AppData/Roaming"),
        };
        let packages = (system == System::Windows)
            .then(|| or_home("LOCALAPPDATA", "AppData/Local").join("Packages"));
        let openclaw = variable("OPENCLAW_STATE_DIR")
            .unwrap_or_else(|| or_home("OPENCLAW_HOME", "").join(".openclaw"));
        Self {
            settings,
            packages,
            claude: variable("CLAUDE_CONFIG_DIR"),
            codex: or_home("CODEX_HOME", ".codex"),
            openclaw_config: variable("OPENCLAW_CONFIG_PATH")
                .unwrap_or_else(|| openclaw.join("openclaw.json")),
            openclaw,
            home,
        }
    }

    fn claude_code(&self) -> PathBuf {
        self.claude.clone().unwrap_or_else(|| self.home.join(".claude"))
    }

    /// From the store and from its own installer alike, Claude comes to Windows as a package, and
    /// sees only the settings in the package's folder.
    fn claude_desktop(&self) -> PathBuf {
        let entries = self.packages.as_deref().and_then(|packages| fs::read_dir(packages).ok());
        let mut packaged: Vec<PathBuf> = entries
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("Claude_"))
            .map(|entry| entry.path().join("LocalCache/Roaming/Claude"))
            .filter(|folder| folder.is_dir())
            .collect();
        packaged.sort();
        packaged.into_iter().next().unwrap_or_else(|| self.settings.join("Claude"))
    }
}

impl Agent {
    /// All agents that we know.
    pub const ALL: &'static [Self] = &[
        Self::ClaudeCode,
        Self::ClaudeDesktop,
        Self::Codex,
        Self::Cursor,
        Self::VsCode,
        Self::Gemini,
        Self::Windsurf,
        Self::OpenClaw,
    ];

    /// How a person names it on the command line.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::ClaudeDesktop => "claude-desktop",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::VsCode => "vscode",
            Self::Gemini => "gemini",
            Self::Windsurf => "windsurf",
            Self::OpenClaw => "openclaw",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::ClaudeDesktop => "Claude Desktop",
            Self::Codex => "Codex",
            Self::Cursor => "Cursor",
            Self::VsCode => "VS Code",
            Self::Gemini => "Gemini CLI",
            Self::Windsurf => "Windsurf",
            Self::OpenClaw => "OpenClaw",
        }
    }

    /// How the person sees that it works.
    pub fn next(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Start a new session; `/mcp` there lists tabwright.",
            Self::ClaudeDesktop => "Quit Claude Desktop altogether, and open it again.",
            Self::Codex => "Start a new session; `/mcp` there lists tabwright.",
            Self::Cursor => "Switch tabwright on under Settings, MCP, if Cursor asks.",
            Self::VsCode => "Run \"MCP: List Servers\" in VS Code, start tabwright, and trust it.",
            Self::Gemini => "Start a new session; `/mcp` there lists tabwright.",
            Self::Windsurf => "Press the refresh button of Cascade's MCP servers.",
            Self::OpenClaw => {
                "Restart the gateway; `openclaw mcp doctor tabwright --probe` checks."
            }
        }
    }

    /// What else is to know of a project's file.
    pub fn project_caveat(self) -> Option<&'static str> {
        match self {
            Self::Codex => Some("Codex reads it in projects that you trust."),
            Self::ClaudeCode => Some("Claude Code asks before it first uses a project's server."),
            _ => None,
        }
    }

    /// Where to take the skill by hand, where it is no file.
    pub fn skill_by_hand(self) -> Option<&'static str> {
        (self == Self::ClaudeDesktop)
            .then_some("Claude Desktop takes skills under Customize, Skills")
    }

    /// Whether it is, or once was, on this machine.
    pub fn is_there(self, folders: &Folders) -> bool {
        let home = &folders.home;
        let sign = match self {
            Self::ClaudeCode => folders.claude_code(),
            Self::ClaudeDesktop => folders.claude_desktop(),
            Self::Codex => folders.codex.clone(),
            Self::Cursor => home.join(".cursor"),
            Self::VsCode => folders.settings.join("Code"),
            Self::Gemini => home.join(".gemini"),
            Self::Windsurf => home.join(".codeium/windsurf"),
            Self::OpenClaw => folders.openclaw.clone(),
        };
        sign.is_dir()
    }

    /// None where the agent has no file for a project.
    pub fn place(self, folders: &Folders, scope: Scope<'_>) -> Option<Place> {
        let (config, skills) = match scope {
            Scope::User => self.users(folders),
            Scope::Project(folder) => {
                let (config, skills) = self.projects()?;
                (folder.join(config), Some(folder.join(skills)))
            }
        };
        let skill = skills.map(|skills| skills.join("tabwright").join("SKILL.md"));
        Some(Place { config, format: self.format(), skill })
    }

    /// The file of MCP servers, and the folder of skills.
    fn users(self, folders: &Folders) -> (PathBuf, Option<PathBuf>) {
        let home = &folders.home;
        match self {
            Self::ClaudeCode => (
                folders.claude.as_ref().unwrap_or(home).join(".claude.json"),
                Some(folders.claude_code().join("skills")),
            ),
            Self::ClaudeDesktop => {
                (folders.claude_desktop().join("claude_desktop_config.json"), None)
            }
            // `skills` beside its config is read still, but said to be of the past.
            Self::Codex => (folders.codex.join("config.toml"), Some(home.join(".agents/skills"))),
            Self::Cursor => (home.join(".cursor/mcp.json"), Some(home.join(".cursor/skills"))),
            Self::VsCode => {
                (folders.settings.join("Code/User/mcp.json"), Some(home.join(".copilot/skills")))
            }
            Self::Gemini => (home.join(".gemini/settings.json"), Some(home.join(".gemini/skills"))),
            Self::Windsurf => {
                let folder = home.join(".codeium/windsurf");
                (folder.join("mcp_config.json"), Some(folder.join("skills")))
            }
            Self::OpenClaw => {
                (folders.openclaw_config.clone(), Some(folders.openclaw.join("skills")))
            }
        }
    }

    fn projects(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::ClaudeCode => Some((".mcp.json", ".claude/skills")),
            Self::Codex => Some((".codex/config.toml", ".agents/skills")),
            Self::Cursor => Some((".cursor/mcp.json", ".cursor/skills")),
            Self::VsCode => Some((".vscode/mcp.json", ".github/skills")),
            Self::Gemini => Some((".gemini/settings.json", ".gemini/skills")),
            Self::ClaudeDesktop | Self::Windsurf | Self::OpenClaw => None,
        }
    }

    fn format(self) -> Format {
        const SERVERS: &[&str] = &["mcpServers"];
        let json = |dialect, servers| Format::Json { dialect, servers, typed: false };
        match self {
            Self::ClaudeCode | Self::ClaudeDesktop => json(Dialect::Strict, SERVERS),
            Self::Cursor | Self::Gemini | Self::Windsurf => json(Dialect::Comments, SERVERS),
            Self::VsCode => {
                Format::Json { dialect: Dialect::Comments, servers: &["servers"], typed: true }
            }
            Self::OpenClaw => json(Dialect::Json5, &["mcp", "servers"]),
            Self::Codex => Format::Toml { servers: "mcp_servers" },
        }
    }
}
