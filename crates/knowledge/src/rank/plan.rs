//! Which words of a query the index is asked for. Reading the list of pages with a very common word costs more
//! than everything else in a search, and hardly tells pages apart: such a word only takes part in ranking.

/// Fewer pages than this with all words: those with any of the rarest are looked at too.
pub const ENOUGH_FOUND: usize = 50;
const ANY_WORDS_MAX: usize = 6;
/// A word of more pages than one in this many is common.
const COMMON_ONE_IN: u64 = 20;
/// In a small library no list of pages is long.
const COMMON_PAGES_MIN: u64 = 1_000;

/// Places of words in the query, the rarest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchPlan {
    /// First ask for pages that have all of these.
    pub all: Vec<usize>,
    /// If those are not [`ENOUGH_FOUND`], for pages that have any of these.
    pub any: Vec<usize>,
}

/// From the number of pages that have each word. Words that no page has are left out: with one of them no
/// page would have all.
pub fn match_plan(document_frequencies: &[u64], pages: u64) -> MatchPlan {
    let mut present: Vec<usize> =
        (0..document_frequencies.len()).filter(|at| document_frequencies[*at] > 0).collect();
    present.sort_by_key(|at| document_frequencies[*at]);
    let common_above = (pages / COMMON_ONE_IN).max(COMMON_PAGES_MIN);
    let rare = present.partition_point(|at| document_frequencies[*at] <= common_above);
    // A query of common words only is asked by the rarest of them together: one list is read along the other.
    let all = present[..if rare > 0 { rare } else { present.len().min(2) }].to_vec();
    let any = present[..rare.clamp(1, ANY_WORDS_MAX).min(present.len())].to_vec();
    MatchPlan { all, any }
}
