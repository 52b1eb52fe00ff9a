//! Who may do what: questions, rules, the log and secrets.

use clap::{Args, Subcommand, ValueEnum};
use tabwright_wire::{LogFilter, Mode, Outcome, Remember, Rule, Sensitivity};

use super::Output;

#[derive(Debug, Args)]
pub(crate) struct ApproveOptions {
    /// The number of the question. Without one, all questions are listed
    pub(crate) id: Option<u32>,
    /// Answer no
    #[arg(long, requires = "id")]
    pub(crate) deny: bool,
    /// The code that the window of the question shows in the browser. A yes needs it
    #[arg(long, requires = "id")]
    pub(crate) code: Option<String>,
    /// How long the answer is valid
    #[arg(long = "for", value_name = "HOW LONG", default_value = "once", requires = "id")]
    pub(crate) remember: RememberArg,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum RememberArg {
    /// Only now
    Once,
    /// For this client on this site, until the daemon stops
    Session,
    /// From now on. It becomes a rule
    Always,
}

impl From<RememberArg> for Remember {
    fn from(arg: RememberArg) -> Self {
        match arg {
            RememberArg::Once => Self::Once,
            RememberArg::Session => Self::Session,
            RememberArg::Always => Self::Always,
        }
    }
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct TokenOptions {
    #[command(subcommand)]
    pub(crate) command: Option<TokenCommand>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TokenCommand {
    /// Make a token for an agent, and show it this once
    Create {
        /// The name by which rules, questions and the log know the agent
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// Take the token of an agent back
    Revoke {
        /// The name of the agent
        name: String,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct RulesOptions {
    #[command(subcommand)]
    pub(crate) command: Option<RulesCommand>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// Add a rule. It comes before the others
    Add {
        #[command(flatten)]
        rule: RuleArgs,
        #[command(flatten)]
        output: Output,
    },
    /// Remove one of your rules
    Remove {
        /// Its number in `tabwright rules`
        id: u32,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Debug, Args)]
pub(crate) struct RuleArgs {
    /// Only for this client. `*` stands for any characters
    #[arg(long)]
    client: Option<String>,
    /// Only on this site: `example.com`, `*.example.com`, or an address with `*`
    #[arg(long)]
    site: Option<String>,
    /// What the client may do
    #[arg(long)]
    mode: Option<ModeArg>,
    /// Whether the client may open tabs
    #[arg(long, value_name = "BOOL")]
    new_tabs: Option<bool>,
    /// Whether the client may run scripts of its own in pages
    #[arg(long, value_name = "BOOL")]
    scripts: Option<bool>,
    /// The only addresses it may visit. `*` stands for any characters
    #[arg(long, value_name = "ADDRESS")]
    locked_url: Option<String>,
    /// Allow this without asking. Several with commas between, or repeated
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    allow: Option<Vec<SensitivityArg>>,
}

impl From<RuleArgs> for Rule {
    fn from(args: RuleArgs) -> Self {
        Self {
            client: args.client,
            site: args.site,
            mode: args.mode.map(Into::into),
            new_tabs: args.new_tabs,
            scripts: args.scripts,
            locked_url: args.locked_url,
            allow: args.allow.map(|allow| allow.into_iter().map(Into::into).collect()),
            blocked_schemes: None,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ModeArg {
    /// Everything, but ask before sensitive steps
    Auto,
    /// Ask before every change
    Ask,
    /// Only reading
    ReadOnly,
    /// Nothing
    Deny,
}

impl From<ModeArg> for Mode {
    fn from(arg: ModeArg) -> Self {
        match arg {
            ModeArg::Auto => Self::Auto,
            ModeArg::Ask => Self::Ask,
            ModeArg::ReadOnly => Self::ReadOnly,
            ModeArg::Deny => Self::Deny,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SensitivityArg {
    /// Typing into password fields
    Password,
    /// Entering card data, and buttons that buy or pay
    Payment,
    /// Uploading files to a page
    Upload,
    /// Downloading files
    Download,
    /// Sending or publishing what was written
    Send,
    /// Using your own tabs
    Tab,
    /// Changing your bookmarks and search providers
    Settings,
}

impl From<SensitivityArg> for Sensitivity {
    fn from(arg: SensitivityArg) -> Self {
        match arg {
            SensitivityArg::Password => Self::Password,
            SensitivityArg::Payment => Self::Payment,
            SensitivityArg::Upload => Self::Upload,
            SensitivityArg::Download => Self::Download,
            SensitivityArg::Send => Self::Send,
            SensitivityArg::Tab => Self::Tab,
            SensitivityArg::Settings => Self::Settings,
        }
    }
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct LogOptions {
    #[command(subcommand)]
    pub(crate) command: Option<LogCommand>,
    /// Only this client. `*` stands for any characters
    #[arg(long)]
    client: Option<String>,
    /// Only this operation: a command such as `click`, or a CDP method
    #[arg(long, alias = "deed")]
    operation: Option<String>,
    /// Only on this site
    #[arg(long)]
    site: Option<String>,
    /// Only entries with this outcome
    #[arg(long)]
    outcome: Option<OutcomeArg>,
    /// Only entries that contain these words
    #[arg(long)]
    words: Option<String>,
    /// Only entries since this time, in UTC: `2026-11-15` or `2026-11-15T16:41`
    #[arg(long)]
    since: Option<String>,
    /// Show at most this many entries, the newest
    #[arg(long, default_value_t = 100)]
    max: u32,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl LogOptions {
    pub(crate) fn filter(&self) -> LogFilter {
        LogFilter {
            client: self.client.clone(),
            operation: self.operation.clone(),
            site: self.site.clone(),
            outcome: self.outcome.map(Into::into),
            words: self.words.clone(),
            since: self.since.clone(),
            max: Some(self.max),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum LogCommand {
    /// Check that nobody has changed the log
    Verify(Output),
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum OutcomeArg {
    Done,
    Failed,
    Refused,
    Cancelled,
}

impl From<OutcomeArg> for Outcome {
    fn from(arg: OutcomeArg) -> Self {
        match arg {
            OutcomeArg::Done => Self::Done,
            OutcomeArg::Failed => Self::Failed,
            OutcomeArg::Refused => Self::Refused,
            OutcomeArg::Cancelled => Self::Cancelled,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum SecretCommand {
    /// Store a secret. You are asked for its value, or it is read from stdin
    Set {
        /// Its name. Agents write `${secret:NAME}`
        name: String,
        /// Allow it only on this site. Can be repeated
        #[arg(long)]
        site: Vec<String>,
    },
    /// List the secrets without their values
    List(Output),
    /// Delete a secret
    Remove {
        /// Its name
        name: String,
    },
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(Debug, clap::Parser)]
    struct Add {
        #[command(flatten)]
        rule: RuleArgs,
    }

    #[test]
    fn what_a_rule_allows_is_a_list_or_repeated() {
        for line in
            [&["add", "--allow", "upload,send"][..], &["add", "--allow=upload", "--allow=send"]]
        {
            let rule = Rule::from(Add::try_parse_from(line).unwrap().rule);
            assert_eq!(rule.allow, Some(vec![Sensitivity::Upload, Sensitivity::Send]), "{line:?}");
        }
    }
}
