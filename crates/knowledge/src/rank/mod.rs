//! Ranking: candidates that an index found, put into the order in which a person wants them.
//!
//! Pure functions over counts of words. The index only has to find a few hundred candidates; which of them
//! come first is decided here, by BM25F, by feedback from the best pages, and by nearness in meaning.

mod bm25;
mod feedback;
mod fusion;
mod mix;
mod plan;
mod terms;

pub use bm25::{Bm25, Collection, QueryTerm};
pub use feedback::{Feedback, feedback_terms};
pub use fusion::{
    Bonus, Candidate, FusionSettings, Ranked, TitleMatch, Weights, rank, title_match,
};
pub use mix::{MixSettings, mixed, recency};
pub use plan::{ENOUGH_FOUND, MatchPlan, match_plan};
pub use terms::{FIELDS, Field, PageTerms, TermId};
