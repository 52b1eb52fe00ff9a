//! Pages the person has been to or kept, found by the words of a text.

use rustc_hash::FxHashMap;
use url::Url;

use super::context::Page;
use super::outcome::{How, NotAsked, Outcome};

/// So many are asked for of each kind; the browser gives the latest.
pub(super) const PAGES_MAX: usize = 200;
const WORDS_MAX: usize = 12;
const TITLE_LETTERS_MAX: usize = 200;
/// Ahead of the next by so much, a page is clearly the best.
const CLEAR_LEAD: f64 = 10.0;

const DAY_MS: f64 = 24.0 * 60.0 * 60.0 * 1_000.0;

/// The words that a page must have, without those that only hold a sentence together.
pub(super) fn words(text: &str) -> Result<Vec<String>, NotAsked> {
    const FILLERS: [&str; 26] = [
        "a",
        "an",
        "the",
        "my",
        "that",
        "this",
        "of",
        "on",
        "in",
        "at",
        "to",
        "for",
        "from",
        "with",
        "about",
        "and",
        "i",
        "we",
        "page",
        "site",
        "website",
        "tab",
        "visited",
        "bookmark",
        "bookmarked",
        "again",
    ];
    let split = text.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<_> = split
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .filter(|word| !FILLERS.contains(&word.as_str()))
        .take(WORDS_MAX)
        .collect();
    if words.is_empty() { Err(NotAsked::NoWords) } else { Ok(words) }
}

#[derive(Debug)]
pub(super) struct Best {
    pub(super) url: Url,
    pub(super) title: Option<String>,
    pub(super) how: How,
}

/// The page that has all of the words and most of the rest.
pub(super) fn best(words: &[String], visited: Vec<Page>, kept: Vec<Page>) -> Result<Best, Outcome> {
    let latest_ms = visited.iter().map(|page| page.last_visit_ms).fold(0.0, f64::max);
    let mut ranked: Vec<_> = merge(visited, kept)
        .into_iter()
        .filter_map(|candidate| Some((candidate.score(words, latest_ms)?, candidate)))
        .collect();
    ranked.sort_by(|(one, a), (other, b)| {
        // Of equals the shorter address, which is nearer to the front door.
        other.total_cmp(one).then_with(|| a.url.as_str().len().cmp(&b.url.as_str().len()))
    });
    let pages = ranked.len();
    let second = ranked.get(1).map_or(0.0, |(score, _)| *score);
    let Some((score, best)) = ranked.into_iter().next() else { return Err(Outcome::Unknown) };
    let how = How::Visited {
        bookmarked: best.is_kept,
        pages,
        clearly: pages == 1 || score - second >= CLEAR_LEAD,
    };
    let title: String = best.title.chars().take(TITLE_LETTERS_MAX).collect();
    Ok(Best { url: best.url, title: (!title.is_empty()).then_some(title), how })
}

/// A page, from whichever list or both.
#[derive(Debug)]
struct Candidate {
    url: Url,
    title: String,
    last_visit_ms: f64,
    visits: u32,
    is_kept: bool,
}

fn merge(visited: Vec<Page>, kept: Vec<Page>) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut at_by_url: FxHashMap<String, usize> = FxHashMap::default();
    let visited = visited.into_iter().take(PAGES_MAX).map(|page| (page, false));
    let kept = kept.into_iter().take(PAGES_MAX).map(|page| (page, true));
    for (page, is_kept) in visited.chain(kept) {
        let Ok(mut url) = Url::parse(&page.url) else { continue };
        // What a page's history holds of scripts and of the browser's own pages is not opened by name.
        if !matches!(url.scheme(), "http" | "https" | "file") {
            continue;
        }
        url.set_fragment(None);
        match at_by_url.get(url.as_str()) {
            Some(&at) => {
                let same = &mut candidates[at];
                same.is_kept |= is_kept;
                same.visits = same.visits.saturating_add(page.visits);
                same.last_visit_ms = same.last_visit_ms.max(page.last_visit_ms);
                if same.title.is_empty() {
                    same.title = page.title;
                }
            }
            None => {
                at_by_url.insert(url.to_string(), candidates.len());
                let Page { title, last_visit_ms, visits, .. } = page;
                candidates.push(Candidate { url, title, last_visit_ms, visits, is_kept });
            }
        }
    }
    candidates
}

impl Candidate {
    /// None unless all words are there. A word in the host weighs most, then a bookmark; visits and how
    /// long ago the last was decide between the rest.
    fn score(&self, words: &[String], latest_ms: f64) -> Option<f64> {
        const IN_HOST: f64 = 100.0;
        const IN_TITLE: f64 = 15.0;
        const IN_PATH: f64 = 10.0;
        const IS_KEPT: f64 = 30.0;
        const VISITS_MOST: f64 = 15.0;
        const RECENCY_MOST: f64 = 10.0;
        const FADES_IN_DAYS: f64 = 30.0;

        let host = self.url.host_str().unwrap_or_default().to_lowercase();
        let title = self.title.to_lowercase();
        let path = readable_path(&self.url);
        let mut found = 0.0;
        for word in words {
            found += if host.contains(word.as_str()) {
                IN_HOST
            } else if title.contains(word.as_str()) {
                IN_TITLE
            } else if path.contains(word.as_str()) {
                IN_PATH
            } else {
                return None;
            };
        }
        #[expect(clippy::cast_precision_loss, reason = "a dozen words")]
        let found = found / words.len() as f64;
        let kept = if self.is_kept { IS_KEPT } else { 0.0 };
        let visits = (f64::from(self.visits) + 1.0).log2().min(10.0) / 10.0 * VISITS_MOST;
        let days = (latest_ms - self.last_visit_ms).max(0.0) / DAY_MS;
        let recency =
            if self.visits == 0 { 0.0 } else { RECENCY_MOST * (-days / FADES_IN_DAYS).exp() };
        Some(found + kept + visits + recency)
    }
}

/// Path and query with escapes undone, so that words in any script are found.
fn readable_path(url: &Url) -> String {
    let mut readable = String::new();
    for part in [url.path(), url.query().unwrap_or_default()] {
        for (name, value) in url::form_urlencoded::parse(part.as_bytes()) {
            readable.extend([&name, " ", &value, " "]);
        }
    }
    readable.to_lowercase()
}
