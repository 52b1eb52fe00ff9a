//! Merges the parts of the full-text index while nothing is kept. Each page that is kept adds a small part, and a search
//! reads the list of pages of a word from every part: from one it takes a quarter of the time.

use tabwright_store::rusqlite::Transaction;
use tokio_util::sync::CancellationToken;

use crate::error::KnowledgeError;
use crate::idle::until_idle;
use crate::library::Library;
use crate::pages;

/// Fewer parts than this are read nearly as fast as one, and merging them would write the whole index anew.
const PARTS_MIN: u32 = 12;

/// Runs until the daemon stops.
pub(crate) async fn compact_when_idle(library: Library, stopping: CancellationToken) {
    let mut changes = library.changes();
    while let Some(Ok(())) = stopping.run_until_cancelled(changes.changed()).await {
        if !until_idle(&mut changes, &stopping).await {
            return;
        }
        let is_disturbed = || stopping.is_cancelled() || changes.has_changed().unwrap_or(true);
        if let Err(error) = compact_if_slow(&library, is_disturbed).await {
            // Search works as before, only slower; the next change tries again.
            tracing::warn!(%error, "the index of what was read was not compacted");
        }
    }
}

async fn compact_if_slow(
    library: &Library,
    is_disturbed: impl Fn() -> bool,
) -> Result<(), KnowledgeError> {
    match library.store().read(pages::index_parts).await? {
        parts if parts < PARTS_MIN => Ok(()),
        _ => library.compact(is_disturbed).await,
    }
}

impl Library {
    /// Merges the index in small steps, between which whoever keeps a page has their turn. Stops when it is disturbed.
    pub async fn compact(&self, is_disturbed: impl Fn() -> bool) -> Result<(), KnowledgeError> {
        let mut is_first = true;
        while !is_disturbed() {
            let step = move |connection: &Transaction<'_>| pages::merge_index(connection, is_first);
            if !self.store().write(step).await? {
                break;
            }
            is_first = false;
        }
        Ok(())
    }
}
