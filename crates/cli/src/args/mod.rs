//! Every command and flag, with its help. A verb's arguments know what they ask for.

pub(crate) mod acting;
pub(crate) mod agent;
pub(crate) mod asking;
pub(crate) mod common;
pub(crate) mod extras;
pub(crate) mod graph;
mod help;
pub(crate) mod import;
pub(crate) mod knowledge;
pub(crate) mod language;
pub(crate) mod logs;
pub(crate) mod model;
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
    /// Start the daemon and a browser for it. Ctrl-C ends both
    Up(UpOptions),
    /// Run the daemon in the foreground
    Daemon(DaemonOptions),
    /// Show whether the daemon is running, and who is connected
    Status(Output),
    /// Print the address for Playwright, Puppeteer and other CDP clients
    CdpUrl,
    /// Disconnect a client and take its tabs back
    Disconnect {
        /// Its name or number in `tabwright status`
        client: String,
    },
    /// Stop the daemon and the browser it started
    Stop,
    /// Check every part of the connection, and show how to fix what is wrong
    Doctor(Output),
    /// Save the data of Tabwright to a file. The daemon may be running
    Backup(BackupOptions),
    /// Replace the data of Tabwright by a backup
    Restore {
        /// A file that `tabwright backup` wrote
        file: PathBuf,
    },
    /// Set up your browsers, or an AI agent
    Setup(SetupOptions),
    /// Show a code to connect the extension by hand
    Pair(Output),
    /// Answer native messages of a browser. Browsers start this
    #[command(hide = true)]
    NativeHost {
        /// What the browser passes: the extension's origin
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        from_browser: Vec<String>,
    },
    /// Show the settings: values, meaning, and where each one is set
    Config(ConfigOptions),
    /// Print a completion script for your shell
    Completions {
        /// Your shell
        shell: Shell,
    },
    /// Hand a task to the page agent: `tabwright agent 'find the cheapest train to Bern'`
    Agent(agent::AgentOptions),
    /// Talk with the page agent in the terminal
    Chat(agent::ChatOptions),
    /// List your chats with the page agent, read, export and delete them
    Chats(agent::ChatsOptions),
    /// Keep the page in front, to find it again
    Remember(knowledge::RememberOptions),
    /// Search the pages you kept
    Search(knowledge::SearchOptions),
    /// Ask about what you have read: `tabwright ask what did I read about tea last month`
    Ask(knowledge::AskOptions),
    /// Show a page you kept, with what is known of it
    Page(knowledge::PageOptions),
    /// Show the names and topics of what you read, and what is named together
    Graph(graph::GraphOptions),
    /// Forget pages for good
    Forget(knowledge::ForgetOptions),
    /// Show how much is kept, and choose what is kept by itself
    Library(knowledge::LibraryOptions),
    /// Bring in bookmarks, histories and saved pages: `tabwright import firefox`, `tabwright import FILE`
    Import(import::ImportOptions),
    /// Write what you kept to a file, for other programs
    Export(import::ExportOptions),
    /// Run the MCP server on stdin and stdout. Agents start this
    Mcp {
        /// The file with the ticket of a task, for a command-line agent that works on it
        #[arg(long, value_name = "FILE", hide = true)]
        task: Option<PathBuf>,
    },
    /// List the questions that wait for you, and answer them
    Approve(policy::ApproveOptions),
    /// Give agents tokens of their own, and take them back
    Token(policy::TokenOptions),
    /// Show and change the rules: who may do what on which site
    Rules(policy::RulesOptions),
    /// Show the activity log: who did what
    Log(policy::LogOptions),
    /// Show the log of the daemon, to find out what went wrong
    Logs(logs::LogsOptions),
    /// Store secrets that agents can type but never see
    #[command(subcommand)]
    Secret(policy::SecretCommand),
    /// Set up language models, and test them
    Model(model::ModelOptions),
    /// Show live what happens in the browsers
    Watch(WatchOptions),
    /// Connect to browsers by their debugging port
    #[command(subcommand)]
    Remote(RemoteCommand),
    /// Do something in plain words: `tabwright do open nytimes and scroll down`
    Do(language::DoOptions),
    /// Open a prompt for plain words, with completion and history
    Shell(language::ShellOptions),
    /// List everything you can do in plain words
    Actions(language::ActionsOptions),
    /// Check and try grammars, and add your own phrases
    #[command(subcommand)]
    Grammar(language::GrammarCommand),
    /// Show and change how site names become addresses
    Resolver(language::ResolverOptions),
    #[command(flatten)]
    Verb(VerbCommand),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Output {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct UpOptions {
    /// The page to open first
    pub(crate) url: Option<String>,
    /// Return when the browser is connected, and leave it running
    #[arg(long, short)]
    pub(crate) detach: bool,
    #[command(flatten)]
    pub(crate) settings: SettingsFlags,
    /// Options for the browser itself, for example `-- --lang=de`
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
    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ConfigOptions {
    /// Explain every setting: meaning, values, environment variable and flag
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
        /// A name for it, to use with `--browser`
        name: String,
        /// Its address: `ws://…` or `http://HOST:PORT`
        url: String,
        #[command(flatten)]
        output: Output,
    },
    /// Disconnect from a browser, and leave it running
    Remove {
        /// Its name
        name: String,
    },
    /// List the browsers you have added
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
