use std::process::ExitCode;
use std::time::Duration;

use tabwright_daemon::{Client, ClientError, Home, running};

pub(crate) async fn run(home: &Home) -> anyhow::Result<ExitCode> {
    let client = match running(home).await {
        Ok(client) => client,
        Err(ClientError::NotRunning) => {
            println!("No daemon is running.");
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(error.into()),
    };
    stop(home, &client).await?;
    println!("Stopped.");
    Ok(ExitCode::SUCCESS)
}

/// Returns when the daemon is gone and its port is free.
pub(crate) async fn stop(home: &Home, client: &Client) -> Result<(), ClientError> {
    let mut events = client.events("stop", None).await?;
    client.stop().await?;
    // The stream ends a moment before the process does, and nothing tells of that.
    while events.next().await.is_some() {}
    while running(home).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(())
}
