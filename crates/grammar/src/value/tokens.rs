//! The smallest parts of a value expression: names, numbers, texts and signs. What cannot be read is
//! a token too, so that whoever stops before it need not know of it.

use std::sync::Arc;

use crate::diagnostic::{Fault, Kind};
use crate::source::Span;

use super::text::is_space;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'t> {
    Name(&'t str),
    Number(f64),
    Text(Arc<str>),
    /// A template begins; the reader asks for its [`chunk`]s.
    Backtick,
    Sign(&'static str),
    /// A character that means nothing here.
    Strange(char),
    Broken(Fault),
    End,
}

/// A piece of a template's text: what it says, where it ends, and whether `${` follows.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) text: String,
    pub(super) end: usize,
    pub(super) open: bool,
}

/// Longer signs first. Some are here only to be refused by name.
const SIGNS: &[&str] = &[
    "...", "===", "!==", "**", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--",
    "+=", "-=", "*=", "/=", "%=", "<<", ">>", "{", "}", "[", "]", "(", ")", ",", ":", "?", ".",
    ";", "|", "&", "^", "~", "!", "<", ">", "=", "+", "-", "*", "/", "%",
];

/// The token at or behind `at`, and its place.
pub(super) fn token(text: &str, at: usize) -> (Token<'_>, Span) {
    let start = match skip(text, at) {
        Ok(start) => start,
        Err(fault) => {
            let span = fault.span;
            return (Token::Broken(fault), span);
        }
    };
    let rest = &text[start..];
    let Some(first) = rest.chars().next() else {
        return (Token::End, Span::new(start, start));
    };
    let read = if first.is_ascii_digit() || (first == '.' && starts_with_digit(&rest[1..])) {
        number(text, start).map(|(number, end)| (Token::Number(number), end))
    } else if begins_name(first) {
        let end = name_end(text, start);
        Ok((Token::Name(&text[start..end]), end))
    } else if first == '"' || first == '\'' {
        quoted(text, start, first).map(|(text, end)| (Token::Text(text.into()), end))
    } else if first == '`' {
        Ok((Token::Backtick, start + 1))
    } else if rest.starts_with("?.") && starts_with_digit(&rest[2..]) {
        // `a?.5:1` chooses between numbers.
        Ok((Token::Sign("?"), start + 1))
    } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Ok((Token::Sign(sign), start + sign.len()))
    } else {
        Ok((Token::Strange(first), start + first.len_utf8()))
    };
    match read {
        Ok((token, end)) => (token, Span::new(start, end)),
        Err(fault) => {
            let span = fault.span;
            (Token::Broken(fault), span)
        }
    }
}

/// The text of a template from `at` to its end or to the next `${`.
pub(super) fn chunk(text: &str, opening: Span, at: usize) -> Result<Chunk, Fault> {
    let mut said = String::new();
    let mut at = at;
    loop {
        let rest = &text[at..];
        match rest.chars().next() {
            None => {
                return Err(Fault::new(Kind::Syntax, opening, "This template is not closed.")
                    .hint("End it with a backtick."));
            }
            Some('`') => return Ok(Chunk { text: said, end: at + 1, open: false }),
            Some('$') if rest.starts_with("${") => {
                return Ok(Chunk { text: said, end: at + 2, open: true });
            }
            Some('\\') => at = escape(text, at, &mut said)?,
            Some('\r') => {
                // Line ends are one character in a template, whatever the file has.
                said.push('\n');
                at += if rest.starts_with("\r\n") { 2 } else { 1 };
            }
            Some(other) => {
                said.push(other);
                at += other.len_utf8();
            }
        }
    }
}

/// Where the rule begins that follows without the `;` of the one before it: `<Name> =` or `<Name> :`.
pub(super) fn opens_rule(text: &str, at: usize) -> Option<&str> {
    let rest = text[at..].strip_prefix('<')?;
    let end = rest.find('>')?;
    let name = rest[..end].trim();
    let is_name = name.chars().next().is_some_and(begins_name) && name.chars().all(continues_name);
    let (follower, _) = token(rest, end + 1);
    (is_name && matches!(follower, Token::Sign("=" | ":"))).then(|| &text[at..at + end + 2])
}

/// Past white space and comments.
fn skip(text: &str, mut at: usize) -> Result<usize, Fault> {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let space = rest.len() - rest.trim_start_matches(is_space).len();
        at += space;
        let rest = &rest[space..];
        if rest.starts_with("//") {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let Some(end) = comment.find("*/") else {
                let span = Span::new(at, at + 2);
                return Err(Fault::new(Kind::Syntax, span, "This comment is not closed.")
                    .hint("End it with `*/`."));
            };
            at += end + 4;
        } else {
            return Ok(at);
        }
    }
}

fn begins_name(character: char) -> bool {
    character.is_alphabetic() || matches!(character, '_' | '$')
}

fn continues_name(character: char) -> bool {
    begins_name(character)
        || character.is_alphanumeric()
        || matches!(character, '\u{200C}' | '\u{200D}')
}

fn name_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    start + rest.find(|character| !continues_name(character)).unwrap_or(rest.len())
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|character: char| character.is_ascii_digit())
}

fn number(text: &str, start: usize) -> Result<(f64, usize), Fault> {
    let digits_end = |from: usize, radix: u32| {
        let rest = &text[from..];
        from + rest.find(|character: char| !character.is_digit(radix)).unwrap_or(rest.len())
    };
    let radix = match text.as_bytes().get(start + 1).filter(|_| text[start..].starts_with('0')) {
        Some(b'x' | b'X') => Some(16),
        Some(b'o' | b'O') => Some(8),
        Some(b'b' | b'B') => Some(2),
        _ => None,
    };
    let (value, end) = if let Some(radix) = radix {
        let end = digits_end(start + 2, radix);
        let digits = text[start + 2..end].chars().filter_map(|digit| digit.to_digit(radix));
        let value =
            digits.fold(0.0, |sum: f64, digit| sum.mul_add(f64::from(radix), f64::from(digit)));
        (if end > start + 2 { value } else { f64::NAN }, end)
    } else {
        let mut end = digits_end(start, 10);
        let whole = &text[start..end];
        if whole.len() > 1 && whole.starts_with('0') {
            return Err(Fault::new(
                Kind::Syntax,
                Span::new(start, end),
                "A number does not begin with 0.",
            )
            .hint(format!("Write `{}`.", whole.trim_start_matches('0'))));
        }
        if text[end..].starts_with('.') && starts_with_digit(&text[end + 1..]) {
            end = digits_end(end + 1, 10);
        }
        if text[end..].starts_with(['e', 'E']) {
            let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
            if starts_with_digit(&text[end + 1 + sign..]) {
                end = digits_end(end + 1 + sign, 10);
            }
        }
        (text[start..end].parse().unwrap_or(f64::NAN), end)
    };
    if text[end..].starts_with(continues_name) || value.is_nan() {
        let span = Span::new(start, name_end(text, end));
        return Err(Fault::new(Kind::Syntax, span, "This is neither a number nor a name.")
            .hint("Numbers are written as `12`, `0.5`, `1e6`, `0xff`, `0o17` or `0b11`."));
    }
    if value.is_infinite() {
        return Err(Fault::new(Kind::Syntax, Span::new(start, end), "This number is too large.")
            .hint("The largest is about `1.79e308`."));
    }
    Ok((value, end))
}

fn quoted(text: &str, start: usize, quote: char) -> Result<(String, usize), Fault> {
    let mut said = String::new();
    let mut at = start + 1;
    loop {
        match text[at..].chars().next() {
            None | Some('\n' | '\r') => {
                return Err(Fault::new(
                    Kind::Syntax,
                    Span::new(start, at),
                    "This text is not closed.",
                )
                .hint(format!(
                    "End it with {quote} on the same line, or write `\\n` for a new line."
                )));
            }
            Some('\\') => at = escape(text, at, &mut said)?,
            Some(end) if end == quote => return Ok((said, at + 1)),
            Some(other) => {
                said.push(other);
                at += other.len_utf8();
            }
        }
    }
}

/// Reads the escape whose backslash stands at `at`, adds what it means, and says where it ends.
fn escape(text: &str, at: usize, said: &mut String) -> Result<usize, Fault> {
    let rest = &text[at + 1..];
    let Some(letter) = rest.chars().next() else {
        return Err(Fault::new(
            Kind::Syntax,
            Span::new(at, at + 1),
            "Nothing follows the backslash.",
        ));
    };
    let behind = at + 1 + letter.len_utf8();
    let meant = match letter {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{B}',
        'b' => '\u{8}',
        'f' => '\u{C}',
        '0' if !starts_with_digit(&text[behind..]) => '\0',
        'x' | 'u' => {
            let (character, end) = code(text, at, letter)?;
            said.push(character);
            return Ok(end);
        }
        '\r' if rest.starts_with("\r\n") => return Ok(behind + 1),
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => return Ok(behind),
        '0'..='9' => {
            let span = Span::new(at, behind);
            return Err(Fault::new(Kind::Syntax, span, format!("`\\{letter}` means nothing."))
                .hint("Write a character by its number as `\\x41` or `\\u0041`."));
        }
        itself => itself,
    };
    said.push(meant);
    Ok(behind)
}

/// `\xHH`, `\uHHHH` (two of them for a character beyond 16 bits) or `\u{…}`.
fn code(text: &str, at: usize, letter: char) -> Result<(char, usize), Fault> {
    let digits_at = at + 2;
    let braced = letter == 'u' && text[digits_at..].starts_with('{');
    let (number, end) = if braced {
        let close = text[digits_at..].find('}').map(|close| digits_at + close);
        (
            close.and_then(|close| hex(&text[digits_at + 1..close])),
            close.map_or(digits_at, |at| at + 1),
        )
    } else {
        let end = digits_at + if letter == 'x' { 2 } else { 4 };
        (text.get(digits_at..end).and_then(hex), end)
    };
    let low_half = || {
        let digits = text.get(end..end + 6)?.strip_prefix("\\u")?;
        hex(digits).filter(|low| (0xDC00..0xE000).contains(low))
    };
    let (number, end) = match number {
        Some(high @ 0xD800..0xDC00) if !braced => match low_half() {
            Some(low) => (Some(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)), end + 6),
            None => (None, end),
        },
        other => (other, end),
    };
    number.and_then(char::from_u32).map(|character| (character, end)).ok_or_else(|| {
        Fault::new(Kind::Syntax, Span::new(at, digits_at), "This escape names no character.")
            .hint("Write `\\x41`, `\\u0041` or `\\u{1F600}`.")
    })
}

fn hex(digits: &str) -> Option<u32> {
    let is_hex = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_hex { u32::from_str_radix(digits, 16).ok() } else { None }
}
