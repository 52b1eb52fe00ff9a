//! Where a long text is cut, so that each piece is about few enough things for one vector.

use std::ops::Range;

const CHUNK_WORDS: usize = 180;
const OVERLAP_WORDS: usize = 30;
/// A rest of fewer words belongs to the chunk before it.
const REST_WORDS_MIN: usize = 50;
/// A script without blanks writes a word in about so many bytes.
const UNSPACED_WORD_BYTES: usize = 6;
/// More than this between two blanks is no word of a script with blanks.
const SPACED_WORD_BYTES_MAX: usize = 48;
/// Of one text: some 38,000 words. What comes after is found by its words only.
pub const CHUNKS_MAX: usize = 256;

/// Byte ranges of about 180 words, each beginning 30 words before the one before it ends. A text without a word
/// has none.
pub fn chunks(text: &str) -> Vec<Range<usize>> {
    let words = words(text);
    let mut chunks = Vec::new();
    let mut from = 0;
    while from < words.len() && chunks.len() < CHUNKS_MAX {
        let mut to = (from + CHUNK_WORDS).min(words.len());
        if words.len() - to < REST_WORDS_MIN {
            to = words.len();
        }
        chunks.push(words[from].start..words[to - 1].end);
        if to == words.len() {
            break;
        }
        from = to - OVERLAP_WORDS;
    }
    chunks
}

fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut at = 0;
    for piece in text.split_inclusive(char::is_whitespace) {
        let start = at;
        at += piece.len();
        let word = piece.trim_end();
        if word.is_empty() {
            continue;
        }
        let end = start + word.len();
        if word.len() <= SPACED_WORD_BYTES_MAX {
            words.push(start..end);
            continue;
        }
        let mut from = start;
        while from < end {
            let to = text.ceil_char_boundary((from + UNSPACED_WORD_BYTES).min(end));
            words.push(from..to);
            from = to;
        }
    }
    words
}
