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

Nothing is done unless every part is understood. When a step fails, the rest is skipped, and the exit
code is that of the failed step. Exit code 2: not understood; similar phrases are shown.";

#[derive(Debug, Args)]
#[command(after_help = DO_EXAMPLES)]
pub(crate) struct DoOptions {
    /// What to do, in plain words. `-` reads them from stdin
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
    /// Only show what would be done
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// If a model had to understand it, keep this way of saying it, so that next time no model is asked
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) remember: bool,
    #[command(flatten)]
    place: Page,
}

impl DoOptions {
    pub(crate) fn asked(self) -> Result<(Utterance, BrowserChoice), Usage> {
        let text = or_stdin(joined(&self.words).unwrap_or_default())?;
        if text.trim().is_empty() {
            return Err(Usage(
                "there is nothing to do. Write for example `tabwright do scroll down`.".to_owned(),
            ));
        }
        let tab = self.place.tab();
        Ok((Utterance { text, tab }, self.place.browser()))
    }
}

const SHELL_HELP: &str = "\
At the prompt, Tab lists what you can write next, and the right arrow accepts the words shown in grey.
Ctrl-C stops the current step. Ctrl-D leaves the shell. `help` shows what you can write.

You can also run a file line by line: `tabwright shell < chores.txt`. Empty lines and lines that
begin with `#` are ignored.";

#[derive(Debug, Args)]
#[command(after_help = SHELL_HELP)]
pub(crate) struct ShellOptions {
    /// When reading a file, continue after a line that fails
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// The browser, by name; `managed` is the one of `tabwright up` [default: the connected one]
    #[arg(long, value_name = "NAME")]
    pub(crate) browser: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ActionsOptions {
    /// Print TypeScript types of the built-in actions, to import in grammars
    #[arg(long, conflicts_with = "json")]
    pub(crate) typescript: bool,
    /// Print JSON, with the schema of every parameter
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GrammarCommand {
    /// Check grammar files and show every mistake
    Check {
        /// Grammar files (`.agr`). Imports are read from the same folder
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        output: Output,
    },
    /// Show how a grammar understands a text
    Match {
        /// A grammar file (`.agr`)
        file: PathBuf,
        /// The text
        utterance: String,
        /// Show every way to understand it, the best first
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        output: Output,
    },
    /// Show how the beginning of a text can continue
    Complete {
        /// A grammar file (`.agr`)
        file: PathBuf,
        /// The beginning of the text. It may be empty
        prefix: String,
        #[command(flatten)]
        output: Output,
    },
    /// Run test cases for grammars
    Test {
        /// JSON files: lists of `{ "grammar", "input", "expect" }`, or `{ "grammar", "kind" }` for a mistake
        #[arg(required = true, value_name = "CASES")]
        files: Vec<PathBuf>,
    },
    /// List the grammars you have added
    List(Output),
    /// Add your own grammar. Its phrases work at once
    Add {
        /// A name for it. A grammar with the same name is replaced
        name: String,
        /// A grammar file (`.agr`) without imports
        file: PathBuf,
        /// Only on this site and its subdomains, such as example.com
        #[arg(long, value_name = "HOST")]
        site: Option<String>,
        #[command(flatten)]
        output: Output,
    },
    /// Remove one of your grammars
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
    /// Turn a stage on
    On {
        /// Its name in `tabwright resolver`
        stage: String,
        #[command(flatten)]
        output: Output,
    },
    /// Turn a stage off
    Off {
        /// Its name in `tabwright resolver`
        stage: String,
        #[command(flatten)]
        output: Output,
    },
    /// Choose the language of Wikipedia
    Language {
        /// A code such as `en` or `de`
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// Open the first search result for any name that is not an address
    Direct {
        /// A search provider that supports this, such as `duckduckgo`, or `off`
        provider: String,
        #[command(flatten)]
        output: Output,
    },
    /// Add your own name for a site
    Add {
        /// The name, such as `rota`
        name: String,
        /// Its address
        url: String,
        #[command(flatten)]
        output: Output,
    },
    /// Remove one of your names
    Remove {
        /// The name
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// Show where a name leads, and what each stage found
    Test {
        /// The name of a site
        #[arg(required = true, value_name = "NAME")]
        name: Vec<String>,
        #[command(flatten)]
        choice: BrowserChoice,
    },
}
