//! A summary of a page's own sentences: near the centre of what it says, early, close to its title, and not twice
//! the same.

use rustc_hash::{FxHashMap, FxHashSet};

use super::text::{Sentence, Style, Text, is_stop_word};
use super::words::Shape;
use crate::page::Page;

const CENTROID_WEIGHT: f32 = 0.5;
const POSITION_WEIGHT: f32 = 0.3;
const TITLE_WEIGHT: f32 = 0.2;
/// How much relevance counts against being like what was chosen already.
const RELEVANCE_SHARE: f32 = 0.7;
const SENTENCES_MIN: usize = 4;
const SUMMARY_MAX: usize = 5;
/// A page's first sentences hold what it is about: more would make the choice slow and no better.
const CANDIDATES_MAX: usize = 300;
const WORDS_MIN: usize = 5;
const CHARS_MAX: usize = 400;

/// Weights by the number of the word.
type Vector = Vec<(u32, f32)>;

pub(super) fn summary(page: &Page, text: &Text<'_>) -> Vec<String> {
    chosen(page, text, |candidates| {
        (candidates / 4).clamp(1, SUMMARY_MAX).max(if candidates >= 8 { 3 } else { 2 })
    })
}

/// The sentences that say most of a page, in its order; as many as are wanted of so many.
pub(super) fn chosen(
    page: &Page,
    text: &Text<'_>,
    wanted: impl FnOnce(usize) -> usize,
) -> Vec<String> {
    let mut said = FxHashSet::default();
    let candidates: Vec<&Sentence<'_>> = text
        .sentences
        .iter()
        .filter(|sentence| is_candidate(text, sentence))
        .filter(|sentence| said.insert(text.slice(&sentence.range)))
        .take(CANDIDATES_MAX)
        .collect();
    if candidates.len() < SENTENCES_MIN {
        return Vec::new();
    }
    let wanted = wanted(candidates.len());
    let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
    let counts: Vec<Vector> = candidates
        .iter()
        .map(|sentence| {
            let words = sentence
                .tokens
                .iter()
                .filter(|token| token.is_word() && token.shape != Shape::Code);
            vector(words.map(|token| token.text), &mut numbers)
        })
        .collect();
    let title = vector(page.title.split(|letter: char| !letter.is_alphanumeric()), &mut numbers);
    // Words in few of the sentences weigh more than those in all of them.
    let mut sentences_with = vec![0_u32; numbers.len()];
    for (word, _) in counts.iter().flatten() {
        sentences_with[*word as usize] += 1;
    }
    let total = candidates.len() as f32;
    let weighted = |counts: &Vector| -> Vector {
        let rarity = |word: u32| (1.0 + total / (1.0 + sentences_with[word as usize] as f32)).ln();
        normalized(
            counts
                .iter()
                .map(|(word, count)| (*word, (1.0 + count.ln()) * rarity(*word)))
                .collect(),
        )
    };
    let vectors: Vec<Vector> = counts.iter().map(weighted).collect();
    let title = weighted(&title);
    let mut centroid = vec![0.0_f32; numbers.len()];
    for (word, weight) in vectors.iter().flatten() {
        centroid[*word as usize] += weight;
    }
    let length =
        centroid.iter().map(|weight| weight * weight).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    let relevance: Vec<f32> = vectors
        .iter()
        .enumerate()
        .map(|(at, vector)| {
            let central: f32 =
                vector.iter().map(|(word, weight)| weight * centroid[*word as usize]).sum();
            let position = 1.0 - at as f32 / total;
            CENTROID_WEIGHT * central / length
                + POSITION_WEIGHT * position
                + TITLE_WEIGHT * cosine(vector, &title)
        })
        .collect();
    let mut chosen = most_relevant_and_different(&vectors, &relevance, wanted);
    chosen.sort_unstable();
    chosen.into_iter().map(|at| text.slice(&candidates[at].range).to_owned()).collect()
}

/// A whole sentence, not a heading, a list item or a table.
fn is_candidate(text: &Text<'_>, sentence: &Sentence<'_>) -> bool {
    let written = text.slice(&sentence.range);
    let stopped = written.ends_with(['.', '!', '…', '"', '”', '»', '’', ')', '。', '！', '।', '۔']);
    let words = sentence.tokens.iter().filter(|token| token.is_word()).count();
    let uncased = sentence.tokens.iter().any(|token| token.shape == Shape::Uncased);
    let long_enough = words >= WORDS_MIN || (uncased && written.chars().count() >= 10);
    sentence.style == Style::Plain && stopped && long_enough && written.chars().count() <= CHARS_MAX
}

fn vector<'w>(
    words: impl Iterator<Item = &'w str>,
    numbers: &mut FxHashMap<String, u32>,
) -> Vector {
    let mut counts: FxHashMap<u32, f32> = FxHashMap::default();
    for word in words {
        let lower = word.to_lowercase();
        if lower.is_empty() || is_stop_word(&lower) {
            continue;
        }
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *counts.entry(*numbers.entry(stem(lower)).or_insert(next)).or_default() += 1.0;
    }
    let mut vector: Vector = counts.into_iter().collect();
    vector.sort_unstable_by_key(|(word, _)| *word);
    vector
}

/// Plurals count as their singular.
fn stem(mut lower: String) -> String {
    if lower.len() > 4 && lower.ends_with('s') && !lower.ends_with("ss") {
        lower.pop();
    }
    lower
}

fn normalized(mut vector: Vector) -> Vector {
    let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|(_, weight)| *weight /= length);
    }
    vector
}

/// Of two vectors in the order of their words.
fn cosine(left: &Vector, right: &Vector) -> f32 {
    let (mut at, mut sum) = (0, 0.0);
    for (word, weight) in left {
        while right.get(at).is_some_and(|(other, _)| other < word) {
            at += 1;
        }
        if let Some((other, factor)) = right.get(at)
            && other == word
        {
            sum += weight * factor;
        }
    }
    sum
}

/// Maximal marginal relevance.
fn most_relevant_and_different(vectors: &[Vector], relevance: &[f32], wanted: usize) -> Vec<usize> {
    let mut likeness = vec![0.0_f32; vectors.len()];
    let mut chosen: Vec<usize> = Vec::with_capacity(wanted);
    while chosen.len() < wanted.min(vectors.len()) {
        let value =
            |at: usize| RELEVANCE_SHARE * relevance[at] - (1.0 - RELEVANCE_SHARE) * likeness[at];
        let best = (0..vectors.len())
            .filter(|at| !chosen.contains(at))
            .max_by(|left, right| value(*left).total_cmp(&value(*right)).then(right.cmp(left)));
        let Some(best) = best else { break };
        chosen.push(best);
        for (at, vector) in vectors.iter().enumerate() {
            likeness[at] = likeness[at].max(cosine(vector, &vectors[best]));
        }
    }
    chosen
}
