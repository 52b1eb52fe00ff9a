//! What the whole library knows about words and names, as far as the analysis of one page asks for it.

use crate::page::EntityKind;

/// Counts over all pages that are kept. Words and phrases are given in lower case and unstemmed; whoever
/// answers may stem them. Every answer may be an estimate.
pub trait CorpusCounts {
    /// How many pages are kept.
    fn pages(&self) -> u32;

    /// How many pages hold this word or phrase.
    fn pages_with(&self, phrase: &str) -> u32;

    /// Which share of the uses of this word in the middle of a sentence is capitalised, from 0 to 1. `None` if
    /// it was seen too seldom to tell.
    fn capitalised_share(&self, word: &str) -> Option<f32>;

    /// The kind that most pages give to an entity of this name, written as on the page.
    fn majority_kind(&self, name: &str) -> Option<EntityKind>;
}

/// A library without pages.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCorpus;

impl CorpusCounts for NoCorpus {
    fn pages(&self) -> u32 {
        0
    }

    fn pages_with(&self, _phrase: &str) -> u32 {
        0
    }

    fn capitalised_share(&self, _word: &str) -> Option<f32> {
        None
    }

    fn majority_kind(&self, _name: &str) -> Option<EntityKind> {
        None
    }
}
