//! Where a recorded value comes back: the option that a search brought, the row of what was typed, an address.
//! There it is the parameter, so that another value finds another thing.

use tabwright_wire::flows::Fingerprint;

use crate::template::{Piece, Text, encode, escape};
use crate::words::plain;

/// A value that was given, and the parameter that it became.
#[derive(Debug, Clone)]
pub(super) struct Given {
    pub(super) parameter: String,
    pub(super) value: String,
}

/// Shorter ones stand everywhere by chance.
const VALUE_CHARS_MIN: usize = 3;
/// A short number is a count, and other things are counted too.
const DIGITS_MIN: usize = 4;

/// Whether a value is so much its own that seeing it again means the same thing.
fn is_telling(value: &str) -> bool {
    let value = value.trim();
    let is_number =
        value.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | ',' | '-' | ' '));
    let digits = value.chars().filter(char::is_ascii_digit).count();
    value.chars().count() >= VALUE_CHARS_MIN && (!is_number || digits >= DIGITS_MIN)
}

/// The fingerprint with parameters where recorded values stand.
pub(super) fn in_target(recorded: &Fingerprint, given: &[Given]) -> Fingerprint {
    let mut target = recorded.clone();
    escape(&mut target);
    let telling: Vec<&Given> = given.iter().filter(|it| is_telling(&it.value)).collect();
    // The names of buttons are words of the page: a value that is one common word stands there by chance.
    let is_word = |value: &str| !value.contains(' ') && !value.chars().any(char::is_numeric);
    let names_thing = !matches!(
        recorded.role.as_str(),
        "button"
            | "tab"
            | "menuitem"
            | "checkbox"
            | "switch"
            | "textbox"
            | "searchbox"
            | "combobox"
    );
    let is_field = matches!(
        recorded.role.as_str(),
        "textbox" | "searchbox" | "combobox" | "spinbutton" | "listbox" | "slider"
    );
    let for_name: Vec<&Given> = telling
        .iter()
        .copied()
        .filter(|it| !is_field && (names_thing || !is_word(&it.value)))
        .collect();
    let mut depends = replace_in(&mut target.name, &for_name);
    if let Some(text) = &mut target.text {
        depends |= replace_in(text, &for_name);
    }
    if let Some(item) = &mut target.item {
        depends |= replace_in(&mut item.text, &telling);
    }
    if depends {
        // Its attributes are those of the thing that was recorded: with them, another value would find that one.
        target.attributes.retain_mut(|attribute| {
            let is_in = replace_in(&mut attribute.value, &telling);
            is_in && !has_encoded(&attribute.value, &telling)
        });
        for neighbour in &mut target.neighbours {
            replace_in(neighbour, &telling);
        }
        if let Some(label) = &mut target.label {
            replace_in(label, &telling);
        }
    }
    if let Some(heading) = &mut target.heading {
        replace_in(heading, &telling);
    }
    target
}

fn has_encoded(text: &str, given: &[&Given]) -> bool {
    given.iter().any(|it| encode(&it.value) != it.value && text.contains(&encode(&it.value)))
}

/// Puts marks where values stand as whole words; whether there was one.
fn replace_in(marked: &mut String, given: &[&Given]) -> bool {
    let text = replaced(Text::read(marked), given, false);
    let has_one = text.parameters().next().is_some();
    *marked = text.marked();
    has_one
}

/// A text with parameters where values stand.
pub(super) fn in_text(words: &str, given: &[Given]) -> Text {
    let telling: Vec<&Given> = given.iter().filter(|it| is_telling(&it.value)).collect();
    replaced(Text::words(words), &telling, false)
}

/// An address with parameters where values stand in it, encoded or not.
pub(super) fn in_address(url: &str, given: &[Given]) -> Text {
    let telling: Vec<&Given> = given.iter().filter(|it| is_telling(&it.value)).collect();
    let plus =
        |it: &&Given| Given { value: encode(&it.value).replace("%20", "+"), ..(*it).clone() };
    let encoded: Vec<Given> =
        telling.iter().map(|it| Given { value: encode(&it.value), ..(*it).clone() }).collect();
    let with_plus: Vec<Given> = telling.iter().map(plus).collect();
    let all: Vec<&Given> = encoded.iter().chain(&with_plus).collect();
    replaced(Text::words(url), &all, true)
}

fn replaced(text: Text, given: &[&Given], is_encoded: bool) -> Text {
    // The longest first, since one value may stand in another.
    let mut given = given.to_vec();
    given.sort_by_key(|it| std::cmp::Reverse(it.value.len()));
    let mut pieces = text.0;
    for value in given {
        pieces = pieces
            .into_iter()
            .flat_map(|piece| match piece {
                Piece::Words(words) => split(&words, value, is_encoded),
                other => vec![other],
            })
            .collect();
    }
    pieces.retain(|piece| !matches!(piece, Piece::Words(words) if words.is_empty()));
    Text(pieces)
}

fn split(words: &str, given: &Given, is_encoded: bool) -> Vec<Piece> {
    let (mut pieces, mut rest) = (Vec::new(), words);
    let mut before = String::new();
    while let Some((start, end)) = find_words(rest, given.value.trim()) {
        // `$` before a mark would make it plain text again.
        if rest[..start].ends_with('$') {
            before.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        before.push_str(&rest[..start]);
        pieces.push(Piece::Words(std::mem::take(&mut before)));
        let name = given.parameter.clone();
        pieces.push(if is_encoded { Piece::Encoded(name) } else { Piece::Parameter(name) });
        rest = &rest[end..];
    }
    before.push_str(rest);
    pieces.push(Piece::Words(before));
    pieces
}

/// Where the words stand in any case, not as a part of other words.
fn find_words(text: &str, words: &str) -> Option<(usize, usize)> {
    if words.is_empty() {
        return None;
    }
    let goes_on = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let same = |one: char, other: char| one.to_lowercase().eq(other.to_lowercase());
    text.char_indices().map(|(start, _)| start).find_map(|start| {
        let mut letters = text[start..].char_indices();
        let mut end = start;
        for wanted in words.chars() {
            let (at, letter) = letters.next().filter(|(_, letter)| same(*letter, wanted))?;
            end = start + at + letter.len_utf8();
        }
        let is_whole =
            !goes_on(text[..start].chars().next_back()) && !goes_on(text[end..].chars().next());
        is_whole.then_some((start, end))
    })
}

/// Two recorded values are the same to a person.
pub(super) fn same_value(one: &str, other: &str) -> bool {
    plain(one) == plain(other)
}
