//! The words that a query asks for. A query is too short to tell its language, so each word is asked for in
//! the forms that it has in every language of the library.

use std::ops::Range;

use super::Language;
use super::fold::fold_into;
use super::split::{Role, Splitter};

/// A query of more words is a page pasted into the box: the first are enough to find that page.
const QUERY_WORDS_MAX: usize = 64;
/// Languages of one library that a query is stemmed in.
const LANGUAGES_MAX: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryWord {
    /// What to look for in the index, any of them; never empty. The first is in the first language in which
    /// it is not a stop word.
    pub forms: Vec<String>,
    /// As it was typed, folded. It is what a speller is asked about, and what is shown again.
    pub folded: String,
    /// Where it stands in the query for the first time, in bytes.
    pub range: Range<usize>,
    /// How often it is said. Words said twice matter more.
    pub count: u32,
}

/// The words of a query in their order, each once, without stop words. Pairs of characters stand for a run of
/// a script without blanks, and whole identifiers for their parts.
pub fn query_words(text: &str, languages: &[Language]) -> Vec<QueryWord> {
    let languages = if languages.is_empty() { &[Language::ENGLISH] } else { languages };
    let mut found: Vec<QueryWord> = Vec::new();
    for language in languages.iter().take(LANGUAGES_MAX) {
        for (form, range) in asked(text, *language) {
            let full = found.len() >= QUERY_WORDS_MAX;
            match found.iter_mut().find(|word| word.range == range) {
                Some(word) if word.forms.contains(&form) => {}
                Some(word) => word.forms.push(form),
                None if !full => {
                    let mut folded = String::new();
                    fold_into(&text[range.clone()], &mut folded);
                    found.push(QueryWord { forms: vec![form], folded, range, count: 1 });
                }
                None => {}
            }
        }
    }
    found.sort_by_key(|word| word.range.start);
    let mut words: Vec<QueryWord> = Vec::with_capacity(found.len());
    for word in found {
        match words.iter_mut().find(|other| other.forms == word.forms) {
            Some(other) => other.count += 1,
            None => words.push(word),
        }
    }
    words
}

fn asked(text: &str, language: Language) -> Vec<(String, Range<usize>)> {
    let mut asked: Vec<(String, Range<usize>, Role)> = Vec::new();
    let mut splitter = Splitter::stemmed(text, language);
    while splitter.next_unit(&mut |token, range, role| {
        if matches!(role, Role::Word | Role::Character | Role::Pair) {
            asked.push((token.to_owned(), range, role));
        }
    }) {
        if asked.len() > QUERY_WORDS_MAX * 4 {
            break;
        }
    }
    let pairs: Vec<Range<usize>> = asked
        .iter()
        .filter(|(_, _, role)| *role == Role::Pair)
        .map(|(_, range, _)| range.clone())
        .collect();
    let in_pair = |range: &Range<usize>| {
        pairs.iter().any(|pair| pair.start <= range.start && range.end <= pair.end)
    };
    asked
        .into_iter()
        .filter(|(_, range, role)| *role != Role::Character || !in_pair(range))
        .map(|(token, range, _)| (token, range))
        .collect()
}
