//! What speaks for a page as the source of an answer, and which of its sentences say it.

use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};
use tabwright_wire::knowledge::{KeptPage, SourceFrom};

use crate::question::Intent;
use crate::rank::{MixSettings, TermId, mixed, recency};
use crate::search::Found;
use crate::sentences::sentences;
use crate::words::{Language, tokens};

/// A page that supports an answer less than this is no source: better to say that there is none.
pub(super) const SUPPORT_MIN: f32 = 0.6;
/// Words and meaning together: a page that has all words, or all the meaning, has about this.
const WHOLE: f32 = 1.4;
/// What is left of the support of a page that lacks a name or a number of the question.
const WITHOUT_NAME: f32 = 0.7;
const SENTENCE_CHARS_MIN: usize = 25;
const SENTENCE_CHARS_MAX: usize = 500;
/// A sentence must say this share of what the best one says.
const SHARE_OF_BEST: f32 = 0.6;

/// A page as a source.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    pub(super) page: KeptPage,
    pub(super) from: SourceFrom,
    pub(super) text: String,
    /// From 0 to 1: how much of what is asked for the page has.
    pub(super) support: f32,
    /// Support, how lately it was read and how much there is to read, together.
    pub(super) score: f32,
}

impl Evidence {
    pub(super) fn listed(page: KeptPage, text: String) -> Self {
        Self { page, from: SourceFrom::Memory, text, support: 1.0, score: 1.0 }
    }
}

/// A sentence of a page, word for word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quote {
    pub(super) text: String,
    /// Which of the sources it is from, counted from nought.
    pub(super) source: usize,
}

/// How much a word of the question matters: the fewer pages have it, the more. One that no page has matters most.
fn weights(found: &Found) -> Vec<f32> {
    let pages = found.pages.max(1) as f32;
    let of = |word| (1.0 + pages / (1.0 + found.frequency(word) as f32)).ln();
    found.words.iter().map(of).collect()
}

/// The pages that were found, the best source first.
pub(super) fn weigh(found: &Found, pages: Vec<KeptPage>, now: Timestamp) -> Vec<Evidence> {
    let weights = weights(found);
    let total: f32 = weights.iter().sum();
    let scores: FxHashMap<i64, (f32, Option<f32>)> = found
        .ranked
        .iter()
        .map(|ranked| (ranked.page, (ranked.score, ranked.similarity)))
        .collect();
    let best = found.ranked.first().map_or(0.0, |ranked| ranked.score);
    let worst = found.ranked.last().map_or(0.0, |ranked| ranked.score);
    let settings = MixSettings::default();
    let mut weighed: Vec<Evidence> = pages
        .into_iter()
        .map(|page| {
            let id = i64::from(page.id);
            let candidate = found.candidates.get(&id);
            let has = |at: usize| {
                let forms = &found.words[at].forms;
                candidate
                    .is_some_and(|page| forms.iter().any(|form| page.terms.has(TermId::of(form))))
            };
            let covered: f32 = (0..weights.len()).filter(|at| has(*at)).map(|at| weights[at]).sum();
            let coverage = if total > 0.0 { covered / total } else { 0.0 };
            let (score, similarity) = scores.get(&id).copied().unwrap_or_default();
            let support =
                similarity.map_or(coverage, |near| (coverage + near.max(0.0)) / WHOLE).min(1.0);
            let lacks_name = (0..weights.len()).any(|at| is_name(found, at) && !has(at));
            let support = if lacks_name { support * WITHOUT_NAME } else { support };
            let place = if best > worst { (score - worst) / (best - worst) } else { 1.0 };
            let relevance = 0.5 * support + 0.5 * place;
            let age_days = days_between(page.last_visit_ms, now);
            let quality = candidate.map_or(0.0, |candidate| candidate.quality);
            let score = mixed(relevance, recency(age_days, &settings), quality, &settings);
            let from = SourceFrom::Memory;
            Evidence { page, from, text: String::new(), support, score }
        })
        .collect();
    weighed.sort_by(|one, other| other.score.total_cmp(&one.score));
    weighed
}

/// Is a word of the question a name or a number? Who asks for version 6.0 is not helped by 5.2. German writes every noun
/// with a capital, so there nothing is told by it.
fn is_name(found: &Found, at: usize) -> bool {
    let word = &found.words[at];
    let Some(written) = found.said.get(word.range.clone()) else { return false };
    let has_digit = written.chars().any(|c| c.is_ascii_digit());
    let is_first = found.said[..word.range.start].trim().is_empty();
    let capitals =
        found.said.split_whitespace().filter(|word| word.starts_with(char::is_uppercase));
    let is_sparing = capitals.count() * 3 <= found.said.split_whitespace().count() + 2;
    has_digit || (is_sparing && !is_first && written.starts_with(char::is_uppercase))
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
pub(super) fn best_sentences(
    sources: &[Evidence],
    found: &Found,
    limit: usize,
    of_each: usize,
) -> Vec<Quote> {
    let weights = weights(found);
    let form_weights: FxHashMap<&str, (usize, f32)> = found
        .words
        .iter()
        .enumerate()
        .flat_map(|(at, word)| word.forms.iter().map(move |form| (form.as_str(), at)))
        .map(|(form, at)| (form, (at, weights[at])))
        .collect();
    let mut scored: Vec<(f32, usize, usize, String)> = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let language = Language::of(source.page.language.as_deref(), "");
        let of_source =
            sentences(&source.text).into_iter().enumerate().filter_map(|(place, range)| {
                let sentence = source.text.get(range)?.trim();
                let chars = sentence.chars().count();
                if !(SENTENCE_CHARS_MIN..=SENTENCE_CHARS_MAX).contains(&chars) {
                    return None;
                }
                let said: FxHashSet<usize> = tokens(sentence, language)
                    .filter_map(|token| {
                        form_weights.get(token.text.as_str()).map(|(word, _)| *word)
                    })
                    .collect();
                let score: f32 = said.iter().map(|word| weights[*word]).sum();
                // Of two that say the same, the one from the better source and nearer to the beginning.
                let early = 1.0 / (2.0 + place as f32);
                let fair = 1.0 - 0.05 * at as f32;
                (score > 0.0).then(|| (score * fair + 0.1 * early, at, place, sentence.to_owned()))
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
