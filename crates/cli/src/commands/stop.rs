use std::process::ExitCode;

use tabwright_client::{ClientError, Home, running, until_stopped};
use tabwright_wire::{NoParams, StopDaemon};

pub(crate) async fn run(home: &Home) -> anyhow::Result<ExitCode> {
    let client = match running(home).await {
        Ok(client) => client,
        Err(ClientError::NotRunning) => {
            println!("No daemon is running.");
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(error.into()),
    };
    client.call::<StopDaemon>(&NoParams {}).await?;
    until_stopped(home).await;
    println!("Stopped.");
    Ok(ExitCode::SUCCESS)
}
