//! The forms in which a page or a tool may give a value back, and finding them in a text.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::value::SecretText;

/// Shorter values would be found in every text: they are not looked for.
pub(super) const LETTERS_MIN: usize = 3;
/// Values of up to so many letters are looked for as whole words, and only where they were typed.
pub(super) const SHORT_LETTERS_MAX: usize = 5;
/// Shorter ones are not looked for letter by letter: `1 2 3` is on every page.
const SPACED_LETTERS_MIN: usize = 4;
/// Digits of at least this number are shown in groups, as those of a card are.
const GROUPED_DIGITS_MIN: usize = 12;
/// Letters of base64 that say nothing by themselves.
const BASE64_LETTERS_MIN: usize = 6;
/// What may stand between two letters: so many signs, runs of white space or tags.
const GAP_UNITS_MAX: usize = 6;
const TAG_BYTES_MAX: usize = 300;
/// Of a value that is cut off, or still being typed, this many letters and three quarters give it away.
const BEGINNING_LETTERS_MIN: usize = 6;

/// One form of a value.
#[derive(Debug)]
pub(super) struct Form {
    /// In lower case, unless it is looked for as it is.
    text: SecretText,
    look: Look,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// As it is.
    Exact,
    AnyCase,
    /// In any case; between all letters something may stand, or between none.
    Spaced,
    /// In any case; between any letters something may stand.
    Grouped,
}

/// Between which letters something else stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gaps {
    Nowhere,
    Everywhere,
    Anywhere,
}

/// Every form of a value that a page usually shows. None of one that is too short.
pub(super) fn forms_of(value: &str) -> Vec<Form> {
    let value = Some(value.trim()).filter(|trimmed| !trimmed.is_empty()).unwrap_or(value);
    let letters = value.chars().count();
    if letters < LETTERS_MIN {
        return Vec::new();
    }
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    let plain = match letters {
        GROUPED_DIGITS_MIN.. if is_number => Look::Grouped,
        SPACED_LETTERS_MIN.. => Look::Spaced,
        _ => Look::AnyCase,
    };
    let mut forms = vec![Form::new(value, plain)];
    let backwards: String = value.chars().rev().collect();
    forms.push(Form::new(&backwards, plain));
    let mut others = vec![
        percent(value, false),
        percent(value, true),
        html(value, "&#39;"),
        html(value, "&#x27;"),
        html(value, "&apos;"),
        html(value, "'").replace("&quot;", "\""),
        json(value, false, false),
        json(value, true, false),
        json(value, false, true),
    ];
    if letters > SHORT_LETTERS_MAX {
        others.push(value.bytes().fold(String::new(), |mut out, byte| {
            let _ = write!(out, "{byte:02x}");
            out
        }));
    }
    let coded = (0..3).flat_map(|offset| base64_forms(value, offset));
    let others = others.iter().map(|form| Form::new(form, Look::AnyCase));
    for form in others.chain(coded.map(|form| Form::new(&form, Look::Exact))) {
        if !forms.iter().any(|known| known.text.as_str() == form.text.as_str()) {
            forms.push(form);
        }
    }
    forms
}

impl Form {
    fn new(text: &str, look: Look) -> Self {
        let text = match look {
            Look::Exact => text.to_owned(),
            _ => text.chars().map(fold).collect(),
        };
        Self { text: SecretText::new(text), look }
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The bytes with which it may begin in a text.
    pub(super) fn first_bytes(&self) -> Vec<u8> {
        let Some(first) = self.text.chars().next() else { return Vec::new() };
        let mut letters = vec![first];
        if self.look != Look::Exact {
            letters.extend(first.to_uppercase());
        }
        let mut bytes: Vec<u8> =
            letters.iter().map(|letter| letter.encode_utf8(&mut [0; 4]).as_bytes()[0]).collect();
        bytes.sort_unstable();
        bytes.dedup();
        bytes
    }

    /// How many bytes of a text it takes, where the text begins with it.
    pub(super) fn length_in(&self, text: &str) -> Option<usize> {
        match self.look {
            Look::Exact | Look::AnyCase => self.length_with(Gaps::Nowhere, text),
            Look::Spaced => self
                .length_with(Gaps::Nowhere, text)
                .or_else(|| self.length_with(Gaps::Everywhere, text)),
            Look::Grouped => self.length_with(Gaps::Anywhere, text),
        }
    }

    /// How many bytes of a text are its beginning, where that is most of it: texts are cut off, and a page
    /// hears of a value while it is typed.
    pub(super) fn beginning_in(&self, text: &str) -> Option<usize> {
        let letters = self.text.chars().count();
        let enough = BEGINNING_LETTERS_MIN.max((letters * 3).div_ceil(4));
        let (mut at, mut same) = (0, 0);
        for (letter, wanted) in text.chars().zip(self.text.chars()) {
            if !self.is_same(letter, wanted) {
                break;
            }
            at += letter.len_utf8();
            same += 1;
        }
        (same >= enough).then_some(at)
    }

    fn is_same(&self, letter: char, wanted: char) -> bool {
        letter == wanted || (self.look != Look::Exact && fold(letter) == wanted)
    }

    fn length_with(&self, gaps: Gaps, text: &str) -> Option<usize> {
        let mut at = 0;
        for (place, wanted) in self.text.chars().enumerate() {
            let mut units = 0;
            loop {
                let letter = text[at..].chars().next()?;
                let lacks_gap = gaps == Gaps::Everywhere && place > 0 && units == 0;
                if self.is_same(letter, wanted) && !lacks_gap {
                    at += letter.len_utf8();
                    break;
                }
                if place == 0 || gaps == Gaps::Nowhere || units == GAP_UNITS_MAX {
                    return None;
                }
                at += gap_bytes(&text[at..])?;
                units += 1;
            }
        }
        Some(at)
    }
}

fn fold(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// One unit of what stands between two letters; none for a letter or digit.
fn gap_bytes(text: &str) -> Option<usize> {
    let letter = text.chars().next()?;
    match letter {
        '<' => {
            let tag = text.bytes().take(TAG_BYTES_MAX).position(|byte| byte == b'>');
            Some(tag.map_or(1, |end| end + 1))
        }
        '&' if text.starts_with("&nbsp;") => Some("&nbsp;".len()),
        letter if letter.is_whitespace() => {
            Some(text.find(|letter: char| !letter.is_whitespace()).unwrap_or(text.len()))
        }
        letter if letter.is_alphanumeric() => None,
        letter => Some(letter.len_utf8()),
    }
}

/// As in an address, or in a form where a space is `+`.
fn percent(value: &str, as_form: bool) -> String {
    let mut out = String::new();
    for byte in value.bytes() {
        let plain = byte.is_ascii_alphanumeric()
            || b"-_.".contains(&byte)
            || byte == if as_form { b'*' } else { b'~' }
            || (!as_form && b"!*'()".contains(&byte));
        let _ = match byte {
            b' ' if as_form => write!(out, "+"),
            _ if plain => write!(out, "{}", char::from(byte)),
            _ => write!(out, "%{byte:02X}"),
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
    use super::*;

    fn finds(value: &str, text: &str) -> bool {
        let forms = forms_of(value);
        (0..text.len())
            .filter(|at| text.is_char_boundary(*at))
            .any(|at| forms.iter().any(|form| form.length_in(&text[at..]).is_some()))
    }

    #[test]
    fn a_value_is_found_as_pages_show_it() {
        for (value, text) in [
            ("hunter22", "so HUNTER22!"),
            ("hunter22", "22retnuh"),
            ("hunter22", "2 2 R E T N U H"),
            ("hunter22", "h u n t e r 2 2"),
            ("hunter22", "h\n\u{a0} u\nn\nt\ne\nr\n2\n2"),
            ("hunter22", "h-u-n-t-e-r-2-2"),
            (
                "hunter22",
                "<b>h</b> <b class=x>u</b><b>n</b><b>t</b><b>e</b><b>r</b><b>2</b><b>2</b>",
            ),
            ("hunter22", "h&nbsp;u&nbsp;n&nbsp;t&nbsp;e&nbsp;r&nbsp;2&nbsp;2"),
            ("hunter22", "68756e7465723232"),
            (" hunter22\n", "(hunter22)"),
            ("öffne dich", "ÖFFNE DICH"),
            ("4111111111111111", "4111 1111-1111 1111"),
            ("1234", "1 2 3 4"),
            ("cvc", "CVC"),
        ] {
            assert!(finds(value, text), "{value}: {text}");
        }
    }

    #[test]
    fn a_value_that_is_cut_off_is_found_by_most_of_it() {
        let form = &forms_of("hunter22")[0];
        for (text, bytes) in
            [("HUNTER2…", Some(7)), ("hunter", Some(6)), ("hunte", None), ("hunter22", Some(8))]
        {
            assert_eq!(form.beginning_in(text), bytes, "{text}");
        }
        assert_eq!(forms_of("1234")[0].beginning_in("123"), None);
        assert_eq!(forms_of("password123")[0].beginning_in("password"), None);
    }

    #[test]
    fn what_only_resembles_it_is_not() {
        for (value, text) in [
            ("ab", "ab"),
            ("123", "1 2 3"),
            ("120000", "12:00:00"),
            ("hunter22", "h u n t e r 2 3"),
            ("hunter22", "hunter 22"),
            ("hunter22", "h........u"),
        ] {
            assert!(!finds(value, text), "{value}: {text}");
        }
    }
}
