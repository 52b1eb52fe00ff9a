//! Names of parameters and targets, made of what the page calls things.

use std::collections::BTreeMap;

use tabwright_wire::flows::Fingerprint;
use unicode_normalization::UnicodeNormalization as _;

use super::same::same_element;
use crate::template::{Piece, Text};

/// Labels are sentences at times.
const WORDS_MAX: usize = 4;
const TARGET_CHARS_MAX: usize = 60;

/// `bagSize` of "Bag size *". What has no Latin letter is named by its attribute, else by `fallback`.
pub(super) fn parameter(field: &Fingerprint, fallback: &str) -> String {
    let attribute = |name: &str| {
        let found = field.attributes.iter().find(|it| it.name == name && !it.generated);
        found.map(|it| it.value.as_str()).unwrap_or_default()
    };
    let label = field.label.as_deref().unwrap_or_default();
    let is_search =
        field.role == "searchbox" || ["q", "query", "search"].contains(&attribute("name"));
    if is_search {
        return "query".to_owned();
    }
    [label, field.name.as_str(), attribute("placeholder"), attribute("name"), attribute("id")]
        .into_iter()
        .map(camel_case)
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| fallback.to_owned())
}

/// In lowerCamelCase, without what is in brackets and without accents.
pub(crate) fn camel_case(text: &str) -> String {
    let bare = text.split(['(', '[', '\n']).next().unwrap_or_default();
    let split = split_camel(bare)
        .nfkd()
        .filter(|it| !('\u{300}'..='\u{36f}').contains(it))
        .collect::<String>();
    let split = split.replace('ß', "ss").replace(['\'', '’'], "");
    let words = split.split(|it: char| !it.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is_small = |word: &&str| {
        !matches!(
            word.to_ascii_lowercase().as_str(),
            "the" | "a" | "an" | "your" | "please" | "enter"
        )
    };
    let mut name = String::new();
    for word in words.filter(is_small).take(WORDS_MAX) {
        let lower = word.to_ascii_lowercase();
        if name.is_empty() {
            // A name begins with a letter.
            name.push_str(lower.trim_start_matches(|it: char| it.is_ascii_digit()));
        } else {
            let (first, rest) = lower.split_at(1);
            name.push_str(&first.to_ascii_uppercase());
            name.push_str(rest);
        }
    }
    name.truncate(40);
    name
}

/// `order-coffee` of "Order coffee!"; empty where there is no Latin letter or digit in it.
#[must_use]
pub fn flow_name(words: &str) -> String {
    const FLOW_NAME_CHARS_MAX: usize = 64;
    let plain: String = words.nfkd().filter(|it| !('\u{300}'..='\u{36f}').contains(it)).collect();
    let plain = plain.to_lowercase().replace('ß', "ss");
    let words = plain.split(|it: char| !it.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut name = words.collect::<Vec<_>>().join("-");
    name.truncate(FLOW_NAME_CHARS_MAX);
    name.trim_end_matches('-').to_owned()
}

/// `firstName` is two words.
fn split_camel(text: &str) -> String {
    let mut split = String::new();
    let mut before = ' ';
    for letter in text.chars() {
        if letter.is_uppercase() && before.is_lowercase() {
            split.push(' ');
        }
        split.push(letter);
        before = letter;
    }
    split
}

/// A name that is not taken: `size`, `size2`.
pub(super) fn free(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(name) {
        return name.to_owned();
    }
    let numbered = |number: u32| format!("{name}{number}");
    (2..).map(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// The name by which the script calls a target; one that is known already keeps its own.
pub(super) fn target(
    targets: &mut BTreeMap<String, Fingerprint>,
    fingerprint: Fingerprint,
) -> String {
    if let Some((name, _)) = targets.iter().find(|(_, known)| same_element(known, &fingerprint)) {
        return name.clone();
    }
    let attribute =
        || fingerprint.attributes.iter().find(|it| !it.generated).map(|it| it.value.clone());
    let said = [Some(&fingerprint.name), fingerprint.label.as_ref(), fingerprint.text.as_ref()];
    let said = said.into_iter().flatten().find(|it| !it.trim().is_empty()).map(|it| readable(it));
    let base = said.or_else(attribute).unwrap_or_else(|| fingerprint.role.clone());
    let base = if base.is_empty() { "element".to_owned() } else { base };
    let is_taken = |name: &str| targets.contains_key(name);
    let item =
        fingerprint.item.as_ref().map(|item| readable(&item.text)).filter(|text| !text.is_empty());
    let name = if is_taken(&base) {
        let fuller = item.map_or_else(
            || format!("{base} {}", fingerprint.role),
            |item| format!("{base} ({item})"),
        );
        if is_taken(&cut(&fuller)) {
            free(&format!("{} ", cut(&fuller)), is_taken)
        } else {
            cut(&fuller)
        }
    } else {
        base
    };
    targets.insert(name.clone(), fingerprint);
    name
}

/// On one line, with parameters as `{query}`.
fn readable(marked: &str) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Words(words) => words.clone(),
        Piece::Parameter(name) | Piece::Encoded(name) => format!("{{{name}}}"),
    };
    let text: String = Text::read(marked).0.iter().map(piece).collect();
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn cut(text: &str) -> String {
    if text.chars().count() <= TARGET_CHARS_MAX {
        return text.to_owned();
    }
    text.chars().take(TARGET_CHARS_MAX - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_labels() {
        for (label, name) in [
            ("Bag size", "bagSize"),
            ("E-mail *", "eMail"),
            ("Größe (in cm)", "grosse"),
            ("firstName", "firstName"),
            ("What are you looking for today?", "whatAreYouLooking"),
            ("2nd address", "ndAddress"),
            ("Enter your name", "name"),
            ("検索", ""),
            ("user[email]", "user"),
        ] {
            assert_eq!(camel_case(label), name, "{label}");
        }
        assert_eq!(flow_name(" Order Café-Crème! "), "order-cafe-creme");
        assert_eq!(flow_name("日本"), "");
        assert_eq!(free("size", |it| it == "size"), "size2");
    }
}
