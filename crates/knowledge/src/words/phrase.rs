//! Where a text says a phrase, word for word but for case, accents and punctuation.

use std::ops::Range;

use super::split::{Role, Splitter};

/// Places that are worth showing.
const FOUND_MAX: usize = 100;

/// A phrase that is looked for in many texts.
#[derive(Debug, Clone)]
pub struct Phrase {
    words: Vec<String>,
}

impl Phrase {
    pub fn new(phrase: &str) -> Self {
        Phrase { words: words(phrase).into_iter().map(|(word, _)| word).collect() }
    }

    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// In bytes of the text, each from the first word of the phrase to its last. A phrase without a word is
    /// nowhere.
    pub fn ranges_in(&self, text: &str) -> Vec<Range<usize>> {
        let wanted = &self.words;
        // Between two words there is at least a byte, so a short text needs no splitting.
        if wanted.is_empty() || text.len() < wanted.len() {
            return Vec::new();
        }
        let said = words(text);
        let mut found = Vec::new();
        let mut at = 0;
        while at + wanted.len() <= said.len() && found.len() < FOUND_MAX {
            let here = &said[at..at + wanted.len()];
            if here.iter().zip(wanted).all(|((word, _), wanted)| word == wanted) {
                found.push(here[0].1.start..here[here.len() - 1].1.end);
                at += wanted.len();
            } else {
                at += 1;
            }
        }
        found
    }
}

/// Where a text says a phrase that is looked for only once.
pub fn phrase_ranges(text: &str, phrase: &str) -> Vec<Range<usize>> {
    Phrase::new(phrase).ranges_in(text)
}

fn words(text: &str) -> Vec<(String, Range<usize>)> {
    let mut words = Vec::new();
    let mut splitter = Splitter::unstemmed(text);
    while splitter.next_unit(&mut |word, range, role| {
        if !matches!(role, Role::Part | Role::Pair) {
            words.push((word.to_owned(), range));
        }
    }) {}
    words
}
