//! The arguments of `tabwright logs`.

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct LogsOptions {
    /// Show new lines as they are written, until Ctrl-C
    #[arg(long, short)]
    pub(crate) follow: bool,
    /// Show at most this many lines, the newest
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100)]
    pub(crate) lines: usize,
    /// Only lines of this level or higher
    #[arg(long)]
    pub(crate) level: Option<LevelArg>,
    /// Only lines about this client
    #[arg(long, value_name = "NAME")]
    pub(crate) client: Option<String>,
    /// Print one JSON object per line
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
