//! WordPiece: a text into pieces of words from a fixed vocabulary, as BERT's uncased models are trained with.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

const WORD_CHARS_MAX: usize = 100;
const EMPTY: u32 = u32::MAX;
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// A list of pieces, one to a line, and a hash table of line numbers over it: a tenth of what a map of strings
/// takes.
#[derive(Debug)]
pub(super) struct Vocabulary {
    text: Cow<'static, str>,
    /// Where each line begins, and the end.
    starts: Vec<u32>,
    slots: Vec<u32>,
    longest_bytes: usize,
}

impl Vocabulary {
    /// None where the list is empty or absurdly long.
    pub(super) fn new(text: Cow<'static, str>) -> Option<Self> {
        if u32::try_from(text.len()).is_err() {
            return None;
        }
        let mut starts: Vec<u32> = vec![0];
        let mut end = 0;
        for line in text.split_inclusive('\n') {
            end += line.len();
            starts.push(end as u32);
        }
        let rows = starts.len() - 1;
        if rows == 0 {
            return None;
        }
        let slots = vec![EMPTY; (rows * 2).next_power_of_two()];
        let mut vocabulary = Vocabulary { text, starts, slots, longest_bytes: 0 };
        for row in 0..rows {
            let piece = vocabulary.piece(row);
            if piece.is_empty() {
                continue;
            }
            let (hash, len) = (hash(FNV_OFFSET, piece.as_bytes()), piece.len());
            vocabulary.longest_bytes = vocabulary.longest_bytes.max(len);
            let mut slot = vocabulary.slot(hash);
            while vocabulary.slots[slot] != EMPTY {
                slot = (slot + 1) % vocabulary.slots.len();
            }
            vocabulary.slots[slot] = row as u32;
        }
        Some(vocabulary)
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn piece(&self, row: usize) -> &str {
        let (from, to) = (self.starts[row] as usize, self.starts[row + 1] as usize);
        self.text[from..to].trim_end_matches(['\n', '\r'])
    }

    /// Appends the rows of a word's pieces, or nothing and false if some part of it is in no piece.
    pub(super) fn push_pieces(&self, word: &str, rows: &mut Vec<u32>) -> bool {
        if word.chars().count() > WORD_CHARS_MAX {
            return false;
        }
        let before = rows.len();
        let mut at = 0;
        while at < word.len() {
            let Some((row, len)) = self.longest_at(&word[at..], if at > 0 { "##" } else { "" })
            else {
                rows.truncate(before);
                return false;
            };
            rows.push(row);
            at += len;
        }
        true
    }

    fn longest_at(&self, rest: &str, prefix: &str) -> Option<(u32, usize)> {
        // One pass makes the hashes of all beginnings, since each extends the one before.
        let mut hashes = [0; WORD_CHARS_MAX];
        let mut ends = [0; WORD_CHARS_MAX];
        let mut count = 0;
        let mut so_far = hash(FNV_OFFSET, prefix.as_bytes());
        for (at, character) in rest.char_indices().take(WORD_CHARS_MAX) {
            let end = at + character.len_utf8();
            if end + prefix.len() > self.longest_bytes {
                break;
            }
            so_far = hash(so_far, &rest.as_bytes()[at..end]);
            (hashes[count], ends[count]) = (so_far, end);
            count += 1;
        }
        (0..count).rev().find_map(|at| {
            let row = self.find(hashes[at], prefix, &rest[..ends[at]])?;
            Some((row, ends[at]))
        })
    }

    fn find(&self, hash: u64, prefix: &str, piece: &str) -> Option<u32> {
        let mut slot = self.slot(hash);
        loop {
            let row = self.slots[slot];
            if row == EMPTY {
                return None;
            }
            if self.piece(row as usize).strip_prefix(prefix) == Some(piece) {
                return Some(row);
            }
            slot = (slot + 1) % self.slots.len();
        }
    }

    fn slot(&self, hash: u64) -> usize {
        (hash ^ (hash >> 29)) as usize % self.slots.len()
    }
}

fn hash(so_far: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(so_far, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME))
}

/// Calls `each` with every word of the text: lower case, no accents, each punctuation mark and each ideograph
/// a word of its own.
pub(super) fn words(text: &str, each: &mut dyn FnMut(&str)) {
    let mut word = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            word.push(character.to_ascii_lowercase());
            continue;
        }
        match kind(character) {
            Kind::Dropped => {}
            Kind::Blank => flush(&mut word, each),
            Kind::Ideograph => {
                flush(&mut word, each);
                push_folded(character, &mut word, each);
                flush(&mut word, each);
            }
            Kind::Other => push_folded(character, &mut word, each),
        }
    }
    flush(&mut word, each);
}

fn flush(word: &mut String, each: &mut dyn FnMut(&str)) {
    if !word.is_empty() {
        each(word);
        word.clear();
    }
}

fn push_folded(character: char, word: &mut String, each: &mut dyn FnMut(&str)) {
    for part in std::iter::once(character).nfd() {
        if part.general_category() == GeneralCategory::NonspacingMark {
            continue;
        }
        for lower in part.to_lowercase() {
            if is_punctuation(lower) {
                flush(word, each);
                each(lower.encode_utf8(&mut [0; 4]));
            } else {
                word.push(lower);
            }
        }
    }
}

enum Kind {
    Dropped,
    Blank,
    Ideograph,
    Other,
}

fn kind(character: char) -> Kind {
    match character {
        '\t' | '\n' | '\r' | ' ' => Kind::Blank,
        '\0' | '\u{fffd}' => Kind::Dropped,
        '\u{4e00}'..='\u{9fff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2ceaf}'
        | '\u{2f800}'..='\u{2fa1f}' => Kind::Ideograph,
        _ if character.general_category() == GeneralCategory::SpaceSeparator => Kind::Blank,
        _ if character.general_category_group() == GeneralCategoryGroup::Other => Kind::Dropped,
        _ => Kind::Other,
    }
}

fn is_punctuation(character: char) -> bool {
    character.is_ascii_punctuation()
        || character.general_category_group() == GeneralCategoryGroup::Punctuation
}
