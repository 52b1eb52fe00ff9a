//! Articles of Wikipedia, asked for by title through the API of MediaWiki.

use serde::Deserialize;
use url::Url;

use super::context::LookupError;
use super::outcome::{Doubt, How, NotAsked, Outcome};
use super::search::{after_word, splits};
use super::settings::Language;
use super::tidy;

const TITLE_LETTERS_MAX: usize = 100;
/// MediaWiki allows none of these in a title; `|` would ask for a second one.
const NEVER_IN_TITLES: [char; 8] = ['#', '<', '>', '[', ']', '|', '{', '}'];

/// What the text wants to read about, if it says that it wants Wikipedia: "ada lovelace on wikipedia".
pub(super) fn subject(text: &str) -> Option<&str> {
    let is_search =
        ["search", "look up", "find"].iter().any(|verb| after_word(text, verb).is_some());
    if is_search {
        return None;
    }
    let bare = after_word(text, "the").unwrap_or(text);
    behind_wikipedia(bare).or_else(|| before_wikipedia(text)).filter(|subject| !subject.is_empty())
}

const KINDS: [&str; 3] = ["article", "page", "entry"];

/// "wikipedia X", "wikipedia: X", "wikipedia article about X".
fn behind_wikipedia(text: &str) -> Option<&str> {
    let rest = after_word(text, "wikipedia").or_else(|| after_word(text, "wikipedia:"))?;
    let rest = KINDS.iter().find_map(|kind| after_word(rest, kind)).unwrap_or(rest);
    let prepositions = ["about", "on", "for", "of"];
    let subject =
        prepositions.iter().find_map(|preposition| after_word(rest, preposition)).unwrap_or(rest);
    (!KINDS.contains(&subject)).then_some(subject)
}

/// "X on wikipedia", "the X wikipedia page".
fn before_wikipedia(text: &str) -> Option<&str> {
    for preposition in ["on", "in", "at"] {
        let last = splits(text, preposition).last();
        if let Some((subject, _)) = last.filter(|(_, at)| at.eq_ignore_ascii_case("wikipedia")) {
            return Some(subject);
        }
    }
    let (subject, _) = splits(text, "wikipedia")
        .find(|(_, kind)| KINDS.iter().any(|known| known.eq_ignore_ascii_case(kind)))?;
    Some(after_word(subject, "the").unwrap_or(subject))
}

/// A question to Wikipedia: is there an article of one of these titles?
#[derive(Debug)]
pub(super) struct Question<'q> {
    language: &'q Language,
    /// As it was typed, and as titles are mostly written.
    titles: Vec<String>,
    /// A page that only lists meanings is wanted only by who asked for Wikipedia.
    is_asked_for: bool,
}

impl<'q> Question<'q> {
    pub(super) fn new(
        language: &'q Language,
        subject: &str,
        is_asked_for: bool,
    ) -> Result<Self, NotAsked> {
        if subject.chars().count() > TITLE_LETTERS_MAX {
            return Err(NotAsked::TooLong);
        }
        if tidy::looks_secret(subject) {
            return Err(NotAsked::LooksSecret);
        }
        if subject.contains(NEVER_IN_TITLES) || !subject.chars().any(char::is_alphanumeric) {
            return Err(NotAsked::NoTitle);
        }
        let mut titles = vec![subject.to_owned()];
        let capitalised = capitalise(subject);
        if capitalised != subject {
            titles.push(capitalised);
        }
        Ok(Self { language, titles, is_asked_for })
    }

    /// Where to ask.
    pub(super) fn url(&self) -> Result<Url, LookupError> {
        let mut url = self.site()?;
        url.set_path("/w/api.php");
        url.query_pairs_mut()
            .append_pair("action", "query")
            .append_pair("format", "json")
            .append_pair("formatversion", "2")
            .append_pair("redirects", "1")
            .append_pair("prop", "pageprops")
            .append_pair("ppprop", "disambiguation")
            .append_pair("titles", &self.titles.join("|"));
        Ok(url)
    }

    /// What the answer says, with the address and title of the article.
    pub(super) fn read(&self, answer: &str) -> Result<(Url, How), Outcome> {
        let answer: Answer = serde_json::from_str(answer).map_err(|why| {
            LookupError::Malformed(format!("Wikipedia's answer cannot be read: {why}"))
        })?;
        if let Some(error) = answer.error {
            let info: String = error.info.chars().take(200).collect();
            return Err(
                LookupError::Malformed(format!("Wikipedia says {}: {info}", error.code)).into()
            );
        }
        let query = answer.query.unwrap_or_default();
        let mut is_ambiguous = false;
        for title in &self.titles {
            let Some((page, section)) = query.page_of(title) else { continue };
            if page.pageprops.disambiguation.is_some() && !self.is_asked_for {
                is_ambiguous = true;
                continue;
            }
            let url = self.article(&page.title, section)?;
            return Ok((url, How::Article { title: page.title.clone() }));
        }
        Err(if is_ambiguous { Outcome::Doubtful(Doubt::SeveralMeanings) } else { Outcome::Unknown })
    }

    fn site(&self) -> Result<Url, LookupError> {
        Url::parse(&format!("https://{}.wikipedia.org/", self.language))
            .map_err(|why| LookupError::Malformed(format!("there is no such Wikipedia: {why}")))
    }

    fn article(&self, title: &str, section: Option<&str>) -> Result<Url, LookupError> {
        let mut url = self.site()?;
        // A slash belongs to the title of AC/DC; `%` would be taken for the start of an escape.
        url.set_path(&format!("/wiki/{}", title.replace(' ', "_").replace('%', "%25")));
        url.set_fragment(section.map(|section| section.replace(' ', "_")).as_deref());
        Ok(url)
    }
}

fn capitalise(subject: &str) -> String {
    let mut capitalised = String::with_capacity(subject.len());
    let mut begins_word = true;
    for letter in subject.chars() {
        if begins_word {
            capitalised.extend(letter.to_uppercase());
        } else {
            capitalised.push(letter);
        }
        begins_word = letter == ' ';
    }
    capitalised
}

#[derive(Debug, Deserialize)]
struct Answer {
    query: Option<Query>,
    error: Option<ApiError>,
}

#[derive(Debug, Deserialize)]
struct ApiError {
    code: String,
    #[serde(default)]
    info: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    normalized: Vec<Renamed>,
    redirects: Vec<Renamed>,
    pages: Vec<WikiPage>,
}

/// A title that stands for another one.
#[derive(Debug, Deserialize)]
struct Renamed {
    from: String,
    to: String,
    tofragment: Option<String>,
}

#[derive(Debug, Deserialize)]
struct WikiPage {
    /// Articles are in 0; there is none for a title that cannot be one.
    ns: Option<i64>,
    title: String,
    #[serde(default)]
    missing: bool,
    #[serde(default)]
    invalid: bool,
    #[serde(default)]
    pageprops: PageProps,
}

#[derive(Debug, Default, Deserialize)]
struct PageProps {
    /// There, with an empty value, on pages that list meanings.
    disambiguation: Option<String>,
}

impl Query {
    /// The article that a title leads to, and the section of it.
    fn page_of(&self, asked: &str) -> Option<(&WikiPage, Option<&str>)> {
        // MediaWiki follows no chain longer than this itself.
        const REDIRECTS_MAX: usize = 3;
        let renamed =
            |list: &'_ [Renamed], title: &str| list.iter().position(|one| one.from == title);
        let mut title =
            renamed(&self.normalized, asked).map_or(asked, |at| &self.normalized[at].to);
        let mut section = None;
        for _ in 0..REDIRECTS_MAX {
            let Some(at) = renamed(&self.redirects, title) else { break };
            title = &self.redirects[at].to;
            section = self.redirects[at].tofragment.as_deref();
        }
        let page = self.pages.iter().find(|page| page.title == title)?;
        let is_article = page.ns == Some(0) && !page.missing && !page.invalid;
        is_article.then_some((page, section))
    }
}
