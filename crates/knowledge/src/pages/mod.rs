//! The pages that are kept, in SQLite. All SQL of knowledge is in this folder.
//!
//! These are functions over a connection and not a trait with engines: search is bound to FTS5, and an import or a
//! forgetting is one transaction over several of them.

mod exports;
mod fields;
mod forget;
mod graph;
mod imports;
mod index;
mod keep;
mod read;
mod search;
mod state;
mod stats;

pub(crate) use exports::exported;
pub(crate) use fields::read_totals;
pub(crate) use forget::{Forget, changed_since, earlier, forget};
pub(crate) use graph::{
    add_merge, entity_named, merges, name_count, names_of_page, naming_pages, newly_sharing,
    pages_naming, positions, remove_merge, topic_named, write_positions,
};
pub(crate) use imports::{
    BatchWritten, Fetched, ImportBatch, ImportedRow, Progress, StoredJob, Waiting, add_job,
    change_job, count_batch, end_complete, failures, job, jobs, next_to_read, open_jobs,
    start_over, waiting, write_batch, write_text,
};
pub(crate) use index::{index_parts, merge_index};
pub(crate) use keep::{IndexedPage, Kept, NewVisit, edit, keep, restore, versions_since};
pub(crate) use read::{
    TextOfPage, content, id_of, kept_pages, of_other_encoders, replace_vectors, vectors,
    version_text, view,
};
pub(crate) use search::{
    COUNT_MAX, Candidate, Filter, beginning_with, candidates, common_terms, count,
    document_frequencies, facets, languages, let_through, list, matching, pages_of_entities,
    pages_of_topic, vocabulary, words_of,
};
pub(crate) use state::{is_forgotten, read_settings, write_settings};
pub(crate) use stats::stats;

use tabwright_store::rusqlite::types::Type;
use tabwright_store::rusqlite::{self};

/// Something in a row that is not what we wrote there.
fn damaged(
    column: usize,
    error: impl std::error::Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Blob, Box::new(error))
}

/// SQLite's integers have a sign; times before 1970 and counts above 2^63 do not occur.
fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn natural(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

fn count_of(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// The name of a value in the columns: as serde writes it.
fn name_of<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// What no version of us wrote reads as the default.
fn named<T: serde::de::DeserializeOwned + Default>(name: String) -> T {
    serde_json::from_value(serde_json::Value::String(name)).unwrap_or_default()
}
