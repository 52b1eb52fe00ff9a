//! What you have read: keeping, finding, asking and forgetting.

use clap::{Args, ValueEnum};
use tabwright_wire::knowledge::{ExtractMode, SearchMode, SearchOrder, StatsGroup};

use super::Output;

#[derive(Debug, Args)]
pub(crate) struct RememberOptions {
    /// The tab; without it, the one in front
    #[arg(long)]
    pub(crate) tab: Option<i32>,
    /// A tag for the page. May be given several times
    #[arg(long = "tag", value_name = "TAG")]
    pub(crate) tags: Vec<String>,
    /// Your own words about it
    #[arg(long)]
    pub(crate) note: Option<String>,
    /// How the page is analyzed. All modes except `basic` use your model
    #[arg(long, default_value = "basic")]
    pub(crate) mode: ModeArg,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ModeArg {
    /// Names, topics and a summary in the page's own sentences, without a model
    Basic,
    /// Names and topics by the model
    Content,
    /// A summary by the model, from the sentences that say most
    Summary,
    /// All of it, with questions that the page answers
    Full,
}

impl From<ModeArg> for ExtractMode {
    fn from(mode: ModeArg) -> Self {
        match mode {
            ModeArg::Basic => Self::Basic,
            ModeArg::Content => Self::Content,
            ModeArg::Summary => Self::Summary,
            ModeArg::Full => Self::Full,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct SearchOptions {
    /// Words. "a phrase", -word, site:, after:, before: and type: narrow it. Without words, everything is listed
    pub(crate) words: Vec<String>,
    /// Only pages of this site
    #[arg(long)]
    pub(crate) site: Option<String>,
    /// Only pages about this topic
    #[arg(long)]
    pub(crate) topic: Option<String>,
    /// Only pages that name this person, place or thing
    #[arg(long)]
    pub(crate) entity: Option<String>,
    /// How to search
    #[arg(long, default_value = "hybrid")]
    pub(crate) by: SearchBy,
    /// What comes first
    #[arg(long, default_value = "best")]
    pub(crate) order: OrderArg,
    /// How many to show at most
    #[arg(long, default_value_t = 10)]
    pub(crate) limit: u32,
    /// How many of the first results to skip
    #[arg(long, default_value_t = 0)]
    pub(crate) offset: u32,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum SearchBy {
    /// Words, names and meaning together
    Hybrid,
    /// The words themselves
    Keyword,
    /// What is meant, whatever the words are
    Meaning,
    /// The name of a person, place or thing
    Entity,
    /// The name of a topic
    Topic,
}

impl From<SearchBy> for SearchMode {
    fn from(by: SearchBy) -> Self {
        match by {
            SearchBy::Hybrid => Self::Hybrid,
            SearchBy::Keyword => Self::Keyword,
            SearchBy::Meaning => Self::Meaning,
            SearchBy::Entity => Self::Entity,
            SearchBy::Topic => Self::Topic,
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum OrderArg {
    Best,
    Newest,
    Oldest,
    MostVisited,
}

impl From<OrderArg> for SearchOrder {
    fn from(order: OrderArg) -> Self {
        match order {
            OrderArg::Best => Self::Best,
            OrderArg::Newest => Self::Newest,
            OrderArg::Oldest => Self::Oldest,
            OrderArg::MostVisited => Self::MostVisited,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct AskOptions {
    /// The question, in plain English
    #[arg(required = true)]
    pub(crate) question: Vec<String>,
    /// Quote the pages, even where a model is set up
    #[arg(long)]
    pub(crate) no_model: bool,
    /// Search the web, read the first results in a tab of their own, and answer from these, too. None is kept
    #[arg(long)]
    pub(crate) web: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct PageOptions {
    /// Its number in `tabwright search`
    pub(crate) page: u32,
    /// What it said in an earlier version
    #[arg(long)]
    pub(crate) version: Option<u32>,
    /// Give it this note instead; an empty one is none
    #[arg(long)]
    pub(crate) note: Option<String>,
    /// Give it these tags instead. May be given several times; an empty one is none
    #[arg(long = "tag", value_name = "TAG")]
    pub(crate) tags: Option<Vec<String>>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct ForgetWhat {
    /// A page by its number in `tabwright search`
    #[arg(long, value_name = "NUMBER")]
    pub(crate) page: Option<u32>,
    /// A page by its address
    #[arg(long, value_name = "URL")]
    pub(crate) address: Option<String>,
    /// All pages of a site
    #[arg(long)]
    pub(crate) site: Option<String>,
    /// What you read in the last while: 30m, 2h, 7d
    #[arg(long, value_name = "TIME", value_parser = parse_span)]
    pub(crate) last: Option<u64>,
    /// All that is kept
    #[arg(long)]
    pub(crate) everything: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ForgetOptions {
    #[command(flatten)]
    pub(crate) what: ForgetWhat,
    /// Do it without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct LibraryOptions {
    /// Keep the pages that you read for a while, by itself
    #[arg(long, conflicts_with = "off")]
    pub(crate) on: bool,
    /// Keep only what you ask for
    #[arg(long)]
    pub(crate) off: bool,
    /// Keep nothing by itself for a while: 30m, 2h, 7d. 0m ends the pause
    #[arg(long, value_name = "TIME", value_parser = parse_span)]
    pub(crate) pause: Option<u64>,
    /// Keep nothing of a site by itself
    #[arg(long, value_name = "SITE")]
    pub(crate) site_off: Option<String>,
    /// Keep pages of the site again
    #[arg(long, value_name = "SITE")]
    pub(crate) site_on: Option<String>,
    /// Keep pages of a host of your own network, too
    #[arg(long, value_name = "HOST")]
    pub(crate) allow_host: Option<String>,
    /// No longer keep pages of that host
    #[arg(long, value_name = "HOST")]
    pub(crate) refuse_host: Option<String>,
    /// Count the pages by this
    #[arg(long, default_value = "site")]
    pub(crate) by: GroupArg,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum GroupArg {
    Site,
    Topic,
    Entity,
    Kind,
    Month,
}

impl From<GroupArg> for StatsGroup {
    fn from(group: GroupArg) -> Self {
        match group {
            GroupArg::Site => Self::Site,
            GroupArg::Topic => Self::Topic,
            GroupArg::Entity => Self::Entity,
            GroupArg::Kind => Self::Kind,
            GroupArg::Month => Self::Month,
        }
    }
}

/// In milliseconds.
fn parse_span(text: &str) -> Result<u64, String> {
    let wrong = || "write a number with m, h or d, like 30m, 2h or 7d".to_owned();
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let number: u64 = text[..text.len() - unit.len_utf8()].parse().map_err(|_| wrong())?;
    let minutes = match unit {
        'm' => 1,
        'h' => 60,
        'd' => 24 * 60,
        _ => return Err(wrong()),
    };
    number.checked_mul(minutes * 60_000).ok_or_else(wrong)
}
