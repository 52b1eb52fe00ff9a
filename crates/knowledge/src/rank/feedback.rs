//! RM3: what the best pages say besides the words of the query is what the query is about.

use rustc_hash::FxHashMap;

use super::bm25::{QueryTerm, inverse_frequency};
use super::terms::{Field, PageTerms, TermId};

/// Added to the length of every page: in a page of five words each of them would be a fifth of what it is about.
const LENGTH_SMOOTHING: f32 = 100.0;
/// A word of only one of the pages is about that page and not about the query.
const PAGES_WITH_TERM_MIN: usize = 2;
/// So many times the wanted words are weighed by how rare they are.
const CONSIDERED_FACTOR: usize = 4;

#[derive(Debug, Clone, Copy)]
pub struct Feedback {
    pub pages: usize,
    pub terms: usize,
    /// How much of the new query is the old one.
    pub original_weight: f32,
}

impl Default for Feedback {
    fn default() -> Self {
        Feedback { pages: 5, terms: 20, original_weight: 0.6 }
    }
}

/// The query with what the best pages add, weights summing to one. `best` are pages with their scores, best
/// first; `pages` is how many there are in all. `document_frequency` is asked for at most four times `terms`
/// words; one that it does not know is left out.
pub fn feedback_terms(
    query: &[QueryTerm],
    best: &[(f32, &PageTerms)],
    settings: Feedback,
    pages: u64,
    document_frequency: &dyn Fn(TermId) -> Option<u64>,
) -> Vec<QueryTerm> {
    let best = &best[..best.len().min(settings.pages)];
    let total: f32 = best.iter().map(|(score, _)| score.max(0.0)).sum();
    let query_total: f32 = query.iter().map(|term| term.weight).sum();
    if total <= 0.0 || query_total <= 0.0 {
        return query.to_vec();
    }
    let mut shares: FxHashMap<TermId, f32> = FxHashMap::default();
    for (score, page) in best {
        let [title, headings, text, _] = page.lengths();
        let length = (title + headings + text) as f32 + LENGTH_SMOOTHING;
        for (id, counts) in page.iter() {
            let said: u32 =
                counts[..Field::Rest as usize].iter().map(|count| u32::from(*count)).sum();
            if said > 0 {
                *shares.entry(id).or_default() += score.max(0.0) / total * said as f32 / length;
            }
        }
    }
    let in_several =
        |id: TermId| best.iter().filter(|(_, page)| page.has(id)).count() >= PAGES_WITH_TERM_MIN;
    let mut shares: Vec<(TermId, f32)> =
        shares.into_iter().filter(|(id, _)| in_several(*id)).collect();
    shares.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    shares.truncate(settings.terms.saturating_mul(CONSIDERED_FACTOR));
    let mut terms: Vec<Expansion> = shares
        .into_iter()
        .filter_map(|(id, share)| {
            let document_frequency = document_frequency(id)?;
            let rarity = inverse_frequency(document_frequency, pages);
            Some(Expansion { id, share, document_frequency, worth: share * rarity })
        })
        .collect();
    terms.sort_by(|one, other| other.worth.total_cmp(&one.worth).then(one.id.cmp(&other.id)));
    terms.truncate(settings.terms);
    let mut expanded: Vec<QueryTerm> = query
        .iter()
        .map(|term| QueryTerm {
            weight: settings.original_weight * term.weight / query_total,
            ..term.clone()
        })
        .collect();
    let share_total: f32 = terms.iter().map(|term| term.share).sum();
    for Expansion { id, share, document_frequency, .. } in terms {
        let weight = (1.0 - settings.original_weight) * share / share_total;
        if let Some(term) = expanded.iter_mut().find(|term| term.forms.contains(&id)) {
            term.weight += weight;
        } else {
            expanded.push(QueryTerm { forms: vec![id], weight, document_frequency });
        }
    }
    expanded
}

struct Expansion {
    id: TermId,
    /// Of what the best pages say.
    share: f32,
    document_frequency: u64,
    worth: f32,
}
