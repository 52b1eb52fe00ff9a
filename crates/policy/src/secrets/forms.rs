//! The forms in which a page or a tool may give a value back, and taking them out of a text.

use std::borrow::Cow;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::value::SecretText;

/// Shorter ones would be found in every text.
const LETTERS_MIN: usize = 4;
/// Letters of base64 that say nothing by themselves.
const BASE64_LETTERS_MIN: usize = 6;

/// A value that was typed, in every form.
#[derive(Debug)]
pub(super) struct Revealed {
    pub(super) name: String,
    /// The value first.
    forms: Vec<SecretText>,
}

impl Revealed {
    pub(super) fn new(name: &str, value: &str) -> Self {
        let mut forms = vec![SecretText::new(value.to_owned())];
        if value.chars().count() >= LETTERS_MIN {
            let other = [
                percent(value, false, true),
                percent(value, false, false),
                percent(value, true, true),
                percent(value, true, false),
                html(value, "&#39;"),
                html(value, "&#x27;"),
                html(value, "&apos;"),
                html(value, "'").replace("&quot;", "\""),
                json(value, false, false),
                json(value, true, false),
                json(value, false, true),
            ];
            let coded = (0..3).flat_map(|offset| base64_forms(value, offset));
            for form in other.into_iter().chain(coded) {
                if !forms.iter().any(|known| known.as_str() == form) {
                    forms.push(SecretText::new(form));
                }
            }
        }
        Self { name: name.to_owned(), forms }
    }

    pub(super) fn is(&self, name: &str, value: &str) -> bool {
        self.name == name && self.forms.first().is_some_and(|form| form.as_str() == value)
    }
}

/// Puts references in the place of values. In one pass, the longest form first: what was put in is
/// not looked at again.
pub(super) fn redact<'a>(text: &'a str, revealed: &[Revealed]) -> Cow<'a, str> {
    let mut forms: Vec<(&str, &str)> = revealed
        .iter()
        .flat_map(|secret| secret.forms.iter().map(|form| (form.as_str(), secret.name.as_str())))
        .filter(|(form, _)| form.chars().count() >= LETTERS_MIN)
        .collect();
    forms.sort_by_key(|(form, _)| std::cmp::Reverse(form.len()));
    let mut begins = [false; 256];
    for (form, _) in &forms {
        begins[usize::from(form.as_bytes()[0])] = true;
    }
    let mut out: Option<String> = None;
    let (mut at, mut told) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let candidate = begins[usize::from(rest[0])];
        let found =
            forms.iter().filter(|_| candidate).find(|(form, _)| rest.starts_with(form.as_bytes()));
        if let Some((form, name)) = found {
            let out = out.get_or_insert_default();
            out.push_str(&text[told..at]);
            let _ = write!(out, "${{secret:{name}}}");
            at += form.len();
            told = at;
        } else {
            at += 1;
        }
    }
    match out {
        Some(mut out) => {
            out.push_str(&text[told..]);
            Cow::Owned(out)
        }
        None => Cow::Borrowed(text),
    }
}

/// As in an address, or in a form where a space is `+`.
fn percent(value: &str, as_form: bool, upper: bool) -> String {
    let mut out = String::new();
    for byte in value.bytes() {
        let plain = byte.is_ascii_alphanumeric()
            || b"-_.".contains(&byte)
            || byte == if as_form { b'*' } else { b'~' }
            || (!as_form && b"!*'()".contains(&byte));
        let _ = match byte {
            b' ' if as_form => write!(out, "+"),
            _ if plain => write!(out, "{}", char::from(byte)),
            _ if upper => write!(out, "%{byte:02X}"),
            _ => write!(out, "%{byte:02x}"),
        };
    }
    out
}

fn html(value: &str, apostrophe: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    value.replace('"', "&quot;").replace('\'', apostrophe)
}

/// Without the quotes around it.
fn json(value: &str, ascii_only: bool, escaped_slash: bool) -> String {
    let mut out = String::new();
    for letter in value.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '/' if escaped_slash => out.push_str("\\/"),
            letter if letter.is_control() || (ascii_only && !letter.is_ascii()) => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            letter => out.push(letter),
        }
    }
    out
}

/// The letters of base64 that the value alone makes, when so many bytes stand before it in their
/// group of three: `user:password` is sent as one.
fn base64_forms(value: &str, offset: usize) -> Vec<String> {
    let mut bytes = vec![0; offset];
    bytes.extend_from_slice(value.as_bytes());
    let first = (offset * 8).div_ceil(6);
    let end = bytes.len() * 8 / 6;
    let engines = [STANDARD_NO_PAD.encode(&bytes), URL_SAFE_NO_PAD.encode(&bytes)];
    let cores =
        engines.into_iter().map(|coded| coded.get(first..end).unwrap_or_default().to_owned());
    let forms = cores.filter(|core| core.len() >= BASE64_LETTERS_MIN).collect();
    bytes.fill(0);
    forms
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, URL_SAFE};

    use super::*;

    const VALUE: &str = "p&ss <\"wörd'/ +\\9";

    #[test]
    fn a_value_is_found_in_every_form() {
        let revealed = [Revealed::new("bank", VALUE)];
        let forms = [
            VALUE.to_owned(),
            "p%26ss%20%3C%22w%C3%B6rd'%2F%20%2B%5C9".to_owned(),
            "p%26ss%20%3c%22w%c3%b6rd'%2f%20%2b%5c9".to_owned(),
            "p%26ss+%3C%22w%C3%B6rd%27%2F+%2B%5C9".to_owned(),
            "p&amp;ss &lt;&quot;wörd&#39;/ +\\9".to_owned(),
            "p&amp;ss &lt;\"wörd'/ +\\9".to_owned(),
            serde_json::to_string(VALUE).unwrap().trim_matches('"').to_owned(),
            "p&ss <\\\"w\\u00f6rd'/ +\\\\9".to_owned(),
        ];
        for form in forms {
            let text = format!("a{form}b");
            assert_eq!(redact(&text, &revealed), "a${secret:bank}b", "{form}");
        }
    }

    #[test]
    fn base64_of_more_than_the_value_still_hides_it() {
        let revealed = [Revealed::new("bank", "correct horse")];
        for user in ["", "a", "ab", "abc", "abcd"] {
            for coded in [
                STANDARD.encode(format!("{user}:correct horse")),
                URL_SAFE.encode(format!("{user}:correct horse:more")),
            ] {
                let told = redact(&coded, &revealed);
                assert!(told.contains("${secret:bank}"), "{coded}: {told}");
                assert!(told.len() < coded.len() + "${secret:bank}".len() - 12, "{told}");
            }
        }
    }

    #[test]
    fn references_are_not_redacted_again_and_short_values_never() {
        let revealed = [Revealed::new("one", "secret"), Revealed::new("pin", "123")];
        assert_eq!(redact("my secret 123", &revealed), "my ${secret:one} 123");
        assert!(matches!(redact("nothing here", &revealed), Cow::Borrowed(_)));
    }

    #[test]
    fn of_two_values_the_longer_is_found_first() {
        let revealed = [Revealed::new("short", "hunter"), Revealed::new("long", "hunter2")];
        assert_eq!(redact("hunter2 hunter", &revealed), "${secret:long} ${secret:short}");
    }
}
