//! The MCP server in the daemon: `/mcp` for agents that speak HTTP, and the calls of those on stdio,
//! whose process is elsewhere.

use std::sync::Arc;

use axum::extract::{Extension, Path, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::{delete, get, post};
use axum::{Json, Router, middleware};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tabwright_client::Home;
use tabwright_room::{Credential, Room, line_by_line};
use tabwright_store::{Store, StoreError};
use tabwright_tools::{OnProgress, SavedSessions, Sessions, SqliteSessions, ToolHosts};
use tabwright_wire::{ToolCall, ToolEvent};
use tokio_util::sync::CancellationToken;

use crate::restored::{Introductions, Restored, restore_alone};
use crate::server::McpServer;

/// A call with its script.
const CALL_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The MCP server as a room of the daemon.
#[derive(Debug)]
pub struct McpRoom {
    sessions: Arc<Sessions>,
    saved: Arc<SavedSessions>,
    stopping: CancellationToken,
}

impl McpRoom {
    /// With the sessions that an earlier daemon has kept in the store, or before that in a file.
    pub async fn load(
        store: &Store,
        home: &Home,
        hosts: Arc<dyn ToolHosts>,
        stopping: CancellationToken,
    ) -> Result<Self, StoreError> {
        let store = SqliteSessions::new(store.clone());
        store.import(&home.old_mcp_sessions_file()).await?;
        let saved = Arc::new(SavedSessions::new(Arc::new(store)));
        Ok(Self { sessions: Sessions::new(hosts, Arc::clone(&saved)), saved, stopping })
    }
}

impl Room for McpRoom {
    fn routes(self: Arc<Self>) -> Router {
        let (saved, sessions) = (Arc::clone(&self.saved), Arc::clone(&self.sessions));
        let mut config = StreamableHttpServerConfig::default()
            .with_cancellation_token(self.stopping.clone())
            .with_max_request_body_bytes(CALL_BYTES_MAX);
        config.session_store =
            Some(Arc::new(Introductions { saved, sessions: Arc::clone(&sessions) }));
        let backend = Arc::clone(&sessions);
        let service = StreamableHttpService::new(
            move || Ok(McpServer::over_http(Arc::clone(&backend))),
            Arc::new(LocalSessionManager::default()),
            config,
        );
        let stopping = self.stopping.clone();
        let present = async move |State(sessions), Path(session): Path<String>| {
            presence(sessions, &session, stopping)
        };
        let restoring = middleware::from_fn_with_state(Arc::<Restored>::default(), restore_alone);
        let ending = middleware::from_fn(end_is_done);
        Router::new()
            .route("/api/v1/agents/call", post(call))
            .route("/api/v1/agents/{session}", delete(end))
            .route("/api/v1/agents/{session}/presence", get(present))
            .with_state(sessions)
            .nest("/mcp", Router::new().fallback_service(service).layer(restoring).layer(ending))
    }
}

/// Works on a call, telling how it goes line by line.
async fn call(
    State(sessions): State<Arc<Sessions>>,
    Extension(credential): Extension<Credential>,
    Json(mut call): Json<ToolCall>,
) -> Response {
    call.client = credential.client_name(Some(&call.client));
    call.session = stdio_key(&call.session);
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
    sessions.end(&stdio_key(&session)).await;
    StatusCode::NO_CONTENT
}

/// Answers that a session has ended where `rmcp` answers that it will end: it has by then, and clients take 202 for
/// a failure.
async fn end_is_done(request: Request, next: Next) -> Response {
    let ends = request.method() == Method::DELETE;
    let mut response = next.run(request).await;
    if ends && response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// The key of a session of a process on stdio, whose id nobody can guess. Those of agents over HTTP can be guessed where
/// they are made of a name, and so nobody reaches them by naming one.
fn stdio_key(session: &str) -> String {
    format!("stdio:{session}")
}

/// An agent's process holds this request open for as long as it lives. When it is killed, nobody ends its session,
/// but its slot is free at once.
fn presence(sessions: Arc<Sessions>, session: &str, stopping: CancellationToken) -> Response {
    struct Present {
        sessions: Arc<Sessions>,
        session: String,
    }
    impl Drop for Present {
        fn drop(&mut self) {
            self.sessions.left(&self.session);
        }
    }
    let present = Present { sessions, session: stdio_key(session) };
    line_by_line::<(), _>(|lines| async move {
        let _present = present;
        tokio::select! {
            () = lines.closed() => {}
            () = stopping.cancelled() => {}
        }
    })
}
