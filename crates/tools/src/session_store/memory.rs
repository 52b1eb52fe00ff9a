//! Records of sessions that are kept only as long as the process lives, for tests.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tabwright_store::StoreError;

use super::{SESSIONS_MAX, SessionRecord, SessionRecordStore};

#[derive(Debug, Default)]
pub(crate) struct MemorySessions(Mutex<Saved>);

#[derive(Debug, Default)]
struct Saved {
    /// The newest last.
    sessions: Vec<Session>,
    writes: usize,
}

#[derive(Debug, Default)]
struct Session {
    id: String,
    record: SessionRecord,
    introduction: Option<String>,
}

impl MemorySessions {
    /// How often something was written.
    pub(crate) fn writes(&self) -> usize {
        self.saved().writes
    }

    fn find<T>(&self, id: &str, read: impl FnOnce(&Session) -> T) -> Option<T> {
        self.saved().sessions.iter().find(|session| session.id == id).map(read)
    }

    fn change(&self, id: &str, change: impl FnOnce(&mut Session)) {
        let mut saved = self.saved();
        saved.writes += 1;
        let at = saved.sessions.iter().position(|session| session.id == id);
        let new = || Session { id: id.to_owned(), ..Session::default() };
        let mut session = at.map_or_else(new, |at| saved.sessions.remove(at));
        change(&mut session);
        saved.sessions.push(session);
        let over = saved.sessions.len().saturating_sub(SESSIONS_MAX);
        saved.sessions.drain(..over);
    }

    fn saved(&self) -> MutexGuard<'_, Saved> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl SessionRecordStore for MemorySessions {
    async fn record(&self, session: &str) -> Result<Option<SessionRecord>, StoreError> {
        Ok(self.find(session, |session| session.record.clone()))
    }

    async fn put_record(&self, session: &str, record: SessionRecord) -> Result<(), StoreError> {
        self.change(session, |session| session.record = record);
        Ok(())
    }

    async fn introduction(&self, session: &str) -> Result<Option<String>, StoreError> {
        Ok(self.find(session, |session| session.introduction.clone()).flatten())
    }

    async fn put_introduction(&self, session: &str, json: String) -> Result<(), StoreError> {
        self.change(session, |session| session.introduction = Some(json));
        Ok(())
    }

    async fn remove(&self, session: &str) -> Result<(), StoreError> {
        self.saved().sessions.retain(|kept| kept.id != session);
        Ok(())
    }
}
