use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use tabwright_client::{Home, Token};

/// The token that `tabwright token create` made for this agent.
const TOKEN_VARIABLE: &str = "TABWRIGHT_TOKEN";

/// Stdout belongs to the protocol; whatever else is to be said goes to stderr.
pub(crate) async fn run(home: Home, task: Option<&Path>) -> anyhow::Result<ExitCode> {
    let token = std::env::var(TOKEN_VARIABLE).ok().filter(|token| !token.trim().is_empty());
    let token = token.map(|token| Token::given(token.trim().to_owned()));
    let ticket = match task {
        Some(file) => Some(std::fs::read_to_string(file).context("the task has ended")?),
        None => None,
    };
    tabwright_mcp::serve_stdio(home, token, ticket).await?;
    Ok(ExitCode::SUCCESS)
}
