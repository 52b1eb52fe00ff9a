//! The MCP server in the daemon: `/mcp` for agents that speak HTTP, and the calls of those on stdio,
//! whose process is elsewhere.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{delete, post};
use axum::{Json, Router, middleware};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tabwright_client::Home;
use tabwright_daemon::{Daemon, line_by_line};
use tabwright_store::StoreError;
use tabwright_tools::{OnProgress, SavedSessions, Sessions, SqliteSessions};
use tabwright_wire::{ToolCall, ToolEvent};

use crate::restored::{Introductions, Restored, restore_alone};
use crate::server::McpServer;

/// A call with its script.
const CALL_BYTES_MAX: usize = 4 * 1024 * 1024;

/// What the daemon serves of it. Token, host and origin are checked before.
pub async fn routes(daemon: &Arc<Daemon>, home: &Home) -> Result<Router, StoreError> {
    let store = SqliteSessions::new(daemon.store().clone());
    store.import(&home.old_mcp_sessions_file()).await?;
    let saved = Arc::new(SavedSessions::new(Arc::new(store)));
    let sessions = Sessions::new(daemon.tool_hosts(), Arc::clone(&saved));
    let mut config = StreamableHttpServerConfig::default()
        .with_cancellation_token(daemon.stopping())
        .with_max_request_body_bytes(CALL_BYTES_MAX);
    config.session_store = Some(Arc::new(Introductions { saved, sessions: Arc::clone(&sessions) }));
    let backend = Arc::clone(&sessions);
    let service = StreamableHttpService::new(
        move || Ok(McpServer::over_http(Arc::clone(&backend))),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let restoring = middleware::from_fn_with_state(Arc::<Restored>::default(), restore_alone);
    Ok(Router::new()
        .route("/api/v1/agents/call", post(call))
        .route("/api/v1/agents/{session}", delete(end))
        .with_state(sessions)
        .nest("/mcp", Router::new().fallback_service(service).layer(restoring)))
}

/// Works on a call, telling how it goes line by line.
async fn call(State(sessions): State<Arc<Sessions>>, Json(call): Json<ToolCall>) -> Response {
    line_by_line(|lines| async move {
        let progress: OnProgress = {
            let lines = lines.clone();
            Box::new(move |words| drop(lines.try_send(ToolEvent::Progress(words.to_owned()))))
        };
        let output = sessions.call(call, &progress).await;
        let _ = lines.send(ToolEvent::Output(output)).await;
    })
}

/// The agent has gone.
async fn end(State(sessions): State<Arc<Sessions>>, Path(session): Path<String>) -> StatusCode {
    sessions.end(&session).await;
    StatusCode::NO_CONTENT
}
