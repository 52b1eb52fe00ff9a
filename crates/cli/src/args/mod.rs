//! Every command and flag, with its help. A verb's arguments know what they ask for.

pub(crate) mod acting;
pub(crate) mod asking;
pub(crate) mod common;
pub(crate) mod extras;
mod help;
pub(crate) mod language;
pub(crate) mod logs;
pub(crate) mod mouse;
pub(crate) mod policy;
pub(crate) mod reading;
pub(crate) mod scrolling;
pub(crate) mod seeing;
mod settings;
mod setup;
pub(crate) mod tabs;
mod verbs;
pub(crate) mod waiting;

use std::path::PathBuf;

use clap::{Args as ClapArgs, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use common::{Asks, At, BrowserChoice, InTab, Place, Usage};
pub(crate) use settings::SettingsFlags;
pub(crate) use setup::SetupOptions;
pub(crate) use verbs::VerbCommand;

/// Drive the Chrome you already use, from agents, scripts and the terminal.
#[derive(Debug, Parser)]
#[command(name = "tabwright", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// The arguments of this process, or the help they ask for.
    pub(crate) fn of_this_process() -> Self {
        let mut matches = Self::whole_command().get_matches();
        Self::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| error.exit())
    }

    /// With its commands in groups.
    pub(crate) fn whole_command() -> clap::Command {
        let command = Self::command();
        let template = help::template(&command);
        command.help_template(template)
    }
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
    /// Save what Tabwright keeps to a file, also while the daemon runs
    Backup(BackupOptions),
    /// Put a file of `tabwright backup` in the place of what Tabwright keeps
    Restore {
        /// The file to restore
        file: PathBuf,
    },
    /// Set up the browsers of this machine, or an agent
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
    /// Serve an agent over the Model Context Protocol on stdin and stdout
    Mcp,
    /// List what waits for your word, and answer it
    Approve(policy::ApproveOptions),
    /// Show and change who may do what where
    Rules(policy::RulesOptions),
    /// Show who did what, and check that the log is whole
    Log(policy::LogOptions),
    /// Show what the daemon writes about itself: the log for finding faults
    Logs(logs::LogsOptions),
    /// Keep secrets that agents may type but never see
    #[command(subcommand)]
    Secret(policy::SecretCommand),
    /// Show live what happens in the browsers and who drives them
    Watch(WatchOptions),
    /// Drive browsers elsewhere by their debugging port
    #[command(subcommand)]
    Remote(RemoteCommand),
    /// Do what you say in words: `tabwright do open nytimes and scroll down`
    Do(language::DoOptions),
    /// Open a prompt where you say what to do
    Shell(language::ShellOptions),
    /// List everything that can be done by saying so
    Actions(language::ActionsOptions),
    /// Check and try grammars, and add your own ways to say something
    #[command(subcommand)]
    Grammar(language::GrammarCommand),
    /// Show and change how the names of sites are found
    Resolver(language::ResolverOptions),
    #[command(flatten)]
    Verb(VerbCommand),
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
pub(crate) struct BackupOptions {
    /// The file to write
    pub(crate) file: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    pub(crate) force: bool,
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

#[derive(Debug, ClapArgs)]
pub(crate) struct WatchOptions {
    /// Only what happens in this tab
    #[arg(long, value_name = "ID")]
    pub(crate) tab: Option<i32>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RemoteCommand {
    /// Connect to a browser that was started with `--remote-debugging-port`
    Add {
        /// How to choose it later, with `--browser`
        name: String,
        /// `ws://…`, or `http://HOST:PORT` of its debugging port
        url: String,
        #[command(flatten)]
        output: Output,
    },
    /// Leave a browser; it goes on running
    Remove {
        /// Its name
        name: String,
    },
    /// List the browsers that were added
    List(Output),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Args::whole_command().debug_assert();
    }

    #[test]
    fn every_setting_has_its_flag() {
        let command = Args::command();
        let daemon = command.find_subcommand("daemon").unwrap();
        for setting in tabwright_client::SETTINGS {
            let flag = daemon.get_arguments().find(|arg| arg.get_long() == Some(setting.flag));
            let help = flag.and_then(|flag| flag.get_help()).map(ToString::to_string);
            assert!(help.is_some_and(|help| help.contains(setting.env)), "{}", setting.name);
        }
    }

    #[test]
    fn every_verb_is_a_command_that_can_speak_json() {
        let command = Args::command();
        for verb in tabwright_wire::verbs::VERBS.iter().map(|verb| verb.name) {
            let found = command.find_subcommand(verb);
            let found = found.unwrap_or_else(|| panic!("there is no command `{verb}`"));
            let flags: Vec<_> = found.get_arguments().filter_map(|arg| arg.get_long()).collect();
            assert!(flags.contains(&"json") && flags.contains(&"browser"), "{verb}: {flags:?}");
        }
    }
}
