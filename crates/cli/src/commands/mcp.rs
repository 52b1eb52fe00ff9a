use std::process::ExitCode;

use tabwright_client::Home;

/// Stdout belongs to the protocol; whatever else is to be said goes to stderr.
pub(crate) async fn run(home: Home) -> anyhow::Result<ExitCode> {
    tabwright_mcp::serve_stdio(home).await?;
    Ok(ExitCode::SUCCESS)
}
