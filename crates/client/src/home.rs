//! The folders that are ours.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::{AppStrategy as _, AppStrategyArgs, choose_app_strategy};
use tabwright_files as files;

/// Moves every folder below the one that it names.
pub const HOME_VARIABLE: &str = "TABWRIGHT_HOME";

/// Where configuration, data and state live: the XDG places, or all below `TABWRIGHT_HOME`.
#[derive(Debug, Clone)]
pub struct Home {
    config: PathBuf,
    data: PathBuf,
    state: PathBuf,
    moved_to: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub enum HomeError {
    #[error(
        "your home folder is unknown. Set HOME, or set TABWRIGHT_HOME to a folder for Tabwright"
    )]
    Unknown,
    #[error("TABWRIGHT_HOME must be an absolute path, but it is `{}`", .0.display())]
    Relative(PathBuf),
    #[error("cannot create the folder {}: {source}", path.display())]
    Make { path: PathBuf, source: io::Error },
    #[error(
        "the folder {} belongs to another user, who could read and change what is in it. Make it yours, or set TABWRIGHT_HOME to another folder",
        .0.display()
    )]
    OtherOwner(PathBuf),
}

impl Home {
    /// As the environment says.
    pub fn from_environment() -> Result<Self, HomeError> {
        match env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()) {
            Some(home) => Self::at(PathBuf::from(home)),
            None => {
                let args = AppStrategyArgs {
                    top_level_domain: "io".to_owned(),
                    author: "tabwright".to_owned(),
                    app_name: "tabwright".to_owned(),
                };
                let places = choose_app_strategy(args).map_err(|_| HomeError::Unknown)?;
                let data = places.data_dir();
                let state = places.state_dir().unwrap_or_else(|| data.join("state"));
                Ok(Self { config: places.config_dir(), data, state, moved_to: None })
            }
        }
    }

    /// Everything below one folder.
    pub fn at(root: PathBuf) -> Result<Self, HomeError> {
        if !root.is_absolute() {
            return Err(HomeError::Relative(root));
        }
        Ok(Self {
            config: root.join("config"),
            data: root.join("data"),
            state: root.join("state"),
            moved_to: Some(root),
        })
    }

    /// Makes the folders, for this user only.
    pub fn make(&self) -> Result<(), HomeError> {
        for path in [&self.config, &self.data, &self.state] {
            let failed = |source| HomeError::Make { path: path.clone(), source };
            files::make_folder(path).map_err(failed)?;
            if files::close_folder(path).map_err(failed)?.is_some() {
                return Err(HomeError::OtherOwner(path.clone()));
            }
        }
        Ok(())
    }

    /// What `TABWRIGHT_HOME` must be for another process to have the same home.
    #[must_use]
    pub fn moved_to(&self) -> Option<&Path> {
        self.moved_to.as_deref()
    }

    #[must_use]
    pub fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    #[must_use]
    pub fn data(&self) -> &Path {
        &self.data
    }

    #[must_use]
    pub fn token_file(&self) -> PathBuf {
        self.data.join("token")
    }

    /// The token that any agent may use. It opens the browser, but nothing that is the person's.
    #[must_use]
    pub fn agent_token_file(&self) -> PathBuf {
        self.data.join("agent-token")
    }

    /// The address for CDP clients, the agents' token included.
    #[must_use]
    pub fn cdp_url_file(&self) -> PathBuf {
        self.data.join("cdp-url")
    }

    /// The extension, unpacked for browsers to load.
    #[must_use]
    pub fn extension(&self) -> PathBuf {
        self.data.join("extension")
    }

    /// The profile of the browser that `tabwright up` starts.
    #[must_use]
    pub fn profile(&self) -> PathBuf {
        self.data.join("profile")
    }

    #[must_use]
    pub fn lock_file(&self) -> PathBuf {
        self.state.join("daemon.lock")
    }

    #[must_use]
    pub fn record_file(&self) -> PathBuf {
        self.state.join("daemon.json")
    }

    /// The daemon's log, in files that rotate.
    #[must_use]
    pub fn log_folder(&self) -> PathBuf {
        self.state.join("log")
    }

    #[must_use]
    pub fn browser_log_file(&self) -> PathBuf {
        self.state.join("browser.log")
    }

    /// What was said in `tabwright shell`.
    #[must_use]
    pub fn shell_history_file(&self) -> PathBuf {
        self.state.join("shell-history.txt")
    }

    /// What the daemon keeps, but for rules, secrets, the token and the audit log.
    #[must_use]
    pub fn store_file(&self) -> PathBuf {
        self.data.join("tabwright.db")
    }

    /// Pictures that the page agent took, a folder for each chat.
    #[must_use]
    pub fn pictures(&self) -> PathBuf {
        self.data.join("pictures")
    }

    /// Where earlier versions kept the search providers.
    #[must_use]
    pub fn old_search_providers_file(&self) -> PathBuf {
        self.data.join("search-providers.json")
    }

    /// Where earlier versions kept the person's own grammars.
    #[must_use]
    pub fn old_grammars(&self) -> PathBuf {
        self.data.join("grammars")
    }

    /// Where earlier versions kept how sites are found.
    #[must_use]
    pub fn old_resolver_file(&self) -> PathBuf {
        self.data.join("resolver.json")
    }

    /// The rules that the person has made.
    #[must_use]
    pub fn rules_file(&self) -> PathBuf {
        self.data.join("rules.json")
    }

    /// The files of the log of who did what.
    #[must_use]
    pub fn audit_log(&self) -> PathBuf {
        self.state.join("audit")
    }

    #[must_use]
    pub fn secrets(&self) -> PathBuf {
        self.data.join("secrets")
    }

    /// The keys of models, apart from the secrets that are typed into pages.
    #[must_use]
    pub fn model_keys(&self) -> PathBuf {
        self.data.join("model-keys")
    }

    /// What is there only as long as a task is under way, a folder for each.
    #[must_use]
    pub fn tasks(&self) -> PathBuf {
        self.state.join("tasks")
    }

    /// The empty folder in which command-line agents work on tasks.
    #[must_use]
    pub fn task_work(&self) -> PathBuf {
        self.state.join("task-work")
    }

    /// What `setup` wrote for agents, so that it can be taken back.
    #[must_use]
    pub fn agents(&self) -> PathBuf {
        self.state.join("agents")
    }

    /// Where earlier versions kept what MCP sessions need to go on.
    #[must_use]
    pub fn old_mcp_sessions_file(&self) -> PathBuf {
        self.state.join("mcp-sessions.json")
    }

    /// What verbs download with a browser of our own.
    #[must_use]
    pub fn downloads(&self) -> PathBuf {
        self.data.join("downloads")
    }

    /// The two ends of the managed browser's debugging pipe.
    #[must_use]
    pub fn pipe(&self) -> PathBuf {
        self.state.join("debugging-pipe")
    }

    #[must_use]
    pub fn managed_file(&self) -> PathBuf {
        self.state.join("managed-browser.json")
    }
}
