use std::process::ExitCode;

use tabwright_daemon::{ClientError, Home, running};

pub(crate) async fn run(home: &Home) -> anyhow::Result<ExitCode> {
    let client = match running(home).await {
        Ok(client) => client,
        Err(ClientError::NotRunning) => {
            println!("No daemon is running.");
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(error.into()),
    };
    let mut events = client.events("stop", None).await?;
    client.stop().await?;
    // The stream ends before the process does; the lock ends with it.
    while events.next().await.is_some() {}
    while running(home).await.is_ok() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    println!("Stopped.");
    Ok(ExitCode::SUCCESS)
}
