//! Key phrases: runs of words between stop words, by how often they stand on the page, how seldom in the library
//! and how early.

use rustc_hash::FxHashMap;

use super::corpus::CorpusCounts;
use super::lists::is_common;
use super::text::{Capitals, Text, is_calendar, is_stop_word};
use super::words::{Shape, Token};
use crate::page::{KeyPhrase, Page};

const PHRASES_MAX: usize = 12;
const PHRASE_WORDS_MAX: usize = 4;
/// Below so many pages the library does not know which words are rare.
const CORPUS_PAGES_MIN: u32 = 50;
/// Only the best are looked up in the library: a look-up may read from disk.
const LOOKED_UP_MAX: usize = 80;

/// Phrases far below the best one are chance.
const SCORE_SHARE_MIN: f32 = 0.08;

struct Candidate<'t> {
    written: &'t str,
    words: usize,
    count: u32,
    first_sentence: usize,
    common: bool,
    /// What a single use of it is worth.
    once: f32,
}

pub(super) fn key_phrases(
    page: &Page,
    text: &Text<'_>,
    corpus: &dyn CorpusCounts,
) -> Vec<KeyPhrase> {
    let mut candidates: FxHashMap<String, Candidate<'_>> = FxHashMap::default();
    for (index, sentence) in text.sentences.iter().enumerate() {
        for run in runs(&sentence.tokens, text.capitals) {
            count(text, run, index, &mut candidates);
        }
    }
    let sentences = text.sentences.len().max(1) as f32;
    let mut scored: Vec<(f32, String, Candidate<'_>)> = candidates
        .into_iter()
        .filter(|(_, candidate)| candidate.once > 0.0 || candidate.count > 1)
        .map(|(phrase, candidate)| (score(&candidate, sentences), phrase, candidate))
        .collect();
    let order = |left: &(f32, String, Candidate<'_>), right: &(f32, String, Candidate<'_>)| {
        right.0.total_cmp(&left.0).then_with(|| left.1.cmp(&right.1))
    };
    scored.sort_by(order);
    scored.truncate(LOOKED_UP_MAX);
    let title = page.title.to_lowercase();
    let headings = page.headings.join("\n").to_lowercase();
    for (score, phrase, _) in &mut scored {
        *score *= if title.contains(phrase.as_str()) { 1.6 } else { 1.0 };
        *score *= if headings.contains(phrase.as_str()) { 1.2 } else { 1.0 };
    }
    scored.sort_by(order);
    let pages = corpus.pages();
    if pages >= CORPUS_PAGES_MIN {
        for (score, phrase, _) in &mut scored {
            let with = corpus.pages_with(phrase) as f32;
            *score *= ((pages as f32 + 1.0) / (with + 1.0)).ln().max(0.1);
        }
        scored.sort_by(order);
    }
    let best = scored.first().map_or(1.0, |(score, ..)| score.max(f32::MIN_POSITIVE));
    let mut chosen: Vec<(String, KeyPhrase)> = Vec::new();
    for (score, phrase, candidate) in scored {
        if chosen.len() == PHRASES_MAX || score < best * SCORE_SHARE_MIN {
            break;
        }
        // "garbage collector" says what "collector" says, and a longer phrase says more if it is no chance.
        let told = chosen.iter().any(|(other, _)| {
            holds_words(other, &phrase) || (candidate.count == 1 && holds_words(&phrase, other))
        });
        if !told {
            let written = candidate.written.split_whitespace().collect::<Vec<_>>().join(" ");
            chosen.push((phrase, KeyPhrase { phrase: written, score: score / best }));
        }
    }
    chosen.into_iter().map(|(_, phrase)| phrase).collect()
}

/// By count, position and length, before the library is asked.
fn score(candidate: &Candidate<'_>, sentences: f32) -> f32 {
    let count = candidate.count as f32;
    let position = 1.0 - 0.5 * candidate.first_sentence as f32 / sentences;
    // A word alone says less than two: "bees", "honey bees".
    let length = if candidate.words == 1 { 0.5 } else { 1.0 + 0.2 * candidate.words as f32 };
    let once = if candidate.count == 1 { candidate.once } else { 1.0 };
    let rarity = if candidate.common { 0.3 } else { 1.0 };
    (1.0 + count.ln()) * count.sqrt() * position * length * once * rarity
}

/// Runs of words that carry meaning. A name in capitals begins a run of its own: "partner | Johann Fust".
fn runs<'s, 't>(
    tokens: &'s [Token<'t>],
    capitals: Capitals,
) -> impl Iterator<Item = &'s [Token<'t>]> {
    tokens
        .split(move |token| {
            let lower = token.text.to_lowercase();
            matches!(token.shape, Shape::Punctuation | Shape::Number | Shape::Code | Shape::Uncased)
                || is_stop_word(&lower)
                || is_calendar(&lower)
                || (capitals != Capitals::English
                    && lower.chars().count() <= 3
                    && token.shape == Shape::Lower)
        })
        .flat_map(move |run| {
            run.chunk_by(move |left, right| {
                capitals == Capitals::Nouns || left.is_capital() || !right.is_capital()
            })
        })
        .filter(|run| !run.is_empty())
}

fn count<'t>(
    text: &Text<'t>,
    run: &[Token<'t>],
    sentence: usize,
    candidates: &mut FxHashMap<String, Candidate<'t>>,
) {
    let sentence_start = text.sentences[sentence].range.start;
    let mut add = |words: &[Token<'t>], part: bool| {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
        let letters = last.end() - first.start;
        if !(4..=60).contains(&letters) || is_verb_form(words) || last.is_initial() {
            return;
        }
        let written = text.slice(&(first.start..last.end()));
        let candidate = candidates.entry(written.to_lowercase()).or_insert_with(|| Candidate {
            written,
            words: words.len(),
            count: 0,
            first_sentence: sentence,
            common: words.iter().all(is_common_word),
            once: if part { 0.0 } else { worth_once(words, sentence_start) },
        });
        candidate.count += 1;
    };
    // A whole run, its single words and, in longer ones, every pair.
    if (2..=PHRASE_WORDS_MAX).contains(&run.len()) {
        add(run, false);
    }
    if run.len() > 2 {
        run.windows(2).for_each(|pair| add(pair, true));
    }
    run.windows(1).for_each(|word| add(word, true));
}

/// A name is worth something even if it stands there once, other words little, and a name with other words is
/// mostly half a clause: "Mozilla paid".
fn worth_once(words: &[Token<'_>], sentence_start: usize) -> f32 {
    let mut capitals = words.iter().filter(|word| word.start != sentence_start);
    let first = capitals.next().is_some_and(Token::is_capital);
    match (first, capitals.all(|word| word.is_capital() == first)) {
        (true, true) => 0.6,
        (false, true) => 0.25,
        _ => 0.0,
    }
}

fn is_common_word(word: &Token<'_>) -> bool {
    let lower = word.text.to_lowercase();
    is_common(&lower) || lower.strip_suffix('s').is_some_and(is_common)
}

/// A phrase that ends in an adverb or begins with a participle is part of a clause.
fn is_verb_form(words: &[Token<'_>]) -> bool {
    let ends = |token: Option<&Token<'_>>, ends: &[&str]| {
        token.is_some_and(|token| {
            token.shape == Shape::Lower && ends.iter().any(|end| token.text.ends_with(end))
        })
    };
    ends(words.last(), &["ly", "ed"]) || (words.len() > 1 && ends(words.first(), &["ly", "ed"]))
}

/// Whether one phrase holds the words of the other side by side.
fn holds_words(longer: &str, shorter: &str) -> bool {
    longer.match_indices(shorter).any(|(at, _)| {
        let before = longer[..at].chars().next_back();
        let behind = longer[at + shorter.len()..].chars().next();
        let edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        // A plural says the same.
        edge(before) && (edge(behind) || longer[at + shorter.len()..] == *"s")
    })
}
