//! Sessions over HTTP that outlive the daemon: an agent need not introduce itself again after it was
//! started anew.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use parking_lot::Mutex;
use rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};
use tabwright_tools::{SavedSessions, Sessions};

use crate::server::SESSION_HEADER;

/// Sessions of which we know that they are restored.
const RESTORED_MAX: usize = 1_000;

/// The introductions that the protocol's library keeps, beside what the tools keep of a session.
#[derive(Debug)]
pub(crate) struct Introductions {
    pub(crate) saved: Arc<SavedSessions>,
    pub(crate) sessions: Arc<Sessions>,
}

#[async_trait]
impl SessionStore for Introductions {
    async fn load(&self, session: &str) -> Result<Option<SessionState>, SessionStoreError> {
        let json = self.saved.introduction(session).await?;
        // One that an earlier version wrote and this one cannot read: the agent introduces itself again.
        Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
    }

    async fn store(&self, session: &str, state: &SessionState) -> Result<(), SessionStoreError> {
        Ok(self.saved.put_introduction(session, serde_json::to_string(state)?).await?)
    }

    async fn delete(&self, session: &str) -> Result<(), SessionStoreError> {
        self.sessions.end(session).await;
        Ok(())
    }
}

/// Which sessions have been answered since the daemon began.
#[derive(Debug, Default)]
pub(crate) struct Restored(Mutex<HashMap<String, Arc<tokio::sync::Mutex<bool>>>>);

impl Restored {
    fn session(&self, id: &str) -> Arc<tokio::sync::Mutex<bool>> {
        let mut known = self.0.lock();
        // Whoever is forgotten here is only made to wait for one answer again.
        if known.len() >= RESTORED_MAX && !known.contains_key(id) {
            known.clear();
        }
        Arc::clone(known.entry(id.to_owned()).or_default())
    }
}

/// Lets the first request of a session through alone, against a race: it restores a session that an
/// earlier daemon had; `rmcp` tells others that the session is there before it has been introduced
/// again, and a request that comes in between would end it.
pub(crate) async fn restore_alone(
    State(restored): State<Arc<Restored>>,
    request: Request,
    next: Next,
) -> Response {
    let id = request.headers().get(SESSION_HEADER).and_then(|id| id.to_str().ok());
    let Some(session) = id.map(|id| restored.session(id)) else { return next.run(request).await };
    let mut is_restored = session.lock().await;
    if *is_restored {
        drop(is_restored);
        return next.run(request).await;
    }
    let response = next.run(request).await;
    *is_restored = response.status().is_success();
    response
}
