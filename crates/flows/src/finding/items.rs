//! Whether an element stands in the item it stood in: the same row, card or dialog, by what it says.

use tabwright_wire::flows::{FACT_CHARS_MAX, ItemFacts};

use super::roles::is_collected;
use crate::words::{codes, is_code, words};

/// So many of the words must be the same.
const SAME_WORDS_MIN: f64 = 0.8;
/// A number so long names one thing among many, and words beside it may change.
const TELLING_DIGITS_MIN: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemFit {
    /// It says the same, or neither stands in one.
    Exact,
    /// It says the same but for a few words.
    Near,
    /// One of them stands in no item.
    Unknown,
    Differs,
}

pub(super) fn compare(was: Option<&ItemFacts>, now: Option<&ItemFacts>) -> ItemFit {
    match (was, now) {
        (None, None) => ItemFit::Exact,
        (Some(was), Some(now)) => compare_texts(&was.text, &now.text),
        // A group around it, without a word, is of no consequence.
        (Some(item), None) | (None, Some(item)) if words(&item.text).is_empty() => ItemFit::Exact,
        _ => ItemFit::Unknown,
    }
}

fn compare_texts(was: &str, now: &str) -> ItemFit {
    let (mut before, mut after) = (words(was), words(now));
    if [was, now].iter().any(|text| text.chars().count() >= FACT_CHARS_MAX) {
        // Cut, and not in the same place where a parameter has another length: the beginnings are compared.
        before.pop();
        after.pop();
        let length = before.len().min(after.len());
        before.truncate(length);
        after.truncate(length);
    }
    if before == after {
        return ItemFit::Exact;
    }
    let numbers =
        |words: &[String]| sorted(words.iter().filter(|word| is_code(word)).cloned().collect());
    let (codes_before, codes_after) = (numbers(&before), numbers(&after));
    if codes_before != codes_after {
        return ItemFit::Differs;
    }
    let common = common(&before, &after);
    let longer = before.len().max(after.len());
    if longer == 0 || (common as f64) < SAME_WORDS_MIN * longer as f64 {
        return ItemFit::Differs;
    }
    if common == longer {
        // The same words in another order.
        return ItemFit::Near;
    }
    let is_replaced = common < before.len() && common < after.len();
    let is_told_apart = codes_before.iter().any(|code| names_one_thing(code));
    // Where one word took the place of another, it may well be another thing: "from Kenya" for "from Ethiopia". A
    // word put into the middle names another thing, too: "dark filter roast".
    let is_continued = {
        let (short, long) =
            if before.len() < after.len() { (&before, &after) } else { (&after, &before) };
        long.starts_with(short) || long.ends_with(short)
    };
    if is_told_apart || (!is_replaced && is_continued) { ItemFit::Near } else { ItemFit::Differs }
}

/// The number of a ticket or an order, and neither a weight or price nor a year.
fn names_one_thing(code: &str) -> bool {
    let is_year = code.len() == 4 && (code.starts_with("19") || code.starts_with("20"));
    let digits = code.chars().filter(char::is_ascii_digit).count();
    digits >= TELLING_DIGITS_MIN && !code.ends_with("00") && !is_year
}

/// How many words two texts have in common, each as often as it stands in both.
fn common(one: &[String], other: &[String]) -> usize {
    let mut left = other.to_vec();
    one.iter()
        .filter(|word| match left.iter().position(|it| it == *word) {
            Some(at) => {
                left.swap_remove(at);
                true
            }
            None => false,
        })
        .count()
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words
}

/// It was the only one of its name then and is now, and yet it is in another thing: the one row of a table
/// that is about something else today.
pub(super) fn is_another(was: Option<&ItemFacts>, now: Option<&ItemFacts>) -> bool {
    let (Some(was), Some(now)) = (was, now) else { return false };
    if !is_collected(&was.role) || !is_collected(&now.role) {
        return false;
    }
    let (before, after) = (words(&was.text), words(&now.text));
    let longer = before.len().max(after.len());
    codes(&was.text) != codes(&now.text) || 2 * common(&before, &after) < longer
}

/// The name says by itself which item it is about: "Add blue desk lamp to basket".
pub(super) fn is_named_in(name: &str, item: &ItemFacts) -> bool {
    let item = words(&item.text);
    let named: Vec<_> = words(name).into_iter().filter(|word| item.contains(word)).collect();
    named.len() >= 2 || named.iter().any(|word| is_code(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_the_same_by_their_words_and_to_the_digit() {
        for (was, now, expected) in [
            ("Filter roast 250 g", "Filter  Roast, 250 g", ItemFit::Exact),
            ("Filter roast 250 g", "Filter roast 500 g", ItemFit::Differs),
            ("Card …4455 of Ann", "Card …4456 of Ann", ItemFit::Differs),
            ("Floor 3", "Floor 2", ItemFit::Differs),
            ("Floor 3", "Floor 3 B2", ItemFit::Differs),
            ("Filter roast", "Filter roast decaf", ItemFit::Differs),
            (
                "Washed arabica filter roast from Ethiopia",
                "Washed arabica filter roast from Kenya",
                ItemFit::Differs,
            ),
            (
                "Washed arabica filter roast from Kenya",
                "Washed arabica dark filter roast from Kenya",
                ItemFit::Differs,
            ),
            (
                "Washed arabica filter roast from Kenya",
                "Washed arabica filter roast from Kenya new",
                ItemFit::Near,
            ),
            (
                "Ticket 4455 printer is on fire open",
                "Ticket 4455 printer is on fire solved",
                ItemFit::Near,
            ),
            ("Ticket 4455 printer open", "Ticket 4455 coffee solved", ItemFit::Differs),
            ("", "", ItemFit::Exact),
            ("a b", "", ItemFit::Differs),
        ] {
            assert_eq!(compare_texts(was, now), expected, "{was} → {now}");
        }
        let long = "word ".repeat(40);
        let one: String = format!("Ann {long}").chars().take(FACT_CHARS_MAX).collect();
        let other: String = format!("Ann {long}").chars().take(FACT_CHARS_MAX - 3).collect();
        assert_eq!(compare_texts(&one, &other), ItemFit::Exact);
    }
}
