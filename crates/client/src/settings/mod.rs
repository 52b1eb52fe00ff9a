//! What a person can set: in the config file, in the environment, by flags; the later wins.
//!
//! Every setting and every table of the config file is one declaration in `declared.rs`; all else
//! follows from it. Mistakes in the config file are told with line and column, all of them at once.

mod config_file;
mod declare;
mod declared;
mod edit;
mod explain;
mod kinds;
mod ranking;
mod read;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use declare::Declared as _;

pub use config_file::{ConfigFile, Key, Mistake};
pub use declare::{Setting, Table};
pub use declared::{
    AgentSettings, BrowserSlots, ClientMode, ConnectionSettings, ControlSettings, DaemonSettings,
    LibrarySettings, ManagedSettings, ModelSettings, PolicySettings, Prefer, Settings,
};
pub use edit::EditError;
pub use explain::{explain, markdown};
pub use ranking::AnswerRanking;
pub use read::{Flags, Resolved, Source};

/// Every setting there is, in the order of its declaration.
pub const SETTINGS: &[Setting] = Settings::SETTINGS;

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}", in_file(path, mistakes))]
    ConfigFile { path: PathBuf, mistakes: Vec<Mistake> },
    #[error("{setting} is `{value}` (set by {origin}). Possible values: {values}")]
    BadValue { setting: &'static str, value: String, origin: String, values: String },
}

impl Settings {
    /// From the config file, this process's environment, and the flags given.
    pub fn load(config_file: &Path, flags: &Flags) -> Result<Self, SettingsError> {
        read::load(config_file, flags)
    }

    /// Every setting with its value and source, unchecked.
    pub fn resolve(
        config_file: &Path,
        flags: &Flags,
    ) -> Result<BTreeMap<&'static str, Resolved>, SettingsError> {
        read::resolve(SETTINGS, config_file, flags)
    }
}

fn in_file(path: &Path, mistakes: &[Mistake]) -> String {
    let mistakes = mistakes.iter().map(|mistake| format!("{}:{mistake}", path.display()));
    mistakes.collect::<Vec<_>>().join("\n")
}
