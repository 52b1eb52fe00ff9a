//! The MCP face at the daemon's door: `/mcp` for agents that speak HTTP, and the calls of those on
//! stdio, whose process is elsewhere.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{delete, post};
use axum::{Json, Router};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tabwright_client::Home;
use tabwright_daemon::{Daemon, line_by_line};
use tabwright_store::StoreError;

use crate::desk::{Call, OnProgress, Outcome};
use crate::face::{Face, SESSION_HEADER};
use crate::session_store::{SavedSessions, SqliteSessions};
use crate::sessions::Sessions;

/// A call with its script.
const CALL_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Sessions of which we know that they are restored.
const RESTORED_MAX: usize = 1_000;

/// A line of the answer to a call from stdio.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Line {
    Progress(String),
    Outcome(Outcome),
}

/// Everything of the MCP face that the daemon serves. Token, host and origin are checked before.
pub async fn routes(daemon: &Arc<Daemon>, home: &Home) -> Result<Router, StoreError> {
    let store = SqliteSessions::new(daemon.store().clone());
    store.import(&home.old_mcp_sessions_file()).await?;
    let saved = Arc::new(SavedSessions::new(Arc::new(store)));
    let sessions = Sessions::new(Arc::clone(daemon), Arc::clone(&saved));
    saved.tell(&sessions);
    let at_desk = Arc::clone(&sessions);
    let mut config = StreamableHttpServerConfig::default()
        .with_cancellation_token(daemon.stopping())
        .with_max_request_body_bytes(CALL_BYTES_MAX);
    config.session_store = Some(saved);
    let service = StreamableHttpService::new(
        move || Ok(Face::over_http(Arc::clone(&at_desk))),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    Ok(Router::new()
        .route("/api/v1/agents/call", post(call))
        .route("/api/v1/agents/{session}", delete(end))
        .with_state(sessions)
        .nest(
            "/mcp",
            Router::new()
                .fallback_service(service)
                .layer(middleware::from_fn_with_state(Arc::<Restored>::default(), restore_alone)),
        ))
}

/// Which sessions have been answered since the daemon began.
#[derive(Debug, Default)]
struct Restored(Mutex<HashMap<String, Arc<tokio::sync::Mutex<bool>>>>);

impl Restored {
    fn session(&self, id: &str) -> Arc<tokio::sync::Mutex<bool>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever is forgotten here is only made to wait for one answer again.
        if known.len() >= RESTORED_MAX && !known.contains_key(id) {
            known.clear();
        }
        Arc::clone(known.entry(id.to_owned()).or_default())
    }
}

/// Lets the first request of a session through alone. It restores a session that an earlier daemon
/// had; `rmcp` tells others that the session is there before it has been introduced again, and a
/// request that comes in between would end it.
async fn restore_alone(
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

/// Works on a call, telling how it goes line by line.
async fn call(State(sessions): State<Arc<Sessions>>, Json(call): Json<Call>) -> Response {
    line_by_line(|lines| async move {
        let progress: OnProgress = {
            let lines = lines.clone();
            Box::new(move |words| drop(lines.try_send(Line::Progress(words.to_owned()))))
        };
        let outcome = sessions.work(call, &progress).await;
        let _ = lines.send(Line::Outcome(outcome)).await;
    })
}

/// The agent has gone.
async fn end(State(sessions): State<Arc<Sessions>>, Path(session): Path<String>) -> StatusCode {
    sessions.end(&session).await;
    StatusCode::NO_CONTENT
}
