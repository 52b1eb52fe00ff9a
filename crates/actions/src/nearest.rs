//! What a person may have meant whose words nobody knows: the phrasings that share most of them.

use std::sync::Arc;

use tabwright_grammar::Phrasing;

/// Words that are as alike as this are taken for one another.
const ALIKE: f64 = 0.84;
/// What the letters count as a whole, beside the words: enough to choose where no word is shared.
const LETTERS_SHARE: f64 = 0.1;

/// The nearest phrasings, the nearest first, each of another action.
pub(crate) fn nearest<'a>(
    said: &str,
    phrasings: &'a [(Arc<str>, Phrasing)],
    count: usize,
) -> Vec<&'a Phrasing> {
    let (whole, said) = (said.to_lowercase(), words(said));
    let score = |phrasing: &Phrasing| {
        likeness(&said, &phrasing.text)
            + LETTERS_SHARE * strsim::jaro_winkler(&whole, &phrasing.text)
    };
    let mut scored: Vec<_> =
        phrasings.iter().map(|(_, phrasing)| (score(phrasing), phrasing)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut chosen: Vec<&Phrasing> = Vec::new();
    for (_, phrasing) in scored {
        if chosen.len() == count {
            break;
        }
        if chosen.iter().all(|other| other.action != phrasing.action) {
            chosen.push(phrasing);
        }
    }
    chosen
}

/// From 0 to 1: how much of either is in the other. What a capture would take counts for nothing.
fn likeness(said: &[String], phrasing: &str) -> f64 {
    let known: Vec<_> = words(phrasing).into_iter().filter(|word| !word.starts_with('<')).collect();
    if said.is_empty() || known.is_empty() {
        return 0.0;
    }
    let found = |word: &String| {
        said.iter().map(|said| strsim::jaro_winkler(said, word)).fold(0.0, f64::max)
    };
    let shared: f64 = known.iter().map(found).filter(|likeness| *likeness >= ALIKE).sum();
    let begins = strsim::jaro_winkler(&said[0], &known[0]);
    let begins = if begins >= ALIKE { 0.3 } else { 0.0 };
    shared / known.len() as f64 * 0.6 + shared / said.len().max(known.len()) as f64 * 0.4 + begins
}

fn words(text: &str) -> Vec<String> {
    let is_apart = |c: char| !c.is_alphanumeric() && !matches!(c, '<' | '>' | '\'');
    text.split(is_apart).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
