//! What is in a page, read.

use clap::Args as ClapArgs;
use serde_json::Value;
use tabwright_wire::verbs::{
    self, EvalParams, HtmlParams, LinksParams, MarkdownParams, TablesParams, TextParams,
};
use tabwright_wire::{Compression, TabId, Target};

use super::common::{Among, Asks, Deadline, Usage, joined, json, or_stdin};

#[derive(Debug, ClapArgs)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    part: Part,
    /// Cut the text after this many characters
    #[arg(long, value_name = "N")]
    max_chars: Option<u32>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Part {
    /// Only this part: a number in a snapshot, text=…, label=…, role=main or CSS [default: the page]
    #[arg(value_name = "TARGET")]
    target: Option<Target>,
    #[command(flatten)]
    among: Among,
}

impl Asks for TextArgs {
    type Verb = verbs::Text;

    fn params(self, tab: Option<TabId>) -> Result<TextParams, Usage> {
        Ok(TextParams {
            tab,
            frame: self.part.among.frame,
            target: self.part.among.choose_any(self.part.target)?,
            max_chars: self.max_chars,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct HtmlArgs {
    #[command(flatten)]
    part: Part,
    /// Only the main content, without navigation, ads and styling
    #[arg(long, short)]
    knowledge: bool,
    /// The page as you see it, as `tabwright remember` keeps it
    #[arg(long, short, conflicts_with = "knowledge")]
    reading: bool,
    /// Cut the text after this many characters
    #[arg(long, value_name = "N")]
    max_chars: Option<u32>,
}

impl Asks for HtmlArgs {
    type Verb = verbs::Html;

    fn params(self, tab: Option<TabId>) -> Result<HtmlParams, Usage> {
        Ok(HtmlParams {
            tab,
            frame: self.part.among.frame,
            target: self.part.among.choose_any(self.part.target)?,
            compression: match (self.knowledge, self.reading) {
                (true, _) => Compression::Knowledge,
                (false, true) => Compression::Reading,
                (false, false) => Compression::None,
            },
            max_chars: self.max_chars,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct MarkdownArgs {
    #[command(flatten)]
    part: Part,
    /// Only the main content
    #[arg(long, short)]
    main: bool,
    /// Cut the text after this many characters
    #[arg(long, value_name = "N")]
    max_chars: Option<u32>,
}

impl Asks for MarkdownArgs {
    type Verb = verbs::Markdown;

    fn params(self, tab: Option<TabId>) -> Result<MarkdownParams, Usage> {
        Ok(MarkdownParams {
            tab,
            frame: self.part.among.frame,
            target: self.part.among.choose_any(self.part.target)?,
            main: self.main,
            max_chars: self.max_chars,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct LinksArgs {
    /// Words to look for. The best matches come first
    words: Vec<String>,
    /// Show at most this many
    #[arg(long, value_name = "N")]
    max: Option<u32>,
}

impl Asks for LinksArgs {
    type Verb = verbs::Links;

    fn params(self, tab: Option<TabId>) -> Result<LinksParams, Usage> {
        Ok(LinksParams { tab, words: joined(&self.words), max: self.max })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    part: Part,
    /// Show at most this many rows of each table
    #[arg(long, value_name = "N")]
    max_rows: Option<u32>,
    /// Leave out this many rows at the beginning of each table
    #[arg(long, value_name = "N")]
    skip_rows: Option<u32>,
    /// Print CSV, with an empty line between tables
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

impl Asks for TablesArgs {
    type Verb = verbs::Tables;

    fn params(self, tab: Option<TabId>) -> Result<TablesParams, Usage> {
        Ok(TablesParams {
            tab,
            frame: self.part.among.frame,
            target: self.part.among.choose_any(self.part.target)?,
            max_rows: self.max_rows,
            skip_rows: self.skip_rows,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct EvalArgs {
    /// An expression, or the body of an async function with `return`. With `--target` or `--arg` it is
    /// a function, such as `(element, more) => element.id + more`. `-` reads the script from stdin
    #[arg(allow_negative_numbers = true)]
    script: String,
    /// Pass this element to the function: a number in a snapshot, text=…, label=…, role=… or CSS
    #[arg(long, value_name = "TARGET")]
    target: Option<Target>,
    /// Pass a list of all matching elements
    #[arg(long, requires = "target", conflicts_with = "nth")]
    all: bool,
    /// Pass this value after the element. Can be repeated
    #[arg(long = "arg", value_name = "JSON", value_parser = json, allow_hyphen_values = true)]
    args: Vec<Value>,
    #[command(flatten)]
    among: Among,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for EvalArgs {
    type Verb = verbs::Eval;

    fn params(self, tab: Option<TabId>) -> Result<EvalParams, Usage> {
        Ok(EvalParams {
            tab,
            script: or_stdin(self.script)?,
            frame: self.among.frame,
            target: self.among.choose_any(self.target)?,
            all: self.all,
            args: (!self.args.is_empty()).then_some(self.args),
            timeout_ms: self.deadline.ms,
        })
    }
}
