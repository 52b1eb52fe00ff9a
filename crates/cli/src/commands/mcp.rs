use std::process::ExitCode;

use tabwright_client::{Home, Token};

/// The token that `tabwright token create` made for this agent.
const TOKEN_VARIABLE: &str = "TABWRIGHT_TOKEN";

/// Stdout belongs to the protocol; whatever else is to be said goes to stderr.
pub(crate) async fn run(home: Home) -> anyhow::Result<ExitCode> {
    let token = std::env::var(TOKEN_VARIABLE).ok().filter(|token| !token.trim().is_empty());
    let token = token.map(|token| Token::given(token.trim().to_owned()));
    tabwright_mcp::serve_stdio(home, token).await?;
    Ok(ExitCode::SUCCESS)
}
