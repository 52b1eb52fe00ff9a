//! Search providers, and the ways to ask for a search.

use serde::{Deserialize, Serialize};
use url::Url;

use super::sites::fold;

/// Somebody who searches the web or one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    pub name: String,
    /// Where its results are.
    pub url: Template,
    /// Where its first result opens at once, if it can do that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Template>,
    /// Short for its name: `g: trains`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    #[serde(default)]
    pub default: bool,
}

impl Provider {
    /// With what is known of it beside its address.
    #[must_use]
    pub fn new(name: impl Into<String>, url: Template) -> Self {
        let name = name.into();
        let keywords = match name.to_ascii_lowercase().as_str() {
            "duckduckgo" => &["ddg"][..],
            "google" => &["g"],
            "bing" => &["b"],
            "wikipedia" => &["w", "wiki"],
            "youtube" => &["yt"],
            _ => &[],
        };
        let first = name.eq_ignore_ascii_case("duckduckgo").then(|| {
            // DuckDuckGo's own way to say "take me to the first result".
            Template("https://duckduckgo.com/?q=!ducky+{query}".to_owned())
        });
        let keywords = keywords.iter().map(|&keyword| keyword.to_owned()).collect();
        Self { name, url, first, keywords, default: false }
    }

    fn is_called(&self, called: &str) -> bool {
        let called = fold(called);
        !called.is_empty()
            && (fold(&self.name) == called
                || self.keywords.iter().any(|keyword| fold(keyword) == called))
    }
}

/// An address with `{query}` (or `%s`) where the words go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template(String);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTemplate {
    #[error("`{0}` has no `{{query}}`. It marks where the search words go")]
    NoQuery(String),
    #[error("`{0}` is no address that begins with `https://` or `http://`")]
    NoAddress(String),
    #[error(
        "`{0}` has `{{query}}` in the name of its host, so that words would choose who gets them"
    )]
    QueryInHost(String),
}

impl TryFrom<String> for Template {
    type Error = BadTemplate;

    fn try_from(text: String) -> Result<Self, BadTemplate> {
        let template = Self(text.replace("%s", "{query}"));
        if !template.0.contains("{query}") {
            return Err(BadTemplate::NoQuery(text));
        }
        let (Some(one), Some(other)) = (template.fill("one"), template.fill("other")) else {
            return Err(BadTemplate::NoAddress(text));
        };
        if !matches!(one.scheme(), "http" | "https") {
            return Err(BadTemplate::NoAddress(text));
        }
        if one.authority() != other.authority() {
            return Err(BadTemplate::QueryInHost(text));
        }
        Ok(template)
    }
}

impl From<Template> for String {
    fn from(template: Template) -> Self {
        template.0
    }
}

impl Template {
    /// The address for these words.
    #[must_use]
    pub fn fill(&self, words: &str) -> Option<Url> {
        // In a path `+` is no space; form encoding writes a real plus as `%2B`, so these are spaces.
        let in_query: String = url::form_urlencoded::byte_serialize(words.as_bytes()).collect();
        let in_path = in_query.replace('+', "%20");
        let (before, behind) = self.0.split_once('?').unwrap_or((&self.0, ""));
        let path = before.replace("{query}", &in_path);
        let query = behind.replace("{query}", &in_query);
        let mark = if behind.is_empty() { "" } else { "?" };
        Url::parse(&format!("{path}{mark}{query}")).ok()
    }
}

/// A search that a text asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wanted<'t> {
    /// As it was called; without one, the default.
    pub(super) provider: Option<&'t str>,
    pub(super) query: &'t str,
    /// "youtube for kids" may as well be the name of a site.
    pub(super) may_be_a_name: bool,
}

impl<'t> Wanted<'t> {
    fn new(provider: Option<&'t str>, query: &'t str) -> Self {
        Self { provider, query: query.trim(), may_be_a_name: false }
    }
}

/// Every way to read a text as asking for a search, the likeliest first. Which of the names are
/// providers is not known here.
pub(super) fn read(text: &str) -> Vec<Wanted<'_>> {
    let mut ways = Vec::new();
    if let Some((called, query)) = text.split_once(':') {
        ways.push(Wanted::new(Some(called), query));
    }
    for verb in ["search", "look up", "find"] {
        if let Some(rest) = after_word(text, verb) {
            read_command(rest, &mut ways);
        }
    }
    for (called, query) in splits(text, "search") {
        ways.push(Wanted::new(Some(called), after_word(query, "for").unwrap_or(query)));
    }
    for (called, query) in splits(text, "for").take(1) {
        ways.push(Wanted { may_be_a_name: true, ..Wanted::new(Some(called), query) });
    }
    ways.retain(|way| !way.query.is_empty());
    ways
}

/// What follows the verb: "youtube for lofi", "for lofi on youtube", "lofi with google".
fn read_command<'t>(rest: &'t str, ways: &mut Vec<Wanted<'t>>) {
    let query = after_word(rest, "for").unwrap_or(rest);
    for preposition in ["on", "with", "using", "in", "at", "via"] {
        if let Some((query, called)) = splits(query, preposition).last() {
            ways.push(Wanted::new(Some(called), query));
        }
    }
    for (called, query) in splits(rest, "for").take(1) {
        let is_web = ["the web", "web", "the internet", "online", "the net"]
            .iter()
            .any(|web| called.eq_ignore_ascii_case(web));
        ways.push(Wanted::new((!is_web).then_some(called), query));
    }
    if let Some(query) = after_word(rest, "for") {
        ways.push(Wanted::new(None, query));
    }
}

/// The rest of a text that begins with these words.
pub(super) fn after_word<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let begin = text.get(..words.len())?;
    let rest = text.get(words.len()..)?.strip_prefix(' ')?;
    begin.eq_ignore_ascii_case(words).then_some(rest)
}

/// What stands before and behind a word, wherever it stands between others.
pub(super) fn splits<'t>(text: &'t str, word: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let is_it = move |at: &usize| {
        let rest = text.get(at + 1..);
        rest.is_some_and(|rest| after_word(rest, word).is_some())
    };
    text.match_indices(' ')
        .map(|(at, _)| at)
        .filter(is_it)
        .map(move |at| (&text[..at], &text[at + word.len() + 2..]))
}

/// The provider that a text means. The person's own come first.
pub(super) fn choose<'p>(providers: &'p [Provider], called: Option<&str>) -> Option<&'p Provider> {
    match called {
        Some(called) => providers.iter().find(|provider| provider.is_called(called)),
        None => providers.iter().find(|provider| provider.default).or_else(|| providers.first()),
    }
}
