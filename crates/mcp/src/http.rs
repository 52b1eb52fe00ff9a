//! The MCP face at the daemon's door: `/mcp` for agents that speak HTTP, and the calls of those on
//! stdio, whose process is elsewhere.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{delete, post};
use axum::{Json, Router};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tabwright_client::Home;
use tabwright_daemon::{Daemon, line_by_line};

use crate::desk::{Call, OnProgress, Outcome};
use crate::face::Face;
use crate::kept::KeptSessions;
use crate::sessions::Sessions;

/// A call with its script.
const CALL_BYTES_MAX: usize = 4 * 1024 * 1024;

/// A line of the answer to a call from stdio.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Line {
    Progress(String),
    Outcome(Outcome),
}

/// Everything of the MCP face that the daemon serves. Token, host and origin are checked before.
pub fn routes(daemon: &Arc<Daemon>, home: &Home) -> Router {
    let kept = Arc::new(KeptSessions::at(home.mcp_sessions_file()));
    let sessions = Sessions::new(Arc::clone(daemon), Arc::clone(&kept));
    kept.tell(&sessions);
    let at_desk = Arc::clone(&sessions);
    let mut config = StreamableHttpServerConfig::default()
        .with_cancellation_token(daemon.stopping())
        .with_max_request_body_bytes(CALL_BYTES_MAX);
    config.session_store = Some(kept);
    let service = StreamableHttpService::new(
        move || Ok(Face::over_http(Arc::clone(&at_desk))),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    Router::new()
        .route("/api/v1/agents/call", post(call))
        .route("/api/v1/agents/{session}", delete(end))
        .with_state(sessions)
        .nest_service("/mcp", service)
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
    sessions.end(&session);
    StatusCode::NO_CONTENT
}
