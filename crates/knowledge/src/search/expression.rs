//! Words as an expression of FTS5. Every token stands in quotes, so that nothing of a query is an operator.

use super::Found;
use crate::rank::{MatchPlan, match_plan};
use crate::words::{Language, QueryWord, query_words, token_string};

fn quoted(token: &str) -> String {
    format!("\"{}\"", token.replace('"', ""))
}

fn any_form(word: &QueryWord) -> String {
    let forms: Vec<String> = word.forms.iter().map(|form| quoted(form)).collect();
    format!("({})", forms.join(" OR "))
}

/// Pages with all of the words. A word that no page has, or very many have, is left out.
pub(super) fn all_of(found: &Found, phrases: &[String]) -> Option<String> {
    join(&chosen(found, &plan(found).all), " AND ", phrases)
}

/// Pages with some of the rarest words.
pub(super) fn some_of(found: &Found, phrases: &[String]) -> Option<String> {
    join(&chosen(found, &plan(found).any), " OR ", phrases)
}

fn plan(found: &Found) -> MatchPlan {
    let frequencies: Vec<u64> = found.words.iter().map(|word| found.frequency(word)).collect();
    match_plan(&frequencies, found.pages)
}

fn chosen(found: &Found, places: &[usize]) -> Vec<String> {
    places.iter().filter_map(|at| found.words.get(*at)).map(any_form).collect()
}

fn join(words: &[String], operator: &str, phrases: &[String]) -> Option<String> {
    let words = (!words.is_empty()).then(|| format!("({})", words.join(operator)));
    let parts: Vec<String> = words.into_iter().chain(phrases.iter().cloned()).collect();
    (!parts.is_empty()).then(|| parts.join(" AND "))
}

/// Each phrase, in the stems of any of the languages.
pub(super) fn phrases(phrases: &[String], languages: &[Language]) -> Vec<String> {
    let of = |phrase: &String| {
        let mut forms: Vec<String> = languages
            .iter()
            .map(|language| token_string(phrase, *language))
            .filter(|tokens| !tokens.is_empty())
            .map(|tokens| quoted(&tokens))
            .collect();
        forms.dedup();
        (!forms.is_empty()).then(|| format!("({})", forms.join(" OR ")))
    };
    phrases.iter().filter_map(of).collect()
}

/// What no hit may have.
pub(super) fn without(words: &[String]) -> Option<String> {
    let english = Language::of(None, "");
    let parts: Vec<String> = words
        .iter()
        .filter_map(|word| match word.contains(' ') {
            true => {
                Some(token_string(word, english)).filter(|it| !it.is_empty()).map(|it| quoted(&it))
            }
            false => query_words(word, &[english]).first().map(any_form),
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(" OR "))
}
