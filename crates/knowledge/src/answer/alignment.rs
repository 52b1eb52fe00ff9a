//! How much of a question one passage of a page says: each word of the question is aligned with the word of the
//! passage that is nearest to it, by its form, its spelling or its meaning.
//!
//! A page about nearly the same thing has the common words of the question somewhere. The page that answers it has
//! its rare words close together, or others that mean the same.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::expected::Expected;
use super::focus::Focus;
use crate::embed::{WordVector, built_in};
use crate::search::Found;
use crate::sentences::sentences;
use crate::words::{Language, folded_word, tokens};

/// Of one page as much is read; the answer stands in the rest only if the page is a book.
const TEXT_BYTES_MAX: usize = 200_000;
/// Below the first cosine two words have nothing in common, from the second on they mean the same.
const SIMILAR: Range<f32> = 0.15..0.5;
/// A word that is not in the table, but in pieces: in languages that it does not know, all words are so.
const OF_PIECES: f32 = 0.6;
/// The same for a word that must be on the page.
const SURELY_SIMILAR: Range<f32> = 0.4..0.7;
/// How close two words are is told as a cosine, which ends at 1, or as one of these.
const SAME: f32 = 3.0;
const SPELLED_ALIKE: f32 = 2.0;
/// A word that means the same is worth less than the word itself.
const BY_MEANING: f32 = 0.85;
const BY_SPELLING: f32 = 0.8;
/// What is said beside the sentence counts too, the farther off the less.
const IN_NEXT_SENTENCE: f32 = 0.9;
const IN_TITLE: f32 = 0.85;
const ON_PAGE: f32 = 0.6;
const SPELLING_CHARS_MIN: usize = 4;
const TYPO_CHARS_MIN: usize = 6;

/// A word of a question.
#[derive(Debug)]
struct AskedWord {
    forms: Vec<String>,
    folded: String,
    vector: Option<WordVector>,
    weight: f32,
    is_name: bool,
}

/// A question, ready to be aligned with pages.
#[derive(Debug)]
pub(super) struct Asked {
    words: Vec<AskedWord>,
    focus: Focus,
    /// By word of a page, how close it is to each word of the question.
    near: FxHashMap<String, Vec<f32>>,
}

/// What a page says of a question.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Alignment {
    /// From 0 to 1: how much of the question the best passage says.
    pub(super) coverage: f32,
    /// The best passage: a sentence with those around it.
    pub(super) passage: Range<usize>,
    pub(super) lacks_name: bool,
    /// From 0 to 1: how much is missing on the page of what the question is after.
    pub(super) lacks_focus: f32,
    /// The same for the rarest word that is missing of a question that hangs on each.
    pub(super) lacks_word: f32,
    /// Every sentence with how much of the question it says by itself.
    pub(super) sentences: Vec<(Range<usize>, f32)>,
}

impl Asked {
    /// `question` is what the person wrote, of which `found` has the words that were searched for.
    pub(super) fn new(question: &str, found: &Found, expected: Expected) -> Self {
        let names = Names::of(question);
        let words = found.words.iter().map(|word| {
            let written = found.said.get(word.range.clone()).unwrap_or_default();
            let vector = built_in().word(&word.folded);
            AskedWord {
                forms: word.forms.clone(),
                folded: word.folded.clone(),
                weight: weight(vector.as_ref(), found.frequency(word), found.pages),
                vector,
                is_name: names.is_name(written),
            }
        });
        let mut words: Vec<AskedWord> = words.collect();
        let says_something = |word: &AskedWord| !expected.is_told_by(&word.folded);
        if words.iter().any(says_something) {
            words.retain(says_something);
        }
        Self { words, focus: Focus::of(question, expected), near: FxHashMap::default() }
    }

    /// How many words the question has.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn align(&mut self, title: &str, text: &str, language: Language) -> Alignment {
        let text = &text[..text.floor_char_boundary(TEXT_BYTES_MAX)];
        let title_close = self.closest(title, language);
        let title: Vec<f32> = title_close.iter().map(|close| near(*close)).collect();
        let ranges = sentences(text);
        let close: Vec<Vec<f32>> =
            ranges.iter().map(|range| self.closest(&text[range.clone()], language)).collect();
        let said: Vec<Vec<f32>> =
            close.iter().map(|close| close.iter().map(|close| near(*close)).collect()).collect();
        let closest: Vec<f32> = (0..self.words.len())
            .map(|word| close.iter().map(|close| close[word]).fold(title_close[word], f32::max))
            .collect();
        let around: Vec<f32> = (0..self.words.len())
            .map(|word| (title[word] * IN_TITLE).max(near(closest[word]) * ON_PAGE))
            .collect();
        let mut best = Alignment {
            coverage: self.share(&around),
            lacks_name: self.lacks_name(&around),
            lacks_focus: self.lacks_focus(&closest),
            lacks_word: self.lacks_word(&closest),
            ..Alignment::default()
        };
        for at in 0..said.len() {
            let beside = [at.checked_sub(1), Some(at + 1)].map(|at| at.and_then(|at| said.get(at)));
            let near: Vec<f32> = (0..self.words.len())
                .map(|word| {
                    let beside = beside.iter().flatten().map(|near| near[word] * IN_NEXT_SENTENCE);
                    beside.fold(said[at][word].max(around[word]), f32::max)
                })
                .collect();
            let coverage = self.share(&near);
            if coverage > best.coverage {
                let from = ranges[at.saturating_sub(1)].start;
                let to = ranges[(at + 2).min(ranges.len() - 1)].end;
                best.coverage = coverage;
                best.passage = from..to;
                best.lacks_name = self.lacks_name(&near);
            }
        }
        let shares: Vec<f32> = said.iter().map(|near| self.share(near)).collect();
        best.sentences = ranges.into_iter().zip(shares).collect();
        best
    }

    fn share(&self, near: &[f32]) -> f32 {
        let all: f32 = self.words.iter().map(|word| word.weight).sum();
        let said: f32 = self.words.iter().zip(near).map(|(word, near)| word.weight * near).sum();
        if all > 0.0 { said / all } else { 0.0 }
    }

    /// Who asks for version 6.0 is not helped by 5.2.
    fn lacks_name(&self, near: &[f32]) -> bool {
        self.words.iter().zip(near).any(|(word, near)| word.is_name && *near < 0.5)
    }

    fn lacks_focus(&self, closest: &[f32]) -> f32 {
        let in_focus = self.words.iter().zip(closest);
        let in_focus = in_focus.filter(|(word, _)| self.focus.words.contains(&word.folded));
        let missing = in_focus.map(|(_, close)| 1.0 - meant(*close, &SURELY_SIMILAR));
        match self.focus.one_is_enough {
            true => missing.reduce(f32::min).unwrap_or_default(),
            false => missing.fold(0.0, f32::max),
        }
    }

    fn lacks_word(&self, closest: &[f32]) -> f32 {
        if !self.focus.needs_all {
            return 0.0;
        }
        let words = self.words.iter().zip(closest);
        words.map(|(word, close)| (1.0 - near(*close)) * word.weight.min(1.2)).fold(0.0, f32::max)
    }

    /// By word of the question, how close the closest word of the text is.
    fn closest(&mut self, text: &str, language: Language) -> Vec<f32> {
        let mut closest = vec![0.0_f32; self.words.len()];
        for token in tokens(text, language) {
            let written = folded_word(&text[token.range]);
            let words = &self.words;
            let close = self.near.entry(written).or_insert_with_key(|written| {
                let vector = built_in().word(written);
                words.iter().map(|word| word.close(written, vector.as_ref())).collect()
            });
            for ((closest, close), word) in closest.iter_mut().zip(close).zip(&self.words) {
                let is_same = word.forms.contains(&token.text);
                *closest = closest.max(if is_same { SAME } else { *close });
            }
        }
        closest
    }
}

impl AskedWord {
    fn close(&self, written: &str, vector: Option<&WordVector>) -> f32 {
        let alike = spelled_alike(&self.folded, written);
        if alike > 0.0 {
            return SPELLED_ALIKE + alike / 2.0;
        }
        self.vector.as_ref().zip(vector).map_or(0.0, |(one, other)| {
            match (one.pieces, other.pieces) {
                (1, 1) => one.cosine(other),
                _ => one.cosine(other) * OF_PIECES,
            }
        })
    }
}

/// From 0 to 1: what a word this close says of the asked one.
fn near(close: f32) -> f32 {
    if close >= SAME {
        1.0
    } else if close >= SPELLED_ALIKE {
        (close - SPELLED_ALIKE) * 2.0 * BY_SPELLING
    } else {
        meant(close, &SIMILAR) * BY_MEANING
    }
}

fn meant(close: f32, similar: &Range<f32>) -> f32 {
    ((close - similar.start) / (similar.end - similar.start)).clamp(0.0, 1.0)
}

/// How much a word of a question matters: the rarer it is in English and in the library, the more. Vectors of rare words
/// are long. A word of several pieces is no common word of English.
fn weight(vector: Option<&WordVector>, pages_with: u64, pages: u64) -> f32 {
    let of_language = match vector {
        Some(vector) if vector.pieces == 1 => (vector.length / 5.0).clamp(0.2, 1.6),
        _ => 1.2,
    };
    let pages = pages.max(1) as f32;
    let of_library = (1.0 + pages / (1.0 + pages_with as f32)).ln() / (1.0 + pages).ln();
    0.5 * of_language + 0.6 * of_library
}

pub(super) fn is_typo_of(word: &str, other: &str) -> bool {
    let (word, other): (Vec<char>, Vec<char>) = (word.chars().collect(), other.chars().collect());
    let (short, long) = if word.len() < other.len() { (&word, &other) } else { (&other, &word) };
    short.len() > TYPO_CHARS_MIN && is_one_mistake(short, long)
}

/// One mistake, or one word within the other: "overnight" and "night", "carb" and "carburettor".
fn spelled_alike(one: &str, other: &str) -> f32 {
    if one == other {
        return 1.0;
    }
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() < other.len() { (&one, &other) } else { (&other, &one) };
    let same = short.iter().zip(long).take_while(|(one, other)| one == other).count();
    let (len, more) = (short.len(), long.len() - short.len());
    if len < SPELLING_CHARS_MIN {
        return 0.0;
    }
    if len > SPELLING_CHARS_MIN && is_one_mistake(short, long) {
        return 1.0;
    }
    if same == len && (len > SPELLING_CHARS_MIN || (more >= 3 && len * 2 >= long.len())) {
        return 0.9;
    }
    let ends_alike = long.ends_with(short);
    let begin_alike = same >= 6 && same * 5 >= long.len() * 3;
    if ends_alike || begin_alike { 0.8 } else { 0.0 }
}

/// One letter is other, too many, or changed places with the next.
fn is_one_mistake(short: &[char], long: &[char]) -> bool {
    if long.len() - short.len() > 1 {
        return false;
    }
    let begin = short.iter().zip(long).take_while(|(one, other)| one == other).count();
    let (short, long) = (&short[begin..], &long[begin..]);
    let end = short.iter().rev().zip(long.iter().rev()).take_while(|(a, b)| a == b).count();
    let (short, long) = (&short[..short.len() - end], &long[..long.len() - end]);
    match (short, long) {
        ([] | [_], [] | [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

/// Which words of a question are names or numbers. German writes every noun with a capital, and a headline every word:
/// there nothing is told by it.
struct Names<'q> {
    first: Option<&'q str>,
    are_capitals_sparing: bool,
}

impl<'q> Names<'q> {
    fn of(question: &'q str) -> Self {
        let mut words = question.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty());
        let first = words.clone().next();
        let all = words.clone().count();
        let capitals = words.by_ref().filter(|word| word.starts_with(char::is_uppercase)).count();
        Self { first, are_capitals_sparing: capitals * 2 <= all }
    }

    fn is_name(&self, written: &str) -> bool {
        let is_capital = written.starts_with(char::is_uppercase) && self.first != Some(written);
        written.contains(|c: char| c.is_ascii_digit()) || (self.are_capitals_sparing && is_capital)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_family_and_one_mistake_are_spelled_alike() {
        for (one, other, is_alike) in [
            ("colny", "colony", true),
            ("fontain", "fountain", true),
            ("yungest", "youngest", true),
            ("recieve", "receive", true),
            ("carb", "carburettor", false),
            ("overnight", "night", true),
            ("firebrick", "brick", true),
            ("car", "care", false),
            ("lang", "langsam", true),
            ("bear", "beer", false),
            ("tea", "team", false),
            ("station", "statement", false),
        ] {
            assert_eq!(spelled_alike(one, other) > 0.0, is_alike, "{one} {other}");
            assert_eq!(spelled_alike(other, one) > 0.0, is_alike, "{other} {one}");
        }
    }

    #[test]
    fn names_are_told_from_the_first_word_and_from_nouns_of_german() {
        let is_name = |question: &str, word: &str| Names::of(question).is_name(word);
        assert!(is_name("What did I read about Mozart?", "Mozart"));
        assert!(is_name("what changed in plotline 6.0", "6.0"));
        assert!(!is_name("Bees in winter", "Bees"));
        assert!(!is_name("Wie Lang Ist Die Klinge", "Klinge"));
    }
}
