//! What a page is about, by rule and statistics: entities, their relations, key phrases, topics and a summary of
//! its own sentences. No model, no network, and the same answer each time.

mod corpus;
mod entities;
mod kinds;
mod lists;
mod phrases;
mod relations;
mod runs;
mod spans;
mod summary;
mod text;
mod topics;
mod words;

pub use corpus::{CorpusCounts, NoCorpus};
pub use entities::Mention;

use crate::page::{Knowledge, Page};
use text::Text;

/// All that is known of a page beyond its words. What is quoted stands in `page.text` byte for byte.
pub fn analyze(page: &Page, corpus: &dyn CorpusCounts) -> Knowledge {
    let text = Text::new(&page.text, page.language.as_deref());
    let found = entities::find(page, &text, corpus);
    let relations = relations::relations(&text, &found);
    let key_phrases = phrases::key_phrases(page, &text, corpus);
    let topics = topics::topics(page, &key_phrases);
    let summary = summary::summary(page, &text);
    let entities = found.entities;
    Knowledge { entities, relations, key_phrases, topics, summary, ..Knowledge::default() }
}

/// The sentences that say most of a page, one to a line and in its order. Empty for one with hardly a sentence.
pub(crate) fn presummary(page: &Page, sentences: usize) -> String {
    let text = Text::new(&page.text, page.language.as_deref());
    summary::chosen(page, &text, |_| sentences).join("\n")
}

/// Where a page names its entities, in the order of the text.
pub fn mentions(page: &Page, corpus: &dyn CorpusCounts) -> Vec<Mention> {
    let text = Text::new(&page.text, page.language.as_deref());
    let found = entities::find(page, &text, corpus);
    let mention = |place: entities::Place| {
        let entity = &found.entities[place.entity];
        let (name, kind, confidence) = (entity.name.clone(), entity.kind, entity.confidence);
        Mention { range: place.range, name, kind, confidence }
    };
    found.places.iter().cloned().map(mention).collect()
}
