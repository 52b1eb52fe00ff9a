//! Bringing in what other programs have kept, and writing out what is kept here.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tabwright_wire::knowledge::{ExportFormat, ImportFilter};

use super::Output;

#[derive(Debug, Args)]
pub(crate) struct ImportOptions {
    /// `chrome`, `edge`, `brave`, `chromium`, `vivaldi` or `firefox`; `browser` for the one that is connected; or a
    /// file or a folder. Without it, what was found on this computer is listed
    pub(crate) source: Option<String>,
    /// Only the bookmarks of a browser
    #[arg(long, requires = "source")]
    pub(crate) bookmarks: bool,
    /// Only its history
    #[arg(long, requires = "source")]
    pub(crate) history: bool,
    /// Only this profile of the browser
    #[arg(long, value_name = "NAME", requires = "source")]
    pub(crate) profile: Option<String>,
    #[command(flatten)]
    pub(crate) filter: FilterOptions,
    /// Count what would be imported, and keep nothing
    #[arg(long, requires = "source")]
    pub(crate) dry_run: bool,
    /// Also read the pages themselves, one after the other, in a tab of your browser
    #[arg(long, requires = "source", conflicts_with = "dry_run")]
    pub(crate) contents: bool,
    /// Return at once, and leave it running
    #[arg(long, short, requires = "source")]
    pub(crate) detach: bool,
    #[command(flatten)]
    pub(crate) manage: ManageOptions,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct FilterOptions {
    /// Only what you saw or kept since then: 2024, 2024-05 or 2024-05-01
    #[arg(long, value_name = "DATE", value_parser = parse_date, requires = "source")]
    after: Option<u64>,
    /// Only what you saw or kept before then
    #[arg(long, value_name = "DATE", value_parser = parse_date, requires = "source")]
    before: Option<u64>,
    /// Only this site and those below it. May be given several times
    #[arg(long = "site", value_name = "SITE", requires = "source")]
    sites: Vec<String>,
    /// Nothing of this site. May be given several times
    #[arg(long = "without-site", value_name = "SITE", requires = "source")]
    without_sites: Vec<String>,
    /// How many pages to import at most
    #[arg(long, requires = "source")]
    count: Option<u64>,
}

impl From<FilterOptions> for ImportFilter {
    fn from(options: FilterOptions) -> Self {
        let FilterOptions { after, before, sites, without_sites, count } = options;
        Self { after_ms: after, before_ms: before, sites, without_sites, count }
    }
}

#[derive(Debug, Args)]
#[group(multiple = false, conflicts_with = "source")]
pub(crate) struct ManageOptions {
    /// List the imports and how far they are
    #[arg(long)]
    pub(crate) list: bool,
    /// Pause an import
    #[arg(long, value_name = "ID")]
    pub(crate) pause: Option<u32>,
    /// Let an import go on that is paused or failed
    #[arg(long, value_name = "ID")]
    pub(crate) resume: Option<u32>,
    /// End an import. What it brought already stays
    #[arg(long, value_name = "ID")]
    pub(crate) cancel: Option<u32>,
    /// List what an import could not read, and why
    #[arg(long, value_name = "ID")]
    pub(crate) failures: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct ExportOptions {
    /// The file to write; for Markdown, the folder
    pub(crate) file: PathBuf,
    /// What to write
    #[arg(long, default_value = "json")]
    pub(crate) format: FormatArg,
    /// Write over what is there
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FormatArg {
    /// All that is known of each page, as one JSON object to a line
    Json,
    /// A folder with a Markdown file for each page
    Markdown,
    /// A bookmark file in HTML, which every browser reads
    Bookmarks,
}

impl From<FormatArg> for ExportFormat {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::Json => Self::JsonLines,
            FormatArg::Markdown => Self::Markdown,
            FormatArg::Bookmarks => Self::Bookmarks,
        }
    }
}

/// The beginning of a year, a month or a day, in milliseconds since 1970.
fn parse_date(text: &str) -> Result<u64, String> {
    let wrong = || "write a date like 2024, 2024-05 or 2024-05-01".to_owned();
    let whole = match text.matches('-').count() {
        0 => format!("{text}-01-01"),
        1 => format!("{text}-01"),
        _ => text.to_owned(),
    };
    let date: Date = whole.parse().map_err(|_| wrong())?;
    let begins = date.to_zoned(TimeZone::system()).map_err(|_| wrong())?;
    u64::try_from(begins.timestamp().as_millisecond()).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::parse_date;

    #[test]
    fn a_date_may_be_as_short_as_a_year() {
        let same = [parse_date("2024"), parse_date("2024-01"), parse_date("2024-01-01")];
        assert!(same.iter().all(|date| *date == same[0] && date.is_ok()), "{same:?}");
        for wrong in ["", "last week", "2024-13", "1960", "2024-01-01-01"] {
            assert!(parse_date(wrong).is_err(), "{wrong}");
        }
    }
}
