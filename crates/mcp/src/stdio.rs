//! `tabwright mcp`: one agent on stdin and stdout.

use std::sync::Arc;

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio;
use tabwright_client::{Home, Token};

use crate::daemon_backend::DaemonBackend;
use crate::server::McpServer;

#[derive(Debug, thiserror::Error)]
pub enum StdioError {
    #[error("the agent did not introduce itself as MCP wants: {0}")]
    Introduction(#[from] Box<ServerInitializeError>),
    #[error("this system gives no random numbers: {0}")]
    Random(getrandom::Error),
    #[error("the connection to the agent broke: {0}")]
    Broken(#[from] tokio::task::JoinError),
}

/// Serves until the agent closes its end, with the token of its own if it has one, and the tools of a task if it has a
/// ticket for one.
pub async fn serve(
    home: Home,
    token: Option<Token>,
    ticket: Option<String>,
) -> Result<(), StdioError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(StdioError::Random)?;
    let session: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let backend = Arc::new(DaemonBackend::new(home, token, session.clone(), ticket));
    let server = McpServer::for_session(Arc::clone(&backend), session);
    let serving = match server.serve(stdio()).await {
        Ok(serving) => serving,
        // An agent that only looks whether we start.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(Box::new(error).into()),
    };
    serving.waiting().await?;
    backend.end().await;
    Ok(())
}
