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
    /// Not longer than this
    #[arg(long, value_name = "N")]
    max_chars: Option<u32>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Part {
    /// Only this part: a number, text=…, label=…, role=main, or CSS [default: the whole page]
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
    /// Only what carries knowledge: the main content, without navigation, adverts and styling
    #[arg(long, short)]
    knowledge: bool,
    /// Not longer than this
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
            compression: if self.knowledge { Compression::Knowledge } else { Compression::None },
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
    /// Not longer than this
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
    /// Words to look for; the best fitting links come first
    words: Vec<String>,
    /// Not more than so many
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
    /// Not more rows of each than so many
    #[arg(long, value_name = "N")]
    max_rows: Option<u32>,
    /// Print comma-separated values, with an empty line between tables
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
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct EvalArgs {
    /// An expression, or the body of an async function with `return`; with `--target` or `--arg` a
    /// function, such as `(element, more) => element.id + more`; `-` reads stdin
    #[arg(allow_negative_numbers = true)]
    script: String,
    /// Call the function with this element: a number, text=…, label=…, role=…, or CSS
    #[arg(long, value_name = "TARGET")]
    target: Option<Target>,
    /// Call it with a list of all elements that fit, instead
    #[arg(long, requires = "target", conflicts_with = "nth")]
    all: bool,
    /// Call it with this, too, behind the element; may be repeated
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
