//! What speaks for a page as the source of an answer, and which of its sentences say it.

use jiff::Timestamp;
use tabwright_wire::knowledge::{KeptPage, SourceFrom};

use super::alignment::{Alignment, Asked};
use super::expected::Expected;
use crate::question::Intent;
use crate::rank::{mixed, recency};
use crate::search::{Found, Tools};
use crate::sentences::sentences;
use crate::words::Language;

/// So many of the pages that were found are read.
pub(super) const PAGES_READ_MAX: usize = 24;
const SENTENCE_CHARS_MIN: usize = 25;
const SENTENCE_CHARS_MAX: usize = 500;
/// A sentence must say this share of what the best one says.
const SHARE_OF_BEST: f32 = 0.6;
/// A page that says less than this share of what the best one says is no source beside it.
const SOURCE_SHARE_OF_BEST: f32 = 0.85;

/// What makes a page an answer, fitted by logistic regression to the questions of `gold` but the second fresh ones; the
/// test `answers` tells what comes of it. An answer where there is none weighs twice as much as none where there is one.
const BY_COVERAGE: f32 = 3.4;
const BY_SIMILARITY: f32 = 3.9;
const BY_CONTRAST: f32 = 2.15;
const WITHOUT_NAME: f32 = -1.45;
/// No such value near to what is asked, and none on the whole page. There are few such questions to fit these to: set.
const WITHOUT_VALUE_NEAR: f32 = -0.65;
const WITHOUT_VALUE: f32 = -2.35;
const WITHOUT_FOCUS: f32 = -3.3;
const WITHOUT_WORD: f32 = -1.85;
/// Two words are soon found somewhere, eight are not.
const BY_WORD: f32 = 0.235;
const WORDS_COUNTED_MAX: usize = 8;
const BIAS: f32 = -5.16;
/// What a page says beyond others is compared with the page at this place: there may be some about the same thing.
const COMPARED_WITH: usize = 4;
/// A page that says more than this needs no contrast: much may have been read about the same thing.
const COVERAGE_ENOUGH: f32 = 0.75;
/// Where there are no vectors, similarity is taken to be so much of coverage.
const SIMILARITY_GUESSED: f32 = 0.5;

/// A page as a source.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    pub(super) page: KeptPage,
    pub(super) from: SourceFrom,
    pub(super) text: String,
    /// How much of the question the page says, with what search thinks of it.
    support: f32,
    /// From 0 to 1: how likely it is that the page answers the question.
    pub(super) confidence: f32,
    /// Support, how lately it was read and how much there is to read, together.
    score: f32,
    alignment: Alignment,
}

impl Evidence {
    pub(super) fn listed(page: KeptPage, text: String) -> Self {
        let alignment = Alignment::default();
        let from = SourceFrom::Memory;
        Self { page, from, text, support: 1.0, confidence: 1.0, score: 1.0, alignment }
    }
}

/// A sentence of a page, word for word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quote {
    pub(super) text: String,
    /// Which of the sources it is from, counted from nought.
    pub(super) source: usize,
}

/// The pages that were found with their texts, the one that says most of the question first.
pub(super) fn weigh(
    question: &str,
    found: &Found,
    pages: Vec<(KeptPage, String)>,
    tools: Tools<'_>,
) -> Vec<Evidence> {
    let (now, settings) = (tools.now.timestamp(), tools.ranking);
    let expected = Expected::of(question);
    let mut asked = Asked::new(question, found, expected);
    let scores: Vec<f32> = found.ranked.iter().map(|ranked| ranked.score).collect();
    let best = scores.first().copied().unwrap_or_default();
    let worst = scores.get(20).or(scores.last()).copied().unwrap_or_default();
    let place = |score: f32| {
        if best > worst { ((score - worst) / (best - worst)).max(0.0) } else { 1.0 }
    };
    let mut weighed: Vec<(Evidence, f32)> = pages
        .into_iter()
        .map(|(page, text)| {
            let id = i64::from(page.id);
            let language = Language::of(page.language.as_deref(), "");
            let alignment = asked.align(&page.title, &text, language);
            let ranked = found.ranked.iter().find(|ranked| ranked.page == id);
            let similarity = ranked.and_then(|ranked| ranked.similarity);
            let similarity =
                similarity.unwrap_or(alignment.coverage * SIMILARITY_GUESSED).clamp(0.0, 1.0);
            let place = place(ranked.map_or(worst, |ranked| ranked.score));
            let support = (alignment.coverage + 0.2 * place + 0.5 * similarity) / 1.7;
            let quality = found.candidates.get(&id).map_or(0.0, |candidate| candidate.quality);
            let recency = recency(days_between(page.last_visit_ms, now), &settings);
            let score = mixed(support, recency, quality, &settings);
            let from = SourceFrom::Memory;
            let evidence =
                Evidence { page, from, text, support, confidence: 0.0, score, alignment };
            (evidence, similarity)
        })
        .collect();
    weighed.sort_by(|(one, _), (other, _)| other.support.total_cmp(&one.support));
    let coverages: Vec<f32> = weighed.iter().map(|(one, _)| one.alignment.coverage).collect();
    let judge = |(at, (mut evidence, similarity)): (usize, (Evidence, f32))| {
        let contrast = coverages[at] - compared_with(&coverages, at);
        evidence.confidence = confidence(&evidence, contrast, similarity, expected, asked.len());
        evidence
    };
    weighed.into_iter().enumerate().map(judge).collect()
}

/// How much the others say: a question of common words is half said by any page.
fn compared_with(coverages: &[f32], at: usize) -> f32 {
    let others = coverages.iter().enumerate().filter(|(other, _)| *other != at);
    let mut others: Vec<f32> = others.map(|(_, coverage)| *coverage).collect();
    others.sort_by(|one, other| other.total_cmp(one));
    others.get(COMPARED_WITH).or(others.last()).copied().unwrap_or_default()
}

fn confidence(
    evidence: &Evidence,
    contrast: f32,
    similarity: f32,
    expected: Expected,
    words: usize,
) -> f32 {
    let Alignment { coverage, lacks_name, lacks_focus, lacks_word, ref passage, .. } =
        evidence.alignment;
    let contrast = contrast.max(2.0 * (coverage - COVERAGE_ENOUGH));
    let language = Language::of(evidence.page.language.as_deref(), "");
    let passage = evidence.text.get(passage.clone()).unwrap_or_default();
    let is_near =
        expected.is_in(passage, language) || expected.is_in(&evidence.page.title, language);
    let is_on_page = is_near || expected.is_in(&evidence.text, language);
    let sum = BIAS
        + BY_COVERAGE * coverage
        + BY_SIMILARITY * similarity
        + BY_CONTRAST * contrast
        + if lacks_name { WITHOUT_NAME } else { 0.0 }
        + if is_near { 0.0 } else { WITHOUT_VALUE_NEAR }
        + if is_on_page { 0.0 } else { WITHOUT_VALUE }
        + WITHOUT_FOCUS * lacks_focus
        + WITHOUT_WORD * lacks_word
        + BY_WORD * words.min(WORDS_COUNTED_MAX) as f32;
    1.0 / (1.0 + (-sum).exp())
}

/// The pages that answer the question, best first; none where it is more likely that none does.
pub(super) fn sources(mut weighed: Vec<Evidence>) -> Vec<Evidence> {
    let Some(best) = weighed.first() else { return weighed };
    if best.confidence < 0.5 {
        return Vec::new();
    }
    let least = best.support * SOURCE_SHARE_OF_BEST;
    weighed.retain(|evidence| evidence.support >= least);
    weighed.sort_by(|one, other| other.score.total_cmp(&one.score));
    weighed
}

fn days_between(at_ms: u64, now: Timestamp) -> f32 {
    let now = u64::try_from(now.as_millisecond()).unwrap_or_default();
    now.saturating_sub(at_ms) as f32 / 86_400_000.0
}

/// Puts the sources into the order that the question asks for.
pub(super) fn sort(evidence: &mut [Evidence], intent: Intent) {
    match intent {
        Intent::FindLatest => evidence.sort_by_key(|one| std::cmp::Reverse(one.page.last_visit_ms)),
        Intent::FindEarliest => evidence.sort_by_key(|one| one.page.first_seen_ms),
        Intent::FindMostFrequent => evidence.sort_by_key(|one| std::cmp::Reverse(one.page.visits)),
        Intent::Summarize | Intent::FindSpecific => {}
    }
}

/// The sentences that say most of what is asked, in the order of the sources.
pub(super) fn best_sentences(sources: &[Evidence], limit: usize, of_each: usize) -> Vec<Quote> {
    let mut scored: Vec<(f32, usize, usize, String)> = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let of_source = source.alignment.sentences.iter().enumerate();
        let of_source = of_source.filter_map(|(place, (range, said))| {
            let sentence = source.text.get(range.clone())?.trim();
            let chars = sentence.chars().count();
            let is_readable = (SENTENCE_CHARS_MIN..=SENTENCE_CHARS_MAX).contains(&chars);
            // Of two that say the same, the one from the better source and nearer to the beginning.
            let early = 0.02 / (2.0 + place as f32);
            let fair = 1.0 - 0.05 * at as f32;
            (is_readable && *said > 0.0)
                .then(|| (said * fair + early, at, place, sentence.to_owned()))
        });
        let mut of_source: Vec<_> = of_source.collect();
        of_source.sort_by(|one, other| other.0.total_cmp(&one.0));
        scored.extend(of_source.into_iter().take(of_each));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    let best = scored.first().map_or(0.0, |(score, ..)| *score);
    let mut chosen: Vec<(usize, usize, String)> = Vec::new();
    for (score, source, place, sentence) in scored {
        let is_new = chosen.iter().all(|(.., other)| *other != sentence);
        if chosen.len() < limit && score >= best * SHARE_OF_BEST && is_new {
            chosen.push((source, place, sentence));
        }
    }
    chosen.sort_by_key(|(source, place, _)| (*source, *place));
    chosen.into_iter().map(|(source, _, text)| Quote { text, source }).collect()
}

/// The beginning of each source.
pub(super) fn first_sentences(sources: &[Evidence], limit: usize) -> Vec<Quote> {
    let of = |(source, evidence): (usize, &Evidence)| {
        let range = sentences(&evidence.text).into_iter().find(|range| {
            let chars = evidence.text[range.clone()].chars().count();
            (SENTENCE_CHARS_MIN..=SENTENCE_CHARS_MAX).contains(&chars)
        })?;
        Some(Quote { text: evidence.text[range].trim().to_owned(), source })
    };
    sources.iter().enumerate().filter_map(of).take(limit).collect()
}
