//! One row of what is imported: a page that some other program kept.

use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

/// Browsers themselves cut addresses far below this.
const ADDRESS_BYTES_MAX: usize = 8_192;
const TITLE_CHARS_MAX: usize = 1_000;
const NOTE_BYTES_MAX: usize = 64 * 1024;
const FOLDER_DEPTH_MAX: usize = 64;
const TAGS_MAX: usize = 200;
/// Of the visits to one page, the newest are kept.
pub(crate) const VISITS_MAX: usize = 1_000;

/// A page as its source tells of it. A source may tell of the same address more than once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedPage {
    /// An http or https address without user name and password.
    pub url: String,
    /// May be empty.
    pub title: String,
    /// When it was bookmarked or saved, in milliseconds since 1970.
    pub added_ms: Option<i64>,
    /// When it was visited, the oldest first. Of very many only the newest are here.
    pub visits: Vec<Visit>,
    /// How often it was visited; at least the number of `visits`.
    pub visit_count: u64,
    pub last_visit_ms: Option<i64>,
    /// The folders of bookmarks that it is in, each from the root down.
    pub folders: Vec<Vec<String>>,
    pub tags: Vec<String>,
    /// What the page says of itself, as the source tells it.
    pub description: Option<String>,
    /// What the person wrote about it.
    pub note: Option<String>,
    /// Passages that the person marked.
    pub highlights: Vec<String>,
    /// The saved page itself.
    pub html: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Visit {
    /// Milliseconds since 1970.
    pub at_ms: i64,
    pub duration_ms: u64,
}

/// A row that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedRow {
    /// Where it is: a line, a row, or a file.
    pub place: String,
    pub why: String,
}

/// Why a row that could be read was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SkipReason {
    /// A page of the browser, a file, a script: anything but http and https.
    NotWeb,
    /// A frame in another page, or a redirect that nobody saw.
    NotSeen,
    /// The same bookmark is in the profile and in the account.
    Duplicate,
    /// A separator, a note without an address, a picture: not a page at all.
    NotAPage,
    /// A link to a file elsewhere, which is not followed.
    SymbolicLink,
    /// Not within the dates that were asked for.
    Date,
    /// Not of the sites that were asked for.
    Domain,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotWeb => "not an http or https address",
            Self::NotSeen => "only a redirect or a frame in another page",
            Self::Duplicate => "in the profile and in the account",
            Self::NotAPage => "not a page",
            Self::SymbolicLink => "a link to another place, which is not followed",
            Self::Date => "outside the dates you chose",
            Self::Domain => "not of the sites you chose",
        })
    }
}

/// What a row of a source turned out to be.
#[derive(Debug)]
pub(crate) enum Row {
    Page(Box<ImportedPage>),
    Skipped(SkipReason),
    Failed(FailedRow),
}

impl Row {
    /// The page, if its address is one of the web.
    pub(crate) fn of(mut page: ImportedPage, place: impl FnOnce() -> String) -> Self {
        match web_address(&page.url) {
            Ok(url) => {
                page.url = url;
                page.tidy();
                Self::Page(Box::new(page))
            }
            Err(NoWebAddress::OtherScheme) => Self::Skipped(SkipReason::NotWeb),
            Err(NoWebAddress::Broken(why)) => Self::failed(place(), why),
        }
    }

    pub(crate) fn failed(place: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Failed(FailedRow { place: place.into(), why: why.into() })
    }
}

impl ImportedPage {
    /// Brings what other programs wrote into bounds.
    fn tidy(&mut self) {
        self.title = one_line(&self.title);
        for folder in &mut self.folders {
            folder.truncate(FOLDER_DEPTH_MAX);
            for name in &mut *folder {
                *name = one_line(name);
            }
            folder.retain(|name| !name.is_empty());
        }
        self.folders.retain(|folder| !folder.is_empty());
        for tag in &mut self.tags {
            *tag = one_line(tag);
        }
        self.tags.retain(|tag| !tag.is_empty());
        let mut seen = std::collections::HashSet::new();
        self.tags.retain(|tag| seen.insert(tag.clone()));
        self.tags.truncate(TAGS_MAX);
        self.description = self.description.take().and_then(|text| several_lines(&text));
        self.note = self.note.take().and_then(|note| several_lines(&note));
        self.highlights = self.highlights.iter().filter_map(|text| several_lines(text)).collect();
        let newest = self.visits.iter().map(|visit| visit.at_ms).max();
        self.last_visit_ms = self.last_visit_ms.max(newest);
        self.visit_count = self.visit_count.max(self.visits.len() as u64);
    }

    /// The date by which a page is chosen: when it was last seen, or else kept.
    pub(crate) fn date_ms(&self) -> Option<i64> {
        self.last_visit_ms.max(self.added_ms)
    }
}

/// White space is one space, and none at the ends.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(TITLE_CHARS_MAX));
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if word.is_empty() {
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > TITLE_CHARS_MAX * 4 {
            break;
        }
    }
    if let Some((at, _)) = line.char_indices().nth(TITLE_CHARS_MAX) {
        line.truncate(at);
    }
    line.truncate(line.trim_end().len());
    line
}

/// Lines stay lines, however they ended; text without any is none.
pub(crate) fn several_lines(text: &str) -> Option<String> {
    let text = text.trim();
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.retain(|c| c == '\n' || c == '\t' || !c.is_control());
    text.truncate(text.floor_char_boundary(NOTE_BYTES_MAX));
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoWebAddress {
    OtherScheme,
    Broken(String),
}

/// The address in its usual form, if it is one of the web. A name and a password in it are a secret, and no
/// part of where the page is.
pub(crate) fn web_address(text: &str) -> Result<String, NoWebAddress> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NoWebAddress::Broken("It has no address".to_owned()));
    }
    // Scripts as bookmarks are long; what they are is told by how they begin.
    if let Some(scheme) = scheme_of(text)
        && !scheme.eq_ignore_ascii_case("http")
        && !scheme.eq_ignore_ascii_case("https")
    {
        return Err(NoWebAddress::OtherScheme);
    }
    if text.len() > ADDRESS_BYTES_MAX {
        return Err(NoWebAddress::Broken(format!(
            "Its address is longer than {ADDRESS_BYTES_MAX} characters"
        )));
    }
    let broken = |why: String| {
        let shown: String = text.chars().filter(|c| !c.is_control()).take(80).collect();
        NoWebAddress::Broken(format!("“{shown}” is not an address: {why}"))
    };
    let mut url = Url::parse(text).map_err(|error| broken(error.to_string()))?;
    if !url.has_host() {
        return Err(broken("no site is named".to_owned()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        // Both can only fail for addresses without a host.
        let _ = url.set_username("");
        let _ = url.set_password(None);
    }
    Ok(url.into())
}

fn scheme_of(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let mut bytes = scheme.bytes();
    let first = bytes.next()?;
    let rest = bytes.all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    (first.is_ascii_alphabetic() && rest).then_some(scheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_taken() {
        for (text, url) in [
            (" HTTPS://Example.com ", "https://example.com/"),
            ("http://a.org/x?y=1#z", "http://a.org/x?y=1#z"),
            ("https://me:secret@a.org/", "https://a.org/"),
            ("https://müller.example/ü", "https://xn--mller-kva.example/%C3%BC"),
        ] {
            assert_eq!(web_address(text).as_deref(), Ok(url), "{text}");
        }
        let script = format!("javascript:{}", "x".repeat(100_000));
        for text in
            ["chrome://settings", "about:blank", "file:///etc/passwd", "place:sort=8", &script]
        {
            assert_eq!(web_address(text), Err(NoWebAddress::OtherScheme));
        }
        let long = format!("https://a.org/{}", "x".repeat(9_000));
        for text in ["", "no address", "https://", "http:///", "/x", &long, "https://a b/"] {
            assert!(matches!(web_address(text), Err(NoWebAddress::Broken(_))), "{text}");
        }
    }

    #[test]
    fn words_of_others_are_brought_into_bounds() {
        assert_eq!(one_line("  a\n\tb \u{0} c "), "a b c");
        assert_eq!(one_line(&"ü".repeat(5_000)).chars().count(), 1_000);
        assert_eq!(several_lines(" a\r\nb\rc \n"), Some("a\nb\nc".to_owned()));
        assert_eq!(several_lines(" \r\n "), None);
    }
}
