//! What of sessions outlives the daemon, so that an agent need not notice that it was started anew.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use tabwright_store::StoreError;
use tabwright_wire::TabId;

pub use sqlite::SqliteSessions;

/// The newest so many are kept.
const SESSIONS_MAX: usize = 100;

/// What of a session is kept, so that it can be restored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionRecord {
    /// Its tab group.
    pub name: String,
    /// The tab it is in.
    pub tab: Option<TabId>,
    /// The tabs it opened, or was let into.
    pub own: Vec<TabId>,
}

/// Every write makes its session the newest. Only the newest [`SESSIONS_MAX`] are kept.
#[async_trait]
pub trait SessionRecordStore: fmt::Debug + Send + Sync {
    async fn record(&self, session: &str) -> Result<Option<SessionRecord>, StoreError>;

    async fn put_record(&self, session: &str, record: SessionRecord) -> Result<(), StoreError>;

    /// How the agent introduced itself over HTTP, in JSON.
    async fn introduction(&self, session: &str) -> Result<Option<String>, StoreError>;

    async fn put_introduction(&self, session: &str, json: String) -> Result<(), StoreError>;

    async fn remove(&self, session: &str) -> Result<(), StoreError>;
}

/// The records of all sessions, open or not.
#[derive(Debug)]
pub struct SavedSessions {
    store: Arc<dyn SessionRecordStore>,
    /// What was written last, so that a call that changed nothing writes nothing.
    last: Mutex<HashMap<String, SessionRecord>>,
}

impl SavedSessions {
    #[must_use]
    pub fn new(store: Arc<dyn SessionRecordStore>) -> Self {
        Self { store, last: Mutex::default() }
    }

    /// What is known of a session from before the daemon was started. An agent whose record cannot be
    /// read begins anew.
    pub(crate) async fn record(&self, session: &str) -> Option<SessionRecord> {
        let record = self.store.record(session).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a session cannot be read; it begins anew");
            None
        });
        record.filter(|record| !record.own.is_empty())
    }

    pub(crate) async fn remember(&self, session: &str, record: SessionRecord) {
        if self.last.lock().get(session) == Some(&record) {
            return;
        }
        if let Err(error) = self.store.put_record(session, record.clone()).await {
            tracing::warn!(%error, "a session cannot be kept; it ends with the daemon");
            return;
        }
        let mut last = self.last.lock();
        if last.len() >= SESSIONS_MAX {
            last.clear();
        }
        last.insert(session.to_owned(), record);
    }

    pub(crate) async fn forget(&self, session: &str) -> Result<(), StoreError> {
        self.last.lock().remove(session);
        self.store.remove(session).await
    }

    /// How the agent introduced itself, in JSON.
    pub async fn introduction(&self, session: &str) -> Result<Option<String>, StoreError> {
        self.store.introduction(session).await
    }

    pub async fn put_introduction(&self, session: &str, json: String) -> Result<(), StoreError> {
        self.store.put_introduction(session, json).await
    }
}

#[cfg(test)]
mod tests {
    use super::memory::MemorySessions;
    use super::*;

    #[tokio::test]
    async fn a_session_is_known_again_after_a_restart() {
        let store = Arc::new(MemorySessions::default());
        let record = SessionRecord {
            name: "codex".to_owned(),
            tab: Some(TabId(7)),
            own: vec![TabId(7), TabId(9)],
        };
        SavedSessions::new(store.clone()).remember("a", record.clone()).await;
        let again = SavedSessions::new(store.clone());
        assert_eq!(again.record("a").await, Some(record));
        assert_eq!(again.record("b").await, None);
        again.forget("a").await.unwrap();
        assert_eq!(SavedSessions::new(store).record("a").await, None);
    }

    #[tokio::test]
    async fn what_changed_nothing_is_not_written_and_what_changed_back_is() {
        let store = Arc::new(MemorySessions::default());
        let sessions = SavedSessions::new(store.clone());
        let record = |tab| SessionRecord { own: vec![TabId(tab)], ..SessionRecord::default() };
        for tab in [1, 1, 2, 2, 1] {
            sessions.remember("a", record(tab)).await;
        }
        assert_eq!(store.writes(), 3);
        assert_eq!(sessions.record("a").await, Some(record(1)));
    }
}
