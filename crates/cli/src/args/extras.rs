//! What belongs to a browser beside its pages.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;
use tabwright_wire::verbs::{
    self, BookmarkParams, BookmarksParams, ClipboardParams, ColorScheme, DEVICES, DialogParams,
    DownloadVerbParams, EmulateParams, NewSearchProvider, OpenIn, ReadAloudParams, ResumeParams,
    SearchParams, SearchProvidersParams, UnbookmarkParams, ViewSize, VisitedParams, ZoomTo,
    ZoomVerbParams,
};
use tabwright_wire::{NoParams, TabId, Target};

use super::common::{Among, Asks, Deadline, Usage, absolute, joined, one_of, or_stdin};
use super::tabs::OPEN_IN;

#[derive(Debug, ClapArgs)]
pub(crate) struct DownloadArgs {
    /// The address of the file. The browser's cookies are used
    #[arg(required_unless_present = "click", conflicts_with = "click")]
    url: Option<String>,
    /// Click this element instead, and wait for the download
    #[arg(long, value_name = "TARGET")]
    click: Option<Target>,
    /// A file or an existing folder to save to [default: the browser's download folder]
    #[arg(long, value_name = "PATH")]
    to: Option<PathBuf>,
    /// Take the Nth match, counted from 0
    #[arg(long, value_name = "N", requires = "click")]
    nth: Option<u32>,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for DownloadArgs {
    type Verb = verbs::DownloadFile;

    fn params(self, tab: Option<TabId>) -> Result<DownloadVerbParams, Usage> {
        Ok(DownloadVerbParams {
            tab,
            url: self.url,
            target: Among::nth(self.nth).choose_any(self.click)?,
            to: self.to.as_deref().map(absolute).transpose()?,
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct DialogArgs {
    /// `accept` presses OK, `dismiss` presses Cancel
    #[arg(value_parser = ["accept", "dismiss"])]
    answer: String,
    /// The text for a prompt
    #[arg(long)]
    text: Option<String>,
}

impl Asks for DialogArgs {
    type Verb = verbs::AnswerDialog;

    fn params(self, tab: Option<TabId>) -> Result<DialogParams, Usage> {
        Ok(DialogParams { tab, accept: self.answer == "accept", text: self.text })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct SearchArgs {
    /// What to search for
    #[arg(required = true)]
    words: Vec<String>,
    /// The search provider [default: the one marked in `tabwright search-providers`]
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    /// Where to open it. `existing` uses a tab that shows it already
    #[arg(long, value_name = "WHERE", default_value = "new", value_parser = one_of::<OpenIn>(OPEN_IN))]
    r#in: OpenIn,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for SearchArgs {
    type Verb = verbs::SearchWeb;

    fn params(self, tab: Option<TabId>) -> Result<SearchParams, Usage> {
        Ok(SearchParams {
            tab,
            query: self.words.join(" "),
            provider: self.provider,
            r#in: self.r#in,
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct SearchProvidersArgs {
    /// Make this one the default
    #[arg(long, value_name = "NAME")]
    choose: Option<String>,
    /// Add your own. `{query}` in the address stands for the search words
    #[arg(long, value_name = "NAME=URL", value_parser = new_provider)]
    add: Option<NewSearchProvider>,
    /// Remove one of your own
    #[arg(long, value_name = "NAME")]
    remove: Option<String>,
}

fn new_provider(text: &str) -> Result<NewSearchProvider, String> {
    let (name, url) = text.split_once('=').ok_or("write it as NAME=URL")?;
    Ok(NewSearchProvider { name: name.trim().to_owned(), url: url.trim().to_owned() })
}

impl Asks for SearchProvidersArgs {
    type Verb = verbs::SearchProviders;

    fn params(self, _: Option<TabId>) -> Result<SearchProvidersParams, Usage> {
        let Self { choose, add, remove } = self;
        Ok(SearchProvidersParams { tab: None, choose, add, remove })
    }
}

#[derive(Debug, ClapArgs)]
#[group(required = true, multiple = true)]
pub(crate) struct EmulateArgs {
    /// A device: its view, touch, and how it introduces itself. Reload the page so that the site notices
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(DEVICES.iter().map(|it| it.name)))]
    device: Option<String>,
    /// The size of the view
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = view_size)]
    viewport: Option<ViewSize>,
    /// Device pixels to one pixel of the page
    #[arg(long, value_name = "N")]
    scale: Option<f64>,
    /// What the page is told that you prefer
    #[arg(long, value_name = "SCHEME", value_parser = one_of::<ColorScheme>(&["light", "dark"]))]
    color_scheme: Option<ColorScheme>,
    /// Tell the page that you prefer little motion
    #[arg(long)]
    reduced_motion: bool,
    /// Cut the page off the network
    #[arg(long, conflicts_with = "online")]
    offline: bool,
    /// Let the page back to the network
    #[arg(long)]
    online: bool,
    /// End all that was emulated in the tab before
    #[arg(long)]
    reset: bool,
}

fn view_size(text: &str) -> Result<ViewSize, String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        Some(ViewSize { width: width.parse().ok()?, height: height.parse().ok()? })
    });
    sides.ok_or_else(|| "write it as 390x844".to_owned())
}

impl Asks for EmulateArgs {
    type Verb = verbs::Emulate;

    fn params(self, tab: Option<TabId>) -> Result<EmulateParams, Usage> {
        Ok(EmulateParams {
            tab,
            device: self.device,
            viewport: self.viewport,
            scale: self.scale,
            color_scheme: self.color_scheme,
            reduced_motion: self.reduced_motion.then_some(true),
            offline: (self.offline || self.online).then_some(self.offline),
            reset: self.reset,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ZoomArgs {
    /// `in`, `out`, `reset`, or a percentage such as 150
    #[arg(value_name = "in|out|reset|PERCENT")]
    to: Zoom,
}

#[derive(Debug, Clone)]
struct Zoom(ZoomTo);

impl FromStr for Zoom {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(match text {
            "in" => ZoomTo::In,
            "out" => ZoomTo::Out,
            "reset" => ZoomTo::Reset,
            _ => {
                let percent = text.strip_suffix('%').unwrap_or(text).parse();
                ZoomTo::Percent(
                    percent.map_err(|_| "write in, out, reset, or a percentage such as 150")?,
                )
            }
        }))
    }
}

impl Asks for ZoomArgs {
    type Verb = verbs::Zoom;

    fn params(self, tab: Option<TabId>) -> Result<ZoomVerbParams, Usage> {
        Ok(ZoomVerbParams { tab, to: self.to.0 })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ClipboardArgs {
    /// Copy this text. `-` reads it from stdin
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) write: Option<String>,
}

impl Asks for ClipboardArgs {
    type Verb = verbs::Clipboard;

    fn params(self, tab: Option<TabId>) -> Result<ClipboardParams, Usage> {
        Ok(ClipboardParams { tab, write: self.write.map(or_stdin).transpose()? })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct BookmarksArgs {
    /// Words in the title or address [default: all bookmarks]
    words: Vec<String>,
    /// Show at most this many
    #[arg(long, value_name = "N")]
    max: Option<u32>,
}

impl Asks for BookmarksArgs {
    type Verb = verbs::FindPageBookmarks;

    fn params(self, _: Option<TabId>) -> Result<BookmarksParams, Usage> {
        Ok(BookmarksParams { tab: None, query: self.words.join(" "), max: self.max })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct HistoryArgs {
    /// Words in the title or address [default: all pages]
    words: Vec<String>,
    /// Show at most this many
    #[arg(long, value_name = "N")]
    max: Option<u32>,
    /// Only the last N days
    #[arg(long, value_name = "N")]
    days: Option<u32>,
}

impl Asks for HistoryArgs {
    type Verb = verbs::FindVisitedPages;

    fn params(self, _: Option<TabId>) -> Result<VisitedParams, Usage> {
        let Self { words, max, days } = self;
        Ok(VisitedParams { tab: None, query: words.join(" "), max, days })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct BookmarkArgs {
    /// The address [default: the current page]
    url: Option<String>,
    /// The title [default: the title of the page]
    #[arg(long)]
    title: Option<String>,
    /// The folder, such as Trains [default: the bookmarks bar]
    #[arg(long)]
    folder: Option<String>,
}

impl Asks for BookmarkArgs {
    type Verb = verbs::AddPageBookmark;

    fn params(self, tab: Option<TabId>) -> Result<BookmarkParams, Usage> {
        let Self { url, title, folder } = self;
        Ok(BookmarkParams { tab, url, title, folder })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct UnbookmarkArgs {
    /// Its ID in `tabwright bookmarks`
    id: String,
}

impl Asks for UnbookmarkArgs {
    type Verb = verbs::Unbookmark;

    fn params(self, _: Option<TabId>) -> Result<UnbookmarkParams, Usage> {
        Ok(UnbookmarkParams { tab: None, id: self.id })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ReadAloudArgs {
    /// Read this text instead of the page. `-` reads it from stdin
    text: Vec<String>,
    /// The language, such as de-DE
    #[arg(long)]
    lang: Option<String>,
}

impl Asks for ReadAloudArgs {
    type Verb = verbs::ReadAloud;

    fn params(self, tab: Option<TabId>) -> Result<ReadAloudParams, Usage> {
        let text = joined(&self.text).map(or_stdin).transpose()?;
        Ok(ReadAloudParams { tab, text, lang: self.lang })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct HushArgs {}

impl Asks for HushArgs {
    type Verb = verbs::Hush;

    fn params(self, _: Option<TabId>) -> Result<NoParams, Usage> {
        Ok(NoParams {})
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ResumeArgs {}

impl Asks for ResumeArgs {
    type Verb = verbs::Resume;

    fn params(self, tab: Option<TabId>) -> Result<ResumeParams, Usage> {
        Ok(ResumeParams { tab })
    }
}
