//! Secrets in running text: card numbers, tokens and keys by their shape, values by their names.

use super::REDACTED;
use super::keys::is_secret_in_query;

/// Beginnings of keys that services give out, and how many letters follow at least.
const KEY_BEGINNINGS: [(&str, usize); 22] = [
    ("sk-", 16),
    ("sk_live_", 12),
    ("sk_test_", 12),
    ("pk_live_", 12),
    ("rk_live_", 12),
    ("whsec_", 12),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghu_", 16),
    ("ghs_", 16),
    ("ghr_", 16),
    ("github_pat_", 16),
    ("glpat-", 12),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("ya29.", 16),
    ("npm_", 20),
    ("hf_", 20),
];
const REFERENCE: &str = "${secret:";

/// The text with what looks like a secret taken out.
pub(crate) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(letter) = rest.chars().next() {
        let in_word = before.is_some_and(|letter: char| letter.is_alphanumeric() || letter == '_');
        let found = if in_word { user(rest) } else { secret_at(rest) };
        let (kept, taken) = match found {
            Some(found) => found,
            None => {
                out.push(letter);
                before = Some(letter);
                rest = &rest[letter.len_utf8()..];
                continue;
            }
        };
        out.push_str(&rest[..kept]);
        if taken > kept {
            out.push_str(REDACTED);
        }
        before = rest[..taken].chars().next_back();
        rest = &rest[taken..];
    }
    out
}

/// `${secret:name}`, and nothing else.
pub(super) fn is_reference(text: &str) -> bool {
    reference_length(text) == Some(text.len())
}

/// 13 to 19 digits, in groups or not, that end with the digit Luhn asks for.
pub(super) fn is_card_number(text: &str) -> bool {
    card_length(text) == Some(text.len())
}

/// How much from here on is told as it is, and where the secret behind that ends.
fn secret_at(text: &str) -> Option<(usize, usize)> {
    if let Some(length) = reference_length(text) {
        return Some((length, length));
    }
    let whole = card_length(text).or_else(|| web_token_length(text)).or_else(|| key_length(text));
    whole.map(|length| (0, length)).or_else(|| bearer(text)).or_else(|| named(text))
}

fn reference_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix(REFERENCE)?;
    let end = inside.find('}')?;
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
    (end > 0 && inside[..end].chars().all(plain)).then_some(REFERENCE.len() + end + 1)
}

fn card_length(text: &str) -> Option<usize> {
    let mut digits = Vec::new();
    let mut end = 0;
    for (at, letter) in text.char_indices() {
        match letter.to_digit(10) {
            Some(digit) => {
                digits.push(digit);
                end = at + 1;
            }
            None if matches!(letter, ' ' | '-') && end == at && at > 0 => {}
            None => break,
        }
        if digits.len() > 19 {
            return None;
        }
    }
    let ends_here = !text[end..].starts_with(char::is_alphanumeric);
    ((13..=19).contains(&digits.len()) && ends_here && luhn(&digits)).then_some(end)
}

fn luhn(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => *digit,
            (_, double) if double > 9 => double - 9,
            (_, double) => double,
        })
        .sum();
    sum.is_multiple_of(10) && sum > 0
}

/// Three parts with dots between, the first of which is the beginning of JSON in base64.
fn web_token_length(text: &str) -> Option<usize> {
    if !text.starts_with("eyJ") {
        return None;
    }
    let length = token_length(text);
    (text[..length].split('.').count() >= 3 && length > 20).then_some(length)
}

fn key_length(text: &str) -> Option<usize> {
    let fits = |(beginning, least): &(&str, usize)| {
        let length = token_length(text);
        (text.starts_with(beginning) && length >= beginning.len() + least).then_some(length)
    };
    KEY_BEGINNINGS.iter().find_map(fits)
}

/// `Bearer …` and `Basic …`, as in a header.
fn bearer(text: &str) -> Option<(usize, usize)> {
    let scheme = ["bearer ", "basic "].into_iter().find(|scheme| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })?;
    let length = token_length(&text[scheme.len()..]);
    // Shorter ones are words: "basic knowledge".
    (length >= 12).then_some((scheme.len(), scheme.len() + length))
}

/// `token=…`, in a query or anywhere else.
fn named(text: &str) -> Option<(usize, usize)> {
    let name_end = text.find(|letter: char| !is_of_name(letter))?;
    let begins_value = name_end > 0 && text[name_end..].starts_with('=');
    if !begins_value || name_end > 64 || !is_secret_in_query(&text[..name_end]) {
        return None;
    }
    let value_start = name_end + 1;
    let value = &text[value_start..];
    let ends = |letter: char| letter.is_whitespace() || "&#;\"'<>,)]}".contains(letter);
    let length = match reference_length(value) {
        Some(_) => 0,
        None => value.find(ends).unwrap_or(value.len()),
    };
    (length > 0).then_some((value_start, value_start + length))
}

/// `://user:password@`.
fn user(text: &str) -> Option<(usize, usize)> {
    let rest = text.strip_prefix("://")?;
    let authority = &rest[..rest.find(['/', '?', '#', ' ', '"']).unwrap_or(rest.len())];
    authority.rfind('@').filter(|at| *at > 0).map(|at| (3, 3 + at))
}

fn token_length(text: &str) -> usize {
    text.find(|letter: char| !is_of_token(letter) && !"+/=~".contains(letter)).unwrap_or(text.len())
}

fn is_of_token(letter: char) -> bool {
    letter.is_alphanumeric() || "_-.".contains(letter)
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_-.[]%".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_shape() {
        let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
        let cases = [
            ("pay with 4111-1111-1111-1111 now".to_owned(), "pay with [redacted] now"),
            ("no.4111111111111111".to_owned(), "no.[redacted]"),
            ("4111111111111111".to_owned(), "[redacted]"),
            (format!("Authorization: Bearer {jwt}"), "Authorization: Bearer [redacted]"),
            (format!("<{jwt}>"), "<[redacted]>"),
            ("basic dXNlcjpwYXNzd29yZA==".to_owned(), "basic [redacted]"),
            ("key sk-abcdefghijklmnopqrst.".to_owned(), "key [redacted]"),
            ("ghp_0123456789abcdefghij0123".to_owned(), "[redacted]"),
            ("AKIAIOSFODNN7EXAMPLE".to_owned(), "[redacted]"),
            ("/cb?code=abc&state=x".to_owned(), "/cb?code=[redacted]&state=x"),
            ("a;password=\"x\"".to_owned(), "a;password=\"x\""),
            ("#access_token=abc".to_owned(), "#access_token=[redacted]"),
            ("password=${secret:bank}&x=1".to_owned(), "password=${secret:bank}&x=1"),
            ("https://me:pw@example.com/".to_owned(), "https://[redacted]@example.com/"),
        ];
        for (told, kept) in cases {
            assert_eq!(text(&told), kept);
        }
    }

    #[test]
    fn what_only_resembles_a_secret_stays() {
        let cases = [
            "hello, world",
            "4111111111111112",
            "order 1234567890123",
            "call 030 1234567",
            "basic knowledge",
            "the bearer of news",
            "sk-short",
            "desk-abcdefghijklmnopqrstuv",
            "https://example.com/@user",
            "mail me@example.com",
            "keyboard=qwerty",
            "${secret:bank} and ${secret:other}",
            "ümläut = 3",
        ];
        for told in cases {
            assert_eq!(text(told), told);
        }
    }
}
