//! Gives the pages that another encoder has read the vectors of the one that is used now. Until a page has its own, it is
//! found by its words.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::error::KnowledgeError;
use crate::idle::until_idle;
use crate::indexing::vectors_of;
use crate::library::Library;
use crate::pages::{self, TextOfPage};

/// Pages that are read, and then written, at a time: a few milliseconds with a table.
const BATCH: u32 = 16;

/// Ends when every page has been read by the encoder: pages that come later are read by it at once.
pub(crate) async fn encode_when_idle(library: Library, stopping: CancellationToken) {
    let mut changes = library.changes();
    while until_idle(&mut changes, &stopping).await {
        let is_disturbed = || stopping.is_cancelled() || changes.has_changed().unwrap_or(true);
        match library.encode_anew(is_disturbed).await {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%error, "pages keep the vectors of another encoder, and are found by their words only");
                return;
            }
        }
    }
}

impl Library {
    /// Reads the pages of other encoders anew, the newest first. False where it was disturbed before the last.
    pub async fn encode_anew(
        &self,
        is_disturbed: impl Fn() -> bool,
    ) -> Result<bool, KnowledgeError> {
        let mut below = i64::MAX;
        while !is_disturbed() {
            let encoder = self.encoder();
            let read = move |connection: &_| {
                pages::of_other_encoders(connection, encoder.id(), below, BATCH)
            };
            let batch = self.store().read(read).await?;
            let Some(last) = batch.last() else { return Ok(true) };
            below = last.id;
            self.encode(batch).await?;
        }
        Ok(false)
    }

    async fn encode(&self, batch: Vec<TextOfPage>) -> Result<(), KnowledgeError> {
        let encoder = self.encoder();
        let encoded = tokio::task::spawn_blocking(move || {
            let vectors =
                |page: TextOfPage| (page.id, vectors_of(&page.title, &page.text, &*encoder));
            batch.into_iter().map(vectors).collect::<Vec<_>>()
        });
        let encoded = Arc::new(encoded.await.map_err(|_| KnowledgeError::Unreadable)?);
        let (encoder, written) = (self.encoder(), Arc::clone(&encoded));
        let replaced = self
            .store()
            .write(move |connection| pages::replace_vectors(connection, encoder.id(), &written));
        let replaced = replaced.await?;
        let are_new = encoded.iter().filter(|(page, _)| replaced.contains(page));
        self.put_vectors_of(are_new.map(|(page, vectors)| (*page, vectors.as_slice())).collect());
        Ok(())
    }
}
