use std::process::ExitCode;

use tabwright_client::{Home, ensure_running};

pub(crate) async fn run(home: &Home) -> anyhow::Result<ExitCode> {
    let (client, _) = ensure_running(home).await?;
    println!("{}", client.cdp_url());
    Ok(ExitCode::SUCCESS)
}
