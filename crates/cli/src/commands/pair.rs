use std::process::ExitCode;

use serde_json::json;
use tabwright_client::{Home, ensure_running};
use tabwright_wire::{NoParams, OpenPairingCode};

use crate::args::Output;
use crate::format;

pub(crate) async fn run(home: &Home, output: &Output) -> anyhow::Result<ExitCode> {
    let (client, _) = ensure_running(home).await?;
    let code = client.call::<OpenPairingCode>(&NoParams {}).await?;
    if output.json {
        format::json(&json!({ "code": code.code, "validS": code.valid_s, "port": client.port() }))?;
    } else {
        println!("{}", code.code);
        println!(
            "Open the Tabwright extension from the toolbar and type this code within {} minutes. Port: {}.",
            code.valid_s / 60,
            client.port()
        );
    }
    Ok(ExitCode::SUCCESS)
}
