//! BM25F: a page is about a word if it says it often for its length, the more so in its title, and if few
//! other pages do.

use super::terms::{FIELDS, Field, PageTerms, TermId};

/// What all pages have in common.
#[derive(Debug, Clone, Copy, Default)]
pub struct Collection {
    pub pages: u64,
    /// Tokens of all pages in each field.
    pub tokens: [u64; FIELDS],
}

impl Collection {
    pub fn add(&mut self, page: &PageTerms) {
        self.pages += 1;
        for (tokens, length) in self.tokens.iter_mut().zip(page.lengths()) {
            *tokens += u64::from(length);
        }
    }

    pub fn remove(&mut self, page: &PageTerms) {
        self.pages = self.pages.saturating_sub(1);
        for (tokens, length) in self.tokens.iter_mut().zip(page.lengths()) {
            *tokens = tokens.saturating_sub(u64::from(length));
        }
    }
}

/// A word of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTerm {
    /// Any of these counts as the word: it may have several stems.
    pub forms: Vec<TermId>,
    pub weight: f32,
    /// Pages that have it.
    pub document_frequency: u64,
}

impl QueryTerm {
    /// A word that is said `count` times in the query.
    pub fn new(forms: Vec<TermId>, count: u32, document_frequency: u64) -> Self {
        let weight = 1.0 + (count.max(1) as f32).ln();
        QueryTerm { forms, weight, document_frequency }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Bm25 {
    pub k1: f32,
    pub b: f32,
    pub field_weights: [f32; FIELDS],
}

impl Default for Bm25 {
    fn default() -> Self {
        let mut field_weights = [1.0; FIELDS];
        field_weights[Field::Title as usize] = 3.0;
        field_weights[Field::Headings as usize] = 2.0;
        field_weights[Field::Rest as usize] = 0.25;
        Bm25 { k1: 1.5, b: 0.75, field_weights }
    }
}

impl Bm25 {
    /// Nought for a page that has none of the words.
    pub fn score(&self, query: &[QueryTerm], page: &PageTerms, collection: &Collection) -> f32 {
        let pages = collection.pages.max(1) as f32;
        let average = self.weighed(collection.tokens.map(|tokens| tokens as f32)) / pages;
        let length = self.weighed(page.lengths().map(|length| length as f32));
        let norm = self.k1 * (1.0 - self.b + self.b * length / average.max(1.0));
        let of_term = |term: &QueryTerm| {
            let counts = |form: &TermId| self.weighed(page.counts(*form).map(f32::from));
            let frequency: f32 = term.forms.iter().map(counts).sum();
            let frequency = frequency.max(0.0);
            let saturated = frequency * (self.k1 + 1.0) / (frequency + norm).max(f32::MIN_POSITIVE);
            term.weight * inverse_frequency(term.document_frequency, collection.pages) * saturated
        };
        query.iter().map(of_term).sum()
    }

    fn weighed(&self, fields: [f32; FIELDS]) -> f32 {
        fields.iter().zip(self.field_weights).map(|(value, weight)| value * weight).sum()
    }
}

/// Always above nought, so that a word of every page still counts for a little.
pub(super) fn inverse_frequency(document_frequency: u64, pages: u64) -> f32 {
    let with = document_frequency.min(pages) as f32;
    let without = pages as f32 - with;
    (1.0 + (without + 0.5) / (with + 0.5)).ln()
}
