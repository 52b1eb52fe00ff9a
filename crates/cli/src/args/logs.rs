//! The arguments of `tabwright logs`.

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct LogsOptions {
    /// Go on with new lines as they are written, until Ctrl-C
    #[arg(long, short)]
    pub(crate) follow: bool,
    /// How many of the last lines to show
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100)]
    pub(crate) lines: usize,
    /// Only lines of this level, and of worse ones
    #[arg(long)]
    pub(crate) level: Option<LevelArg>,
    /// Only what was done for this client
    #[arg(long, value_name = "NAME")]
    pub(crate) client: Option<String>,
    /// Print the lines as they are stored: one JSON object each
    #[arg(long)]
    pub(crate) json: bool,
}

/// The worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum LevelArg {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl LevelArg {
    /// As it stands in the log.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::from_str(name, true).ok()
    }
}
