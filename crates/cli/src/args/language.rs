//! What can be said in words: `do`, `shell`, `actions`, `grammar` and `resolver`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tabwright_wire::language::Utterance;

use super::common::{BrowserChoice, Page, Usage, joined, or_stdin};
use super::{Output, Place as _};

const DO_EXAMPLES: &str = "\
Examples:
  tabwright do open nytimes and scroll down
  tabwright do --dry-run switch to the second tab
  echo 'search for train times to Bern' | tabwright do -

Nothing is done unless every part is understood. A step that fails stops those behind it, and its
exit code is that of the command; what is not understood ends with 2 and the nearest phrasings.";

#[derive(Debug, Args)]
#[command(after_help = DO_EXAMPLES)]
pub(crate) struct DoOptions {
    /// What to do, in your words; `-` reads them from stdin
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
    /// Only tell what would be done
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    place: Page,
}

impl DoOptions {
    pub(crate) fn asked(self) -> Result<(Utterance, BrowserChoice), Usage> {
        let text = or_stdin(joined(&self.words).unwrap_or_default())?;
        if text.trim().is_empty() {
            return Err(Usage(
                "nothing is said; write for example `tabwright do scroll down`".to_owned(),
            ));
        }
        let tab = self.place.tab();
        Ok((Utterance { text, tab }, self.place.browser()))
    }
}

const SHELL_HELP: &str = "\
At the prompt Tab lists what could be said next, the right arrow takes the words shown in grey,
Ctrl-C stops what is being done, and Ctrl-D leaves. `help` tells what can be said.

Without a terminal every line of stdin is done in turn: `tabwright shell < chores.txt`. Empty
lines and those that begin with `#` are left out.";

#[derive(Debug, Args)]
#[command(after_help = SHELL_HELP)]
pub(crate) struct ShellOptions {
    /// Without a terminal: go on behind a line that fails
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// The browser: its name, `managed`, or that of a remote one [default: the one that is there]
    #[arg(long, value_name = "NAME")]
    pub(crate) browser: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ActionsOptions {
    /// Print the types of all built-in actions, for `.ts` files that grammars import
    #[arg(long, conflicts_with = "json")]
    pub(crate) typescript: bool,
    /// Print JSON for programs, with the schema of every parameter
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GrammarCommand {
    /// Check grammars, and show every mistake where it stands
    Check {
        /// Grammars in the `.agr` language; what they import is read from beside them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        output: Output,
    },
    /// Show what a grammar makes of an utterance
    Match {
        /// A grammar in the `.agr` language
        file: PathBuf,
        /// What is said
        utterance: String,
        /// Show every way to understand it, the likeliest first
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        output: Output,
    },
    /// Show how the beginning of an utterance could go on
    Complete {
        /// A grammar in the `.agr` language
        file: PathBuf,
        /// The beginning; may be empty
        prefix: String,
        #[command(flatten)]
        output: Output,
    },
    /// Run worked cases: grammars with what they must make of utterances
    Test {
        /// JSON lists of objects with `grammar`, `input` and `expect`, or `grammar` and `kind`
        #[arg(required = true, value_name = "CASES")]
        files: Vec<PathBuf>,
    },
    /// List the grammars that you have added to the daemon
    List(Output),
    /// Add a grammar of your own: its phrasings can be said at once
    Add {
        /// Its name; one of the same name makes way
        name: String,
        /// A grammar in the `.agr` language that imports no other
        file: PathBuf,
        /// Only on this site and those below it, such as example.com
        #[arg(long, value_name = "HOST")]
        site: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Remove a grammar that you have added
    Remove {
        /// Its name
        name: String,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ResolverOptions {
    #[command(subcommand)]
    pub(crate) command: Option<ResolverCommand>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ResolverCommand {
    /// Ask this stage again
    On {
        /// Its name, as `tabwright resolver` shows it
        stage: String,
        #[command(flatten)]
        output: Output,
    },
    /// Ask this stage no more
    Off {
        /// Its name, as `tabwright resolver` shows it
        stage: String,
        #[command(flatten)]
        output: Output,
    },
    /// Ask the Wikipedia of this language
    Language {
        /// As in its address, such as `en` or `de`
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// Open the first result of a search for any name that is no address
    Direct {
        /// A search provider that can do that, such as `duckduckgo`; `off` for none
        provider: String,
        #[command(flatten)]
        output: Output,
    },
    /// Give a site a name of your own
    Add {
        /// What you say, such as `rota`
        name: String,
        /// Where it leads
        url: String,
        #[command(flatten)]
        output: Output,
    },
    /// Forget a name of your own
    Remove {
        /// The name
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// Show where a name leads, and what each stage says to it
    Test {
        /// The name of a site, as you would say it
        #[arg(required = true, value_name = "NAME")]
        name: Vec<String>,
        #[command(flatten)]
        choice: BrowserChoice,
    },
}
