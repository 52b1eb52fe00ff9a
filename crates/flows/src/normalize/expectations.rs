//! What the page did after a step becomes what the step is expected to do.

use super::addresses;
use super::comeback::{self, Given};
use crate::steps::{Expected, Step};
use crate::template::Text;

const TEXT_CHARS_MAX: usize = 80;
/// One word says too little to be waited for.
const TEXT_WORDS_MIN: usize = 2;

/// What a step is expected to do, where it is one of those that do something.
pub(super) fn of(step: &mut Step) -> Option<&mut Expected> {
    match step {
        Step::Click { expect, .. } | Step::Press { expect, .. } => Some(expect),
        _ => None,
    }
}

/// Where the page has gone. None where it is no web page.
pub(super) fn address(url: &str, from: &str, given: &[Given]) -> Option<Text> {
    let expected = addresses::expected(url, from)?;
    Some(comeback::in_address(&expected, given))
}

/// What appeared, as far as it will be the same next time: until the first number, date or amount.
pub(super) fn message(said: &str, given: &[Given]) -> Option<Text> {
    let text = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().take(TEXT_CHARS_MAX).collect();
    let whole = comeback::in_text(&text, given);
    let first = whole.0.first()?;
    let crate::template::Piece::Words(first) = first else {
        return (whole.0.len() > 1 && !has_digit(&whole)).then_some(whole);
    };
    if !has_digit(&whole) {
        let is_long = first.split(' ').count() >= TEXT_WORDS_MIN || whole.0.len() > 1;
        return (is_long || first.chars().count() >= 8).then_some(whole);
    }
    let kept: Vec<&str> =
        first.split(' ').take_while(|word| !word.chars().any(char::is_numeric)).collect();
    (kept.len() >= TEXT_WORDS_MIN).then(|| Text::words(kept.join(" ")))
}

fn has_digit(text: &Text) -> bool {
    text.0.iter().any(|piece| matches!(piece, crate::template::Piece::Words(words) if words.chars().any(char::is_numeric)))
}
