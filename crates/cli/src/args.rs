//! Every command and flag, with its help.

use std::collections::BTreeMap;

use clap::{ArgAction, Args as ClapArgs, Parser, Subcommand};
use clap_complete::Shell;

/// Drive the Chrome you already use, from agents, scripts and the terminal.
#[derive(Debug, Parser)]
#[command(name = "tabwright", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start the daemon and a browser of its own, connected; ends both on Ctrl-C
    Up(UpOptions),
    /// Run the daemon in the foreground
    Daemon(DaemonOptions),
    /// Show whether the daemon runs and which browsers are connected
    Status(Output),
    /// Print the address for Playwright, Puppeteer and other CDP clients
    CdpUrl,
    /// Let a client go: its tabs are yours again
    Disconnect {
        /// Its name or its number, as `tabwright status` shows them
        client: String,
    },
    /// Stop the daemon, and the browser it started
    Stop,
    /// Check every part of the connection, and say how to mend what is broken
    Doctor(Output),
    /// Unpack the extension and make it known to the browsers on this machine
    Setup(SetupOptions),
    /// Show a code with which an extension can pair
    Pair(Output),
    /// Serve a browser's native messaging; browsers start this, people do not
    #[command(hide = true)]
    NativeHost {
        /// What the browser passes: the extension's origin
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        _from_browser: Vec<String>,
    },
    /// Show the settings: their values, their meaning, where they come from
    Config(ConfigOptions),
    /// Print completions for a shell
    Completions {
        /// The shell to complete in
        shell: Shell,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Output {
    /// Print JSON for programs
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct UpOptions {
    /// The page to open first
    pub(crate) url: Option<String>,
    /// Return once connected, and leave daemon and browser running
    #[arg(long, short)]
    pub(crate) detach: bool,
    #[command(flatten)]
    pub(crate) settings: SettingsFlags,
    /// Switches for the browser itself, for example `-- --lang=de`
    #[arg(last = true)]
    pub(crate) switches: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct DaemonOptions {
    /// Leave the terminal: log to the state folder, and print one line when listening
    #[arg(long, hide = true)]
    pub(crate) background: bool,
    #[command(flatten)]
    pub(crate) settings: SettingsFlags,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct SetupOptions {
    /// Take back what setup wrote: the browsers' manifests and the unpacked extension
    #[arg(long)]
    pub(crate) undo: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ConfigOptions {
    /// Explain every setting: meaning, values, variable and flag
    #[arg(long)]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) settings: SettingsFlags,
}

/// Flags for settings. They are stronger than the environment and the config file; see
/// `tabwright config --explain`.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct SettingsFlags {
    /// The daemon's port on 127.0.0.1 [env: TABWRIGHT_PORT]
    #[arg(long)]
    port: Option<String>,
    /// How many browser profiles may be connected: one or many [env: TABWRIGHT_BROWSERS]
    #[arg(long)]
    browsers: Option<String>,
    /// How many CDP clients may be connected: many or single [env: TABWRIGHT_CLIENT_MODE]
    #[arg(long = "client_mode", alias = "client-mode")]
    client_mode: Option<String>,
    /// The browser to start: a name or a path [env: TABWRIGHT_BROWSER]
    #[arg(long)]
    browser: Option<String>,
    /// Start the browser without a window [env: TABWRIGHT_HEADLESS]
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    headless: Option<String>,
    /// How much to log: error, warn, info, debug, trace [env: TABWRIGHT_LOG]
    #[arg(long)]
    log: Option<String>,
}

impl SettingsFlags {
    pub(crate) fn given(&self) -> BTreeMap<&'static str, String> {
        let Self { port, browsers, client_mode, browser, headless, log } = self;
        [
            ("port", port),
            ("browsers", browsers),
            ("client_mode", client_mode),
            ("browser", browser),
            ("headless", headless),
            ("log", log),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.clone()?)))
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_are_consistent() {
        super::Args::command().debug_assert();
    }

    #[test]
    fn every_setting_has_its_flag() {
        let command = super::Args::command();
        let daemon = command.find_subcommand("daemon").unwrap();
        for setting in tabwright_daemon::SETTINGS {
            let flag = daemon.get_arguments().find(|arg| arg.get_long() == Some(setting.name));
            let help = flag.and_then(|flag| flag.get_help()).map(ToString::to_string);
            assert!(help.is_some_and(|help| help.contains(setting.env)), "{}", setting.name);
        }
    }
}
