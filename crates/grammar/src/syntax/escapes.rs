//! What may follow a backslash in a pattern.

use crate::diagnostic::{Fault, Kind};
use crate::source::Span;
use crate::syntax::cursor::Cursor;

/// Reads behind the backslash. Nothing comes of a line that is continued.
pub(crate) fn escaped(cursor: &mut Cursor<'_>) -> Result<Option<char>, Fault> {
    let start = cursor.at - 1;
    let Some(c) = cursor.next() else {
        return Err(Fault::new(
            Kind::Syntax,
            Span::new(start, cursor.at),
            "A backslash stands at the end of the file, with nothing to escape.",
        ));
    };
    Ok(Some(match c {
        '0' => '\0',
        'n' => '\n',
        'r' => '\r',
        'v' => '\u{b}',
        't' => '\t',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '\r' => {
            cursor.take("\n");
            return Ok(None);
        }
        '\n' | '\u{2028}' | '\u{2029}' => return Ok(None),
        'x' => character(digits(cursor, 2), cursor, start, "\\x41")?,
        'u' if cursor.take("{") => braced(cursor, start)?,
        'u' => unit_or_pair(cursor, start)?,
        other => other,
    }))
}

fn braced(cursor: &mut Cursor<'_>, start: usize) -> Result<char, Fault> {
    let Some(length) = cursor.rest().find('}') else {
        return Err(malformed(cursor, start, "\\u{1f600}"));
    };
    let code = u32::from_str_radix(&cursor.rest()[..length], 16).ok();
    cursor.at += length + 1;
    character(code, cursor, start, "\\u{1f600}")
}

/// Four digits; two surrogates make one character between them.
fn unit_or_pair(cursor: &mut Cursor<'_>, start: usize) -> Result<char, Fault> {
    let Some(high) = digits(cursor, 4) else {
        return Err(malformed(cursor, start, "\\u0041"));
    };
    if (0xd800..0xdc00).contains(&high) && cursor.take("\\u") {
        let low = digits(cursor, 4).filter(|low| (0xdc00..0xe000).contains(low));
        let code = low.map(|low| 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
        return character(code, cursor, start, "\\ud83d\\ude00");
    }
    character(Some(high), cursor, start, "\\u0041")
}

fn digits(cursor: &mut Cursor<'_>, count: usize) -> Option<u32> {
    let digits = cursor.rest().get(..count)?;
    let code = digits.chars().all(|c| c.is_ascii_hexdigit()).then_some(digits)?;
    cursor.at += count;
    u32::from_str_radix(code, 16).ok()
}

fn character(
    code: Option<u32>,
    cursor: &Cursor<'_>,
    start: usize,
    example: &str,
) -> Result<char, Fault> {
    code.and_then(char::from_u32).ok_or_else(|| malformed(cursor, start, example))
}

fn malformed(cursor: &Cursor<'_>, start: usize, example: &str) -> Fault {
    Fault::new(Kind::Syntax, Span::new(start, cursor.at), "This escape does not name a character.")
        .hint(format!("Write it in hexadecimal, like `{example}`; a literal backslash is `\\\\`."))
}
