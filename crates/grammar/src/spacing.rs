//! What stands between words: separators, the letters that need one, and the four ways of spacing.
//!
//! Text is matched as cells: one number for each character, folded for case, with its class in the
//! high bits. Two characters are the same to a grammar exactly when their cells are equal.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

/// White space or punctuation: what may stand between two words.
pub(crate) const SEPARATOR: u32 = 1 << 31;
/// A letter of a script that puts spaces between words.
const LETTER: u32 = 1 << 30;
const DIGIT: u32 = 1 << 29;
/// Ends a line: no wildcard crosses it.
pub(crate) const LINE_END: u32 = 1 << 28;
pub(crate) const SPACE: u32 = 1 << 27;
const CODE: u32 = (1 << 21) - 1;

/// How the words of an alternative are set apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Spacing {
    /// A separator only where two words would otherwise run into one.
    #[default]
    Auto,
    /// At least one separator.
    Required,
    /// Any number of separators.
    Optional,
    /// Nothing between, and nothing around.
    None,
}

impl Spacing {
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "required" => Some(Self::Required),
            "optional" => Some(Self::Optional),
            "none" => Some(Self::None),
            _ => None,
        }
    }
}

/// What must stand between two words of one literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    Needed,
    Allowed,
    Forbidden,
}

impl Gap {
    pub(crate) fn between(before: u32, after: u32, spacing: Spacing) -> Self {
        match spacing {
            Spacing::Required => Self::Needed,
            Spacing::Optional => Self::Allowed,
            Spacing::None => Self::Forbidden,
            Spacing::Auto if run_together(before, after) => Self::Needed,
            Spacing::Auto => Self::Allowed,
        }
    }
}

/// Would these two, side by side, read as one word or one number?
#[inline]
pub(crate) fn run_together(before: u32, after: u32) -> bool {
    before & after & (LETTER | DIGIT) != 0
}

/// May a part end at `at`, under this spacing?
#[inline]
pub(crate) fn is_boundary(cells: &[u32], at: usize, spacing: Spacing) -> bool {
    if at == 0 || at >= cells.len() {
        return true;
    }
    match spacing {
        Spacing::Optional | Spacing::None => true,
        Spacing::Required => is_separator(cells[at]),
        Spacing::Auto => !run_together(cells[at - 1], cells[at]),
    }
}

#[inline]
pub(crate) fn is_separator(cell: u32) -> bool {
    cell & SEPARATOR != 0
}

#[inline]
pub(crate) fn skip_separators(cells: &[u32], mut at: usize) -> usize {
    while at < cells.len() && is_separator(cells[at]) {
        at += 1;
    }
    at
}

/// The character of a cell, in its folded form.
#[inline]
pub(crate) fn letter(cell: u32) -> char {
    char::from_u32(cell & CODE).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[inline]
pub(crate) fn cell(c: char) -> u32 {
    let code = c as u32;
    if code < 128 { ASCII[code as usize] } else { wide_cell(c) }
}

fn wide_cell(c: char) -> u32 {
    let folded = fold(c);
    let code = folded as u32;
    if code < 128 {
        return ASCII[code as usize];
    }
    if is_space(folded) {
        let line = if matches!(folded, '\u{2028}' | '\u{2029}') { LINE_END } else { 0 };
        return code | SEPARATOR | SPACE | line;
    }
    if folded.general_category_group() == GeneralCategoryGroup::Punctuation {
        return code | SEPARATOR;
    }
    if is_spaced_script(folded.script()) { code | LETTER } else { code }
}

/// The cells of ASCII, made once by the compiler.
const ASCII: [u32; 128] = {
    let mut cells = [0; 128];
    let mut code = 0;
    while code < 128 {
        let byte = code as u8;
        cells[code as usize] = match byte {
            b'A'..=b'Z' => (code + 32) | LETTER,
            b'a'..=b'z' => code | LETTER,
            b'0'..=b'9' => code | DIGIT,
            b'\n' | b'\r' => code | SEPARATOR | SPACE | LINE_END,
            b'\t' | 0x0b | 0x0c | b' ' => code | SEPARATOR | SPACE,
            // Unicode calls these symbols, not punctuation.
            b'$' | b'+' | b'<' | b'=' | b'>' | b'^' | b'`' | b'|' | b'~' => code,
            _ if byte.is_ascii_punctuation() => code | SEPARATOR,
            _ => code,
        };
        code += 1;
    }
    cells
};

/// White space as JavaScript counts it: Unicode's, without U+0085, with the byte order mark.
pub(crate) fn is_space(c: char) -> bool {
    match c {
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{feff}' => true,
        '\u{85}' => false,
        c => !c.is_ascii() && c.is_whitespace(),
    }
}

/// Simple case folding: one character for one. Through upper case first, so that final sigma, the
/// long s and the micro sign meet their plain forms.
fn fold(c: char) -> char {
    // Dotless i folds to i in Turkish only.
    if c == 'ı' {
        return c;
    }
    let upper = only(c.to_uppercase()).unwrap_or(c);
    only(upper.to_lowercase()).unwrap_or(upper)
}

fn only(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

fn is_spaced_script(script: Script) -> bool {
    matches!(
        script,
        Script::Latin
            | Script::Cyrillic
            | Script::Greek
            | Script::Armenian
            | Script::Georgian
            | Script::Hangul
            | Script::Arabic
            | Script::Hebrew
            | Script::Devanagari
            | Script::Bengali
            | Script::Tamil
            | Script::Telugu
            | Script::Kannada
            | Script::Malayalam
            | Script::Gujarati
            | Script::Gurmukhi
            | Script::Oriya
            | Script::Sinhala
            | Script::Ethiopic
            | Script::Mongolian
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_folded_one_for_one() {
        for (one, other) in [('A', 'a'), ('Σ', 'ς'), ('ſ', 's'), ('µ', 'μ'), ('ẞ', 'ß'), ('Ж', 'ж')]
        {
            assert_eq!(cell(one), cell(other), "{one} and {other}");
        }
        for (one, other) in [('ı', 'i'), ('İ', 'i'), ('ß', 's'), ('é', 'e')] {
            assert_ne!(cell(one), cell(other), "{one} and {other}");
        }
    }

    #[test]
    fn only_like_neighbours_need_a_separator() {
        for (before, after, needed) in [
            ('a', 'b', true),
            ('1', '2', true),
            ('a', '1', false),
            ('你', 'a', false),
            ('안', '녕', true),
            ('ж', 'a', true),
            (',', 'a', false),
            ('+', 'a', false),
        ] {
            assert_eq!(run_together(cell(before), cell(after)), needed, "{before}{after}");
        }
    }

    #[test]
    fn separators_are_white_space_and_punctuation_but_no_symbols() {
        for c in [' ', '\n', ',', '-', '%', '#', '@', '_', '。', '“', '\u{feff}', '\u{3000}'] {
            assert!(is_separator(cell(c)), "{c:?}");
        }
        for c in ['+', '=', '$', '<', '~', '|', '€', '🎵', 'a', '1', '\u{85}'] {
            assert!(!is_separator(cell(c)), "{c:?}");
        }
    }
}
