//! What of sessions outlives the daemon, so that an agent need not notice that it was started anew.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use async_trait::async_trait;
use rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};
use serde::{Deserialize, Serialize};
use tabwright_wire::TabId;

use crate::sessions::Sessions;

/// The newest so many are kept.
const SESSIONS_MAX: usize = 100;

#[derive(Debug)]
pub(crate) struct KeptSessions {
    file: PathBuf,
    kept: Mutex<Kept>,
    /// Where sessions end that are over.
    open: OnceLock<Weak<Sessions>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    last: u64,
    sessions: BTreeMap<String, KeptSession>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct KeptSession {
    /// Tells the older from the newer.
    number: u64,
    /// How the agent introduced itself, over HTTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    introduction: Option<SessionState>,
    #[serde(default)]
    known: Known,
}

/// What a session needs to go on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Known {
    /// Its tab group.
    pub(crate) name: String,
    /// The tab it is in.
    pub(crate) tab: Option<TabId>,
    /// The tabs it opened, or was let into.
    pub(crate) own: Vec<TabId>,
}

impl KeptSessions {
    pub(crate) fn at(file: PathBuf) -> Self {
        // A file that is not there or not readable has no session in it: agents begin anew.
        let kept = std::fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Self { file, kept: Mutex::new(kept.unwrap_or_default()), open: OnceLock::new() }
    }

    /// Tells these sessions when an agent has ended its own.
    pub(crate) fn tell(&self, sessions: &Arc<Sessions>) {
        let _ = self.open.set(Arc::downgrade(sessions));
    }

    pub(crate) fn known(&self, session: &str) -> Option<Known> {
        let kept = self.kept();
        kept.sessions.get(session).map(|kept| kept.known.clone()).filter(|it| !it.own.is_empty())
    }

    pub(crate) fn remember(&self, session: &str, known: Known) {
        let mut kept = self.kept();
        if kept.sessions.get(session).is_some_and(|kept| kept.known == known) {
            return;
        }
        kept.entry(session).known = known;
        if let Err(error) = self.write(&kept) {
            tracing::warn!(%error, "a session cannot be kept; it ends with the daemon");
        }
    }

    pub(crate) fn forget(&self, session: &str) -> io::Result<()> {
        let mut kept = self.kept();
        match kept.sessions.remove(session) {
            Some(_) => self.write(&kept),
            None => Ok(()),
        }
    }

    fn write(&self, kept: &Kept) -> io::Result<()> {
        let new = self.file.with_extension("new");
        std::fs::write(&new, serde_json::to_vec(kept)?)?;
        std::fs::rename(&new, &self.file)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn entry(&mut self, session: &str) -> &mut KeptSession {
        self.last += 1;
        let oldest = self.sessions.iter().min_by_key(|(_, kept)| kept.number);
        if self.sessions.len() >= SESSIONS_MAX
            && !self.sessions.contains_key(session)
            && let Some(oldest) = oldest.map(|(key, _)| key.clone())
        {
            self.sessions.remove(&oldest);
        }
        let entry = self.sessions.entry(session.to_owned()).or_default();
        entry.number = self.last;
        entry
    }
}

#[async_trait]
impl SessionStore for KeptSessions {
    async fn load(&self, session: &str) -> Result<Option<SessionState>, SessionStoreError> {
        Ok(self.kept().sessions.get(session).and_then(|kept| kept.introduction.clone()))
    }

    async fn store(&self, session: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        let mut kept = self.kept();
        kept.entry(session).introduction = Some(state.clone());
        Ok(self.write(&kept)?)
    }

    async fn delete(&self, session: &str) -> Result<(), SessionStoreError> {
        match self.open.get().and_then(Weak::upgrade) {
            Some(sessions) => sessions.end(session),
            None => self.forget(session)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_known_again_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions.json");
        let known =
            Known { name: "codex".to_owned(), tab: Some(TabId(7)), own: vec![TabId(7), TabId(9)] };
        KeptSessions::at(file.clone()).remember("a", known.clone());
        let again = KeptSessions::at(file.clone());
        assert_eq!(again.known("a"), Some(known));
        assert_eq!(again.known("b"), None);
        again.forget("a").unwrap();
        assert_eq!(KeptSessions::at(file).known("a"), None);
    }

    #[test]
    fn a_broken_file_is_no_harm_and_the_oldest_sessions_go() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sessions.json");
        std::fs::write(&file, "{ broken").unwrap();
        let sessions = KeptSessions::at(file);
        let known = Known { own: vec![TabId(1)], ..Known::default() };
        for number in 0..=SESSIONS_MAX {
            sessions.remember(&number.to_string(), known.clone());
        }
        assert_eq!(sessions.known("0"), None);
        assert!(sessions.known("1").is_some() && sessions.known("100").is_some());
    }
}
