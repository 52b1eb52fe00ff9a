//! Texts as JavaScript counts them, in UTF-16 units. Half of a surrogate pair becomes U+FFFD.

use std::sync::Arc;

use super::data::VALUE_BYTES_MAX;
use super::number;

/// How many units the text has.
pub(super) fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// The units from `start` to before `end`; nothing where they do not enclose anything.
pub(super) fn between(text: &str, start: usize, end: usize) -> Arc<str> {
    if start >= end {
        return "".into();
    }
    if text.is_ascii() {
        return text.get(start.min(text.len())..end.min(text.len())).unwrap_or_default().into();
    }
    let units: Vec<u16> = text.encode_utf16().skip(start).take(end - start).collect();
    String::from_utf16_lossy(&units).into()
}

pub(super) fn unit(text: &str, at: usize) -> Option<u16> {
    text.encode_utf16().nth(at)
}

/// The character that begins at a unit, or the second half of one that stands there.
pub(super) fn code_point(text: &str, at: usize) -> Option<u32> {
    let mut passed = 0;
    for character in text.chars() {
        if passed == at {
            return Some(character.into());
        }
        passed += character.len_utf16();
        if passed > at {
            return unit(text, at).map(u32::from);
        }
    }
    None
}

/// Each unit as a text of its own.
pub(super) fn units(text: &str) -> impl Iterator<Item = Arc<str>> {
    text.encode_utf16().map(|unit| String::from_utf16_lossy(&[unit]).into())
}

/// Where `needle` is found first, at `from` or behind it.
pub(super) fn index_of(text: &str, needle: &str, from: f64) -> Option<usize> {
    let from = clamped(from, length(text));
    if needle.is_empty() {
        return Some(from);
    }
    let start = byte_at(text, from);
    text[start..].find(needle).map(|found| length(&text[..start + found]))
}

/// Where `needle` is found last, at `from` or before it.
pub(super) fn last_index_of(text: &str, needle: &str, from: f64) -> Option<usize> {
    let from = if from.is_nan() { f64::INFINITY } else { from };
    let from = clamped(from, length(text));
    if needle.is_empty() {
        return Some(from);
    }
    let mut start = byte_at(text, from);
    if length(&text[..start]) > from {
        start = text[..start].char_indices().next_back().map_or(0, |(at, _)| at);
    }
    let end = text.floor_char_boundary(start + needle.len());
    text[..end].rfind(needle).map(|found| length(&text[..found]))
}

/// The byte where a unit begins; for the second half of a pair, the byte behind the pair.
fn byte_at(text: &str, unit: usize) -> usize {
    if text.is_ascii() {
        return unit.min(text.len());
    }
    let mut passed = 0;
    for (at, character) in text.char_indices() {
        if passed >= unit {
            return at;
        }
        passed += character.len_utf16();
    }
    text.len()
}

/// An index argument held within the length.
pub(super) fn clamped(index: f64, length: usize) -> usize {
    number::count(index).clamp(0.0, length as f64) as usize
}

/// An index that counts from the end where it is negative, held within the length.
pub(super) fn relative(index: f64, length: usize) -> usize {
    let index = number::count(index);
    clamped(if index < 0.0 { index + length as f64 } else { index }, length)
}

/// The place that `at` means: none outside.
pub(super) fn place(index: f64, length: usize) -> Option<usize> {
    let index = number::count(index);
    let index = if index < 0.0 { index + length as f64 } else { index };
    (index >= 0.0 && index < length as f64).then_some(index as usize)
}

/// White space and line ends of ECMAScript, which differ from Unicode's by two characters.
pub(super) fn is_space(character: char) -> bool {
    (character.is_whitespace() && character != '\u{85}') || character == '\u{FEFF}'
}

/// The text so many times; `None` where it cannot be, or becomes too large.
pub(super) fn repeated(text: &str, times: f64) -> Option<String> {
    let times = number::count(times);
    let fits = times >= 0.0 && times * text.len() as f64 <= VALUE_BYTES_MAX as f64;
    // Nothing is nothing however often, but not endlessly often.
    (fits && times.is_finite())
        .then(|| if text.is_empty() { String::new() } else { text.repeat(times as usize) })
}

/// What must be added to reach a length; `None` where that becomes too large.
pub(super) fn padding(text: &str, target: f64, filler: &str) -> Option<Arc<str>> {
    let missing = (number::count(target) - length(text) as f64).max(0.0);
    if missing == 0.0 || filler.is_empty() {
        return Some("".into());
    }
    if missing > VALUE_BYTES_MAX as f64 {
        return None;
    }
    let missing = missing as usize;
    let times = missing.div_ceil(length(filler));
    (times * filler.len() <= VALUE_BYTES_MAX).then(|| between(&filler.repeat(times), 0, missing))
}

/// The first occurrence replaced, or all of them; `None` where that becomes too large.
pub(super) fn replaced(text: &str, needle: &str, with: &str, all: bool) -> Option<String> {
    let mut result = String::new();
    let mut behind = 0;
    for (at, _) in text.match_indices(needle).take(if all { usize::MAX } else { 1 }) {
        result.push_str(&text[behind..at]);
        behind = at + needle.len();
        substitute(&mut result, with, [needle, &text[..at], &text[behind..]])?;
    }
    result.push_str(&text[behind..]);
    (result.len() <= VALUE_BYTES_MAX).then_some(result)
}

/// `$$`, `$&`, `` $` `` and `$'` in a replacement mean a dollar, what was found, and what stands
/// before and behind it.
fn substitute(result: &mut String, with: &str, [found, before, after]: [&str; 3]) -> Option<()> {
    let mut rest = with;
    while let Some(dollar) = rest.find('$') {
        result.push_str(&rest[..dollar]);
        let (meant, length) = match rest.as_bytes().get(dollar + 1) {
            Some(b'$') => ("$", 2),
            Some(b'&') => (found, 2),
            Some(b'`') => (before, 2),
            Some(b'\'') => (after, 2),
            _ => ("$", 1),
        };
        result.push_str(meant);
        if result.len() > VALUE_BYTES_MAX {
            return None;
        }
        rest = &rest[dollar + length..];
    }
    result.push_str(rest);
    (result.len() <= VALUE_BYTES_MAX).then_some(())
}
