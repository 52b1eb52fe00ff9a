//! The texts of a PDF that are not drawn: its title, where its links lead, what its pictures are called. Chrome
//! writes them as they are, as literal or hexadecimal strings between the objects; what is drawn is in streams,
//! and is left alone here.

use std::ops::Range;

/// Overwrites every such text of which something has to be taken out. Nothing moves, for a PDF has a table of where
/// its objects begin. True if there was one.
pub(crate) fn blot_out(pdf: &mut [u8], is_secret: impl Fn(&str) -> bool) -> bool {
    let mut found = false;
    let mut at = 0;
    while at < pdf.len() {
        let rest = &pdf[at..];
        let (inside, fill): (Range<usize>, &[u8]) = match rest {
            [b'(', ..] => (literal(pdf, at), b"*"),
            [b'<', b'<', ..] => {
                at += 2;
                continue;
            }
            [b'<', ..] => (at + 1..find(pdf, at, b">"), b"2A"),
            _ if rest.starts_with(b"endstream") => {
                at += b"endstream".len();
                continue;
            }
            _ if rest.starts_with(b"stream") => {
                at = find(pdf, at, b"endstream");
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        at = inside.end + 1;
        let raw = &pdf[inside.clone()];
        let bytes = if fill == b"*" { unescaped(raw) } else { unhexed(raw) };
        if is_secret(&decoded(&bytes)) {
            found = true;
            let fill = fill.iter().cycle();
            pdf[inside].iter_mut().zip(fill).for_each(|(byte, fill)| *byte = *fill);
        }
    }
    found
}

fn find(pdf: &[u8], from: usize, what: &[u8]) -> usize {
    let found = pdf[from..].windows(what.len()).position(|window| window == what);
    found.map_or(pdf.len(), |found| from + found)
}

/// What is between the parentheses that begin here. They nest.
fn literal(pdf: &[u8], open: usize) -> Range<usize> {
    let mut depth = 1;
    let mut at = open + 1;
    while at < pdf.len() {
        match pdf[at] {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open + 1..at;
        }
        at += 1;
    }
    open + 1..pdf.len()
}

fn unescaped(raw: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let [first, more @ ..] = rest {
        rest = more;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let digits = rest.iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
        if digits > 0 {
            let value =
                rest[..digits].iter().fold(0_u32, |value, it| value * 8 + u32::from(it - b'0'));
            bytes.push(value as u8);
            rest = &rest[digits..];
            continue;
        }
        let [escaped, more @ ..] = rest else { break };
        rest = more;
        match escaped {
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'b' => bytes.push(8),
            b'f' => bytes.push(12),
            // A line that goes on.
            b'\n' | b'\r' => {}
            other => bytes.push(*other),
        }
    }
    bytes
}

fn unhexed(raw: &[u8]) -> Vec<u8> {
    let digits: Vec<u32> = raw.iter().filter_map(|byte| char::from(*byte).to_digit(16)).collect();
    digits
        .chunks(2)
        .map(|pair| (pair[0] * 16 + pair.get(1).copied().unwrap_or_default()) as u8)
        .collect()
}

/// UTF-16 with a mark in front, or else bytes of which only ASCII matters.
fn decoded(bytes: &[u8]) -> String {
    let Some(wide) = bytes.strip_prefix(b"\xfe\xff") else {
        return bytes.iter().copied().map(char::from).collect();
    };
    let units = wide.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blotted(pdf: &str) -> String {
        let mut bytes = pdf.as_bytes().to_vec();
        let found = blot_out(&mut bytes, |text| text.contains("Se(sam)"));
        assert_eq!(found, bytes != pdf.as_bytes());
        assert_eq!(bytes.len(), pdf.len());
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn only_strings_that_hold_it_are_overwritten() {
        assert_eq!(
            blotted("<</Title (A Se(sam) b) /URI (plain)>> 7 0 obj"),
            "<</Title (***********) /URI (plain)>> 7 0 obj"
        );
    }

    #[test]
    fn it_is_found_however_it_is_written() {
        for written in [r"Se\(sam\)", r"\123e\50sam\51", "Se\\\n(sam)"] {
            assert!(!blotted(&format!("/Title ({written})")).contains("sam"), "{written}");
        }
        assert_eq!(
            blotted("<536528 73616D29>"),
            "<2A2A2A2A2A2A2A2>".replace("2A2A2A2A2A2A2A2", &"2A".repeat(8)[..15])
        );
        let wide: String = "Se(sam)".encode_utf16().map(|unit| format!("{unit:04X}")).collect();
        assert!(!blotted(&format!("/Title <FEFF{wide}>")).contains(&wide));
    }

    #[test]
    fn what_is_drawn_is_left_alone_and_what_comes_after_is_not() {
        let pdf = "stream\n(Se(sam)\nendstream (Se(sam))";
        assert_eq!(blotted(pdf), "stream\n(Se(sam)\nendstream (*******)");
    }

    #[test]
    fn what_never_ends_is_no_trouble() {
        for pdf in ["(", "(\\", "<", "<<", "stream", "((()", "<FEFF0", "(\\8", "(\\400)", ""] {
            blotted(pdf);
        }
    }
}
