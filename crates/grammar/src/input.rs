//! An utterance made ready for matching: normalised, folded, one cell for each character.

use std::borrow::Cow;

use smallvec::SmallVec;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::parse::TooHard;
use crate::spacing::{SEPARATOR, cell};

/// Longer than anybody says at once; what is longer is a document.
pub const INPUT_CHARACTERS_MAX: usize = 4096;

#[derive(Debug)]
pub(crate) struct Input<'t> {
    /// In NFC; spans refer to this.
    pub(crate) text: Cow<'t, str>,
    pub(crate) cells: SmallVec<[u32; 64]>,
    /// Where each character begins, and the end; empty for ASCII, where it is the same number.
    offsets: Vec<u32>,
    /// Which pairs of letters occur, folded into 64 bits.
    pub(crate) pairs: u64,
}

impl<'t> Input<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, TooHard> {
        // A character has at most four bytes, so this keeps normalising bounded too.
        if text.len() > 4 * INPUT_CHARACTERS_MAX {
            return Err(TooHard::Long { characters: text.chars().count() });
        }
        let ascii = text.is_ascii();
        let text = if ascii || is_nfc_quick(text.chars()) == IsNormalized::Yes {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(text.nfc().collect())
        };
        let (cells, offsets) = if ascii {
            (ascii_cells(text.as_bytes()), Vec::new())
        } else {
            let ends = std::iter::once(text.len()).map(bounded);
            let offsets = text.char_indices().map(|(at, _)| bounded(at)).chain(ends).collect();
            (text.chars().map(cell).collect(), offsets)
        };
        if cells.len() > INPUT_CHARACTERS_MAX {
            return Err(TooHard::Long { characters: cells.len() });
        }
        let pairs = pairs(&cells);
        Ok(Self { text, cells, offsets, pairs })
    }

    /// The byte at which a character begins.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> usize {
        self.offsets.get(at).map_or(at, |offset| *offset as usize)
    }

    #[inline]
    pub(crate) fn slice(&self, start: usize, end: usize) -> &str {
        &self.text[self.byte(start)..self.byte(end)]
    }
}

fn ascii_cells(text: &[u8]) -> SmallVec<[u32; 64]> {
    let mut short = [0; 64];
    if text.len() > short.len() {
        return text.iter().map(|byte| cell(char::from(*byte))).collect();
    }
    for (cell, byte) in short.iter_mut().zip(text) {
        *cell = self::cell(char::from(*byte));
    }
    SmallVec::from_buf_and_len(short, text.len())
}

/// The signature of a text: a bit for every two letters that stand side by side. If that of a
/// literal is not contained in that of an utterance, the literal is not in it.
pub(crate) fn pairs(cells: &[u32]) -> u64 {
    cells.windows(2).fold(0, |bits, pair| {
        let both = (pair[0] | pair[1]) & SEPARATOR == 0;
        bits | u64::from(both) << pair_bit(pair[0], pair[1])
    })
}

#[inline]
fn pair_bit(one: u32, other: u32) -> u32 {
    one.wrapping_mul(31).wrapping_add(other).wrapping_mul(0x9e37_79b1) >> 26
}

fn bounded(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decomposed_text_is_composed_and_spans_refer_to_it() {
        let input = Input::new("cafe\u{301} now").unwrap();
        assert_eq!(input.text, "café now");
        assert_eq!(input.cells.len(), 8);
        assert_eq!(input.slice(0, 4), "café");
        assert_eq!(input.slice(5, 8), "now");
    }

    #[test]
    fn what_is_too_long_is_refused_before_it_is_looked_at() {
        let long = "a".repeat(INPUT_CHARACTERS_MAX + 1);
        assert!(matches!(Input::new(&long), Err(TooHard::Long { characters: 4097 })));
        assert!(Input::new(&long[1..]).is_ok());
        assert!(matches!(Input::new(&"é".repeat(9000)), Err(TooHard::Long { .. })));
    }

    #[test]
    fn a_signature_contains_that_of_every_part() {
        let whole = Input::new("Please scroll down, 3 times").unwrap();
        for part in ["scroll", "DOWN", "lea", "times"] {
            let part = Input::new(part).unwrap();
            assert_eq!(part.pairs & !whole.pairs, 0, "{part:?}");
        }
        assert_ne!(Input::new("reload").unwrap().pairs & !whole.pairs, 0);
    }
}
