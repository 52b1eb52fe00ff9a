//! Typing errors: the word of the library that was meant by one that the library does not have.

use rustc_hash::{FxHashMap, FxHashSet};

/// Shorter words are each other's neighbours by chance.
const CHARS_MIN: usize = 4;
/// From here on two errors are still one word.
const TWO_ERRORS_CHARS: usize = 8;
const CHARS_MAX: usize = 40;
/// Words that are compared for one suggestion: some milliseconds.
const COMPARED_MAX: usize = 60_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    pub word: String,
    /// Insertions, deletions, replacements and swaps of neighbours.
    pub distance: u32,
    pub document_frequency: u32,
}

/// A word, and on how many pages it is.
type WordCount = (Box<str>, u32);

/// The words of the library with the number of pages that have them, by length and first letter.
#[derive(Debug, Default)]
pub struct Speller {
    known: FxHashSet<Box<str>>,
    buckets: FxHashMap<(usize, char), Vec<WordCount>>,
}

impl Speller {
    /// Takes folded words; those that are no words to a person (numbers, identifiers) may be among them.
    pub fn new(words: impl IntoIterator<Item = (String, u32)>) -> Self {
        let mut speller = Speller::default();
        for (word, frequency) in words {
            speller.add(&word, frequency);
        }
        for bucket in speller.buckets.values_mut() {
            bucket.sort_by(|(one, few), (other, many)| many.cmp(few).then_with(|| one.cmp(other)));
        }
        speller
    }

    fn add(&mut self, word: &str, frequency: u32) {
        let chars = word.chars().count();
        if frequency == 0 || chars > CHARS_MAX || !word.chars().all(char::is_alphabetic) {
            return;
        }
        let Some(first) = word.chars().next() else {
            return;
        };
        if self.known.insert(word.into()) && chars + 1 >= CHARS_MIN {
            self.buckets.entry((chars, first)).or_default().push((word.into(), frequency));
        }
    }

    pub fn knows(&self, word: &str) -> bool {
        self.known.contains(word)
    }

    /// The nearest word, and of equally near ones the one on most pages. None for a word that is known, that
    /// is too short, or that has no letters only.
    pub fn suggest(&self, word: &str) -> Option<Suggestion> {
        let letters: Vec<char> = word.chars().take(CHARS_MAX + 1).collect();
        let length_fits = (CHARS_MIN..=CHARS_MAX).contains(&letters.len());
        if !length_fits || !letters.iter().all(|letter| letter.is_alphabetic()) || self.knows(word)
        {
            return None;
        }
        let errors_max = if letters.len() >= TWO_ERRORS_CHARS { 2 } else { 1 };
        // The first letter is seldom wrong, but it may have changed places with the second.
        let firsts = if letters[0] == letters[1] { &letters[..1] } else { &letters[..2] };
        let mut compared = 0;
        let mut best: Option<(u32, u32, &str)> = None;
        for chars in nearest_first(letters.len(), errors_max) {
            for first in firsts {
                let Some(bucket) = self.buckets.get(&(chars, *first)) else {
                    continue;
                };
                for (candidate, frequency) in bucket {
                    compared += 1;
                    if compared > COMPARED_MAX {
                        break;
                    }
                    let limit = best.map_or(errors_max, |(distance, ..)| distance as usize);
                    let Some(distance) = distance(&letters, candidate, limit) else {
                        continue;
                    };
                    let better = best.is_none_or(|(least, most, _)| {
                        distance < least || (distance == least && *frequency > most)
                    });
                    if better {
                        best = Some((distance, *frequency, candidate));
                    }
                }
            }
        }
        best.map(|(distance, document_frequency, word)| Suggestion {
            word: word.to_owned(),
            distance,
            document_frequency,
        })
    }
}

fn nearest_first(chars: usize, errors_max: usize) -> impl Iterator<Item = usize> {
    let away = move |by: usize| [chars.saturating_sub(by), chars + by];
    std::iter::once(chars).chain((1..=errors_max).flat_map(away))
}

/// Optimal string alignment distance, or none above the limit.
fn distance(word: &[char], candidate: &str, limit: usize) -> Option<u32> {
    let mut other = ['\0'; CHARS_MAX];
    let mut len = 0;
    for (slot, letter) in other.iter_mut().zip(candidate.chars()) {
        *slot = letter;
        len += 1;
    }
    let other = &other[..len];
    let width = len + 1;
    let mut before_last = [0_usize; CHARS_MAX + 1];
    let mut last = [0_usize; CHARS_MAX + 1];
    let mut row = [0_usize; CHARS_MAX + 1];
    for (column, cost) in last[..width].iter_mut().enumerate() {
        *cost = column;
    }
    for at in 0..word.len() {
        row[0] = at + 1;
        let mut least = row[0];
        for column in 0..len {
            let replaced = last[column] + usize::from(word[at] != other[column]);
            let mut cost = replaced.min(last[column + 1] + 1).min(row[column] + 1);
            let swapped = at > 0
                && column > 0
                && word[at] == other[column - 1]
                && word[at - 1] == other[column];
            if swapped {
                cost = cost.min(before_last[column - 1] + 1);
            }
            row[column + 1] = cost;
            least = least.min(cost);
        }
        if least > limit {
            return None;
        }
        (before_last, last) = (last, row);
    }
    (last[len] <= limit).then_some(last[len] as u32)
}
