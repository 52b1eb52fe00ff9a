//! What can be learnt of a page besides reading it: its elements, its console, its requests.

use clap::Args as ClapArgs;
use tabwright_wire::verbs::{self, ConsoleLevel, ConsoleParams, NetworkParams, QueryVerbParams};
use tabwright_wire::{QueryFact, TabId};

use super::common::{Asks, Element, Usage, one_of};

const FACTS: &[&str] =
    &["name", "state", "textContent", "innerText", "innerHtml", "inputValue", "rect"];
const LEVELS: &[&str] = &["debug", "info", "warning", "error"];

#[derive(Debug, ClapArgs)]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    element: Element,
    /// What to show of each element, separated by commas [default: name,state]
    #[arg(long, value_name = "FACTS", value_delimiter = ',', value_parser = one_of::<QueryFact>(FACTS))]
    facts: Vec<QueryFact>,
    /// Show this attribute, too
    #[arg(long, value_name = "NAME")]
    attribute: Option<String>,
    /// Show at most this many. The total is always counted
    #[arg(long, value_name = "N")]
    max: Option<u32>,
    /// Only count them
    #[arg(long, conflicts_with_all = ["max", "facts", "attribute"])]
    pub(crate) count: bool,
}

impl Asks for QueryArgs {
    type Verb = verbs::Query;

    fn params(self, tab: Option<TabId>) -> Result<QueryVerbParams, Usage> {
        Ok(QueryVerbParams {
            tab,
            frame: self.element.among.frame,
            target: self.element.chosen()?,
            facts: (!self.facts.is_empty()).then_some(self.facts),
            attribute: self.attribute,
            fingerprint: false,
            max: if self.count { Some(0) } else { self.max },
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ConsoleArgs {
    /// Only messages after this number
    #[arg(long, value_name = "N")]
    after: Option<u32>,
    /// Only messages of this level or higher
    #[arg(long, value_parser = one_of::<ConsoleLevel>(LEVELS))]
    level: Option<ConsoleLevel>,
    /// Show at most this many [default: 100]
    #[arg(long, value_name = "N")]
    max: Option<u32>,
}

impl Asks for ConsoleArgs {
    type Verb = verbs::Console;

    fn params(self, tab: Option<TabId>) -> Result<ConsoleParams, Usage> {
        let Self { after, level, max } = self;
        Ok(ConsoleParams { tab, after, level, max })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct NetworkArgs {
    /// Only addresses that contain this, or match it if it has a `*`
    url: Option<String>,
    /// Only requests after this number
    #[arg(long, value_name = "N")]
    after: Option<u32>,
    /// Show this request with its headers and bodies
    #[arg(long, value_name = "N", conflicts_with_all = ["url", "after", "max"])]
    pub(crate) id: Option<u32>,
    /// Show at most this many [default: 100]
    #[arg(long, value_name = "N")]
    max: Option<u32>,
    /// Cut bodies after this many characters
    #[arg(long, value_name = "N", requires = "id")]
    max_chars: Option<u32>,
}

impl Asks for NetworkArgs {
    type Verb = verbs::Network;

    fn params(self, tab: Option<TabId>) -> Result<NetworkParams, Usage> {
        let Self { url, after, id, max, max_chars } = self;
        Ok(NetworkParams { tab, after, url, id, max, max_chars })
    }
}
