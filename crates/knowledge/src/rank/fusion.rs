//! Fusion: the scores by words, by feedback and by meaning, each in standard deviations, make one order.

use super::bm25::{Bm25, Collection, QueryTerm};
use super::feedback::{Feedback, feedback_terms};
use super::terms::{PageTerms, TermId};
use crate::words::Phrase;

/// A page that the words or the vectors brought up.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'p> {
    pub page: i64,
    pub terms: &'p PageTerms,
    /// To the nearest chunk. None for a page that has no vector yet: it is taken as an average one.
    pub similarity: Option<f32>,
    pub title: TitleMatch,
    /// Whether the text says the query word for word. False where nobody looked.
    pub says_phrase: bool,
}

/// How a title answers to the whole query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TitleMatch {
    #[default]
    Other,
    /// It says the query word for word.
    Contains,
    /// It is the query.
    Equals,
}

/// How much each score counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    pub words: f32,
    pub feedback: f32,
    pub meaning: f32,
}

impl Weights {
    /// Few words are mostly names, which vectors know little of; many are a question, which they understand.
    pub fn with_vectors(content_words: usize) -> Self {
        const FEW: f32 = 4.0;
        const MANY: f32 = 8.0;
        let share = ((content_words as f32 - FEW) / (MANY - FEW)).clamp(0.0, 1.0);
        Weights { words: 0.6 - 0.2 * share, feedback: 0.2, meaning: 0.2 + 0.2 * share }
    }

    pub fn without_vectors() -> Self {
        Weights { words: 0.7, feedback: 0.3, meaning: 0.0 }
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct FusionSettings {
    pub bm25: Bm25,
    pub feedback: Feedback,
    /// None: by the number of words, and by whether any candidate has a vector.
    pub weights: Option<Weights>,
    pub bonus: Bonus,
}

/// In standard deviations of the fused score.
#[derive(Debug, Clone, Copy)]
pub struct Bonus {
    pub title_equals: f32,
    pub title_contains: f32,
    pub says_phrase: f32,
}

impl Default for Bonus {
    fn default() -> Self {
        Bonus { title_equals: 1.0, title_contains: 0.25, says_phrase: 0.25 }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    pub page: i64,
    /// Only its order means something.
    pub score: f32,
    /// The score by words alone: nought if the page has none of them.
    pub words: f32,
    pub similarity: Option<f32>,
}

/// All candidates, best first.
pub fn rank(
    query: &[QueryTerm],
    candidates: &[Candidate<'_>],
    collection: &Collection,
    settings: &FusionSettings,
    document_frequency: &dyn Fn(TermId) -> Option<u64>,
) -> Vec<Ranked> {
    let score = |terms: &[QueryTerm]| -> Vec<f32> {
        let of = |page: &Candidate<'_>| settings.bm25.score(terms, page.terms, collection);
        candidates.iter().map(of).collect()
    };
    let words = score(query);
    let weights = settings.weights.unwrap_or_else(|| {
        if candidates.iter().any(|candidate| candidate.similarity.is_some()) {
            Weights::with_vectors(query.len())
        } else {
            Weights::without_vectors()
        }
    });
    let mut fused = vec![0.0; candidates.len()];
    add(&mut fused, weights.words, &standard(words.iter().map(|score| Some(*score))));
    if weights.feedback > 0.0 {
        let mut best: Vec<(f32, &PageTerms)> =
            words.iter().zip(candidates).map(|(score, page)| (*score, page.terms)).collect();
        best.sort_by(|one, other| other.0.total_cmp(&one.0));
        let expanded =
            feedback_terms(query, &best, settings.feedback, collection.pages, document_frequency);
        let feedback = score(&expanded);
        add(&mut fused, weights.feedback, &standard(feedback.into_iter().map(Some)));
    }
    let meaning = standard(candidates.iter().map(|candidate| candidate.similarity));
    add(&mut fused, weights.meaning, &meaning);
    let mut ranked: Vec<Ranked> = candidates
        .iter()
        .zip(fused)
        .zip(words)
        .map(|((candidate, fused), words)| Ranked {
            page: candidate.page,
            score: fused + bonus(candidate, &settings.bonus),
            words,
            similarity: candidate.similarity,
        })
        .collect();
    ranked.sort_by(|one, other| other.score.total_cmp(&one.score).then(other.page.cmp(&one.page)));
    ranked
}

/// Whether a title says the whole query word for word. One common word in a title says little, and is counted
/// by its frequency already.
pub fn title_match(title: &str, query: &Phrase) -> TitleMatch {
    let found = query.ranges_in(title);
    let Some(first) = found.first() else {
        return TitleMatch::Other;
    };
    let around = [&title[..first.start], &title[first.end..]];
    if around.iter().all(|text| !text.chars().any(char::is_alphanumeric)) {
        return TitleMatch::Equals;
    }
    if query.word_count() > 1 { TitleMatch::Contains } else { TitleMatch::Other }
}

fn bonus(candidate: &Candidate<'_>, bonus: &Bonus) -> f32 {
    let title = match candidate.title {
        TitleMatch::Other => 0.0,
        TitleMatch::Contains => bonus.title_contains,
        TitleMatch::Equals => bonus.title_equals,
    };
    title + if candidate.says_phrase { bonus.says_phrase } else { 0.0 }
}

fn add(fused: &mut [f32], weight: f32, scores: &[f32]) {
    for (total, score) in fused.iter_mut().zip(scores) {
        *total += weight * score;
    }
}

/// How many standard deviations each is above the mean of those that are known; unknown ones are at the mean.
fn standard(scores: impl Iterator<Item = Option<f32>>) -> Vec<f32> {
    let scores: Vec<Option<f32>> = scores.map(|score| score.filter(|it| it.is_finite())).collect();
    let known: Vec<f64> = scores.iter().flatten().map(|score| f64::from(*score)).collect();
    let count = known.len().max(1) as f64;
    let mean = known.iter().sum::<f64>() / count;
    let variance = known.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / count;
    let deviation = variance.sqrt();
    let of = |score: &Option<f32>| match score {
        Some(score) if deviation > 1e-9 => ((f64::from(*score) - mean) / deviation) as f32,
        _ => 0.0,
    };
    scores.iter().map(of).collect()
}
