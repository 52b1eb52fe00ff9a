//! What of sessions outlives the daemon, so that an agent need not notice that it was started anew.

#[cfg(test)]
mod contract;
#[cfg(test)]
mod memory;
mod sqlite;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use async_trait::async_trait;
use rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};
use tabwright_store::StoreError;
use tabwright_wire::TabId;

use crate::sessions::Sessions;

pub(crate) use sqlite::SqliteSessions;

/// The newest so many are kept.
const SESSIONS_MAX: usize = 100;

/// What a session needs to go on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SessionRecord {
    /// Its tab group.
    pub(crate) name: String,
    /// The tab it is in.
    pub(crate) tab: Option<TabId>,
    /// The tabs it opened, or was let into.
    pub(crate) own: Vec<TabId>,
}

/// Every write makes its session the newest. Only the newest [`SESSIONS_MAX`] are kept.
#[async_trait]
pub(crate) trait SessionRecordStore: fmt::Debug + Send + Sync {
    async fn record(&self, session: &str) -> Result<Option<SessionRecord>, StoreError>;

    async fn put_record(&self, session: &str, record: SessionRecord) -> Result<(), StoreError>;

    /// How the agent introduced itself over HTTP, in JSON.
    async fn introduction(&self, session: &str) -> Result<Option<String>, StoreError>;

    async fn put_introduction(&self, session: &str, json: String) -> Result<(), StoreError>;

    async fn remove(&self, session: &str) -> Result<(), StoreError>;
}

/// The records of all sessions, open or not.
#[derive(Debug)]
pub(crate) struct SavedSessions {
    store: Arc<dyn SessionRecordStore>,
    /// What was written last, so that a call that changed nothing writes nothing.
    last: Mutex<HashMap<String, SessionRecord>>,
    /// Where sessions end that are over.
    open: OnceLock<Weak<Sessions>>,
}

impl SavedSessions {
    pub(crate) fn new(store: Arc<dyn SessionRecordStore>) -> Self {
        Self { store, last: Mutex::default(), open: OnceLock::new() }
    }

    /// Tells these sessions when an agent has ended its own.
    pub(crate) fn tell(&self, sessions: &Arc<Sessions>) {
        let _ = self.open.set(Arc::downgrade(sessions));
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
        if self.last().get(session) == Some(&record) {
            return;
        }
        if let Err(error) = self.store.put_record(session, record.clone()).await {
            tracing::warn!(%error, "a session cannot be kept; it ends with the daemon");
            return;
        }
        let mut last = self.last();
        if last.len() >= SESSIONS_MAX {
            last.clear();
        }
        last.insert(session.to_owned(), record);
    }

    pub(crate) async fn forget(&self, session: &str) -> Result<(), StoreError> {
        self.last().remove(session);
        self.store.remove(session).await
    }

    fn last(&self) -> MutexGuard<'_, HashMap<String, SessionRecord>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl SessionStore for SavedSessions {
    async fn load(&self, session: &str) -> Result<Option<SessionState>, SessionStoreError> {
        let json = self.store.introduction(session).await?;
        // One that an earlier version wrote and this one cannot read: the agent introduces itself again.
        Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
    }

    async fn store(&self, session: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        Ok(self.store.put_introduction(session, serde_json::to_string(state)?).await?)
    }

    async fn delete(&self, session: &str) -> Result<(), SessionStoreError> {
        match self.open.get().and_then(Weak::upgrade) {
            Some(sessions) => sessions.end(session).await,
            None => self.forget(session).await?,
        }
        Ok(())
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
