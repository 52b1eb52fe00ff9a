//! Who may do what: questions, rules, the log and secrets.

use clap::{Args, Subcommand, ValueEnum};
use tabwright_wire::{LogFilter, Mode, Outcome, Remember, Rule, Sensitivity};

use super::Output;

#[derive(Debug, Args)]
pub(crate) struct ApproveOptions {
    /// The question's number; without one, all that wait are listed
    pub(crate) id: Option<u32>,
    /// Say no
    #[arg(long, requires = "id")]
    pub(crate) deny: bool,
    /// For how long the answer holds
    #[arg(long = "for", value_name = "HOW LONG", default_value = "once", requires = "id")]
    pub(crate) remember: RememberArg,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum RememberArg {
    /// This once
    Once,
    /// The same of this client on this site, until the daemon stops
    Session,
    /// From now on: it becomes a rule
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
pub(crate) struct RulesOptions {
    #[command(subcommand)]
    pub(crate) command: Option<RulesCommand>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// Add a rule before all others
    Add {
        #[command(flatten)]
        rule: RuleArgs,
        #[command(flatten)]
        output: Output,
    },
    /// Remove a rule that you have made
    Remove {
        /// Its number, as `tabwright rules` shows it
        id: u32,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Debug, Args)]
pub(crate) struct RuleArgs {
    /// For this client only; `*` stands for any letters
    #[arg(long)]
    client: Option<String>,
    /// On this site only: `example.com`, `*.example.com`, or an address with `*`
    #[arg(long)]
    site: Option<String>,
    /// What may be done
    #[arg(long)]
    mode: Option<ModeArg>,
    /// Whether it may open tabs
    #[arg(long, value_name = "BOOL")]
    new_tabs: Option<bool>,
    /// It may be at addresses that fit this, and nowhere else
    #[arg(long, value_name = "ADDRESS")]
    locked_url: Option<String>,
    /// What need not ask you first; may be repeated
    #[arg(long, value_name = "WHAT")]
    allow: Option<Vec<SensitivityArg>>,
}

impl From<RuleArgs> for Rule {
    fn from(args: RuleArgs) -> Self {
        Self {
            client: args.client,
            site: args.site,
            mode: args.mode.map(Into::into),
            new_tabs: args.new_tabs,
            locked_url: args.locked_url,
            allow: args.allow.map(|allow| allow.into_iter().map(Into::into).collect()),
            blocked_schemes: None,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ModeArg {
    /// Everything; what is sensitive asks you
    Auto,
    /// Whatever changes something asks you
    Ask,
    /// Looking only
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
    /// Card data, and buttons that buy or pay
    Payment,
    /// Giving files to a page
    Upload,
    Download,
    /// Sending or publishing what was written
    Send,
    /// Driving tabs that are yours
    Tab,
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
        }
    }
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct LogOptions {
    #[command(subcommand)]
    pub(crate) command: Option<LogCommand>,
    /// Only what this client did; `*` stands for any letters
    #[arg(long)]
    client: Option<String>,
    /// Only this operation: a verb such as `click`, a CDP method, `answer`
    #[arg(long, alias = "deed")]
    operation: Option<String>,
    /// Only on this site
    #[arg(long)]
    site: Option<String>,
    /// Only what ended so
    #[arg(long)]
    outcome: Option<OutcomeArg>,
    /// Only what has these words in it
    #[arg(long)]
    words: Option<String>,
    /// From this time on, in UTC: `2026-11-15` or `2026-11-15T16:41`
    #[arg(long)]
    since: Option<String>,
    /// The newest so many
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
    /// Check that nothing in the log was changed, taken out or put in
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
    /// Keep a secret; its value is asked for, or read from stdin
    Set {
        /// How it is referred to: `${secret:NAME}`
        name: String,
        /// Type it on pages of this site only; may be repeated
        #[arg(long)]
        site: Vec<String>,
    },
    /// List the secrets, without their values
    List(Output),
    /// Forget a secret
    Remove {
        /// Its name
        name: String,
    },
}
