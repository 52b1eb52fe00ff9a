use std::process::ExitCode;

use serde::Serialize;
use serde_json::json;
use tabwright_client::{ClientError, Flags, Home, Settings, running};
use tabwright_wire::{ClientKind, GetStatus, NoParams, Status};

use crate::args::Output;
use crate::format;

#[derive(Serialize)]
struct Running<'a> {
    running: bool,
    #[serde(flatten)]
    status: &'a Status,
}

pub(crate) async fn run(home: &Home, output: &Output) -> anyhow::Result<ExitCode> {
    let status = match running(home).await {
        Ok(client) => client.call::<GetStatus>(&NoParams {}).await?,
        Err(ClientError::NotRunning) => return not_running(home, output),
        Err(error) => return Err(error.into()),
    };
    if output.json {
        format::json(&Running { running: true, status: &status })?;
    } else {
        print(&status);
    }
    Ok(ExitCode::SUCCESS)
}

fn not_running(home: &Home, output: &Output) -> anyhow::Result<ExitCode> {
    if output.json {
        let settings = Settings::load(&home.config_file(), &Flags::new())?;
        format::json(&json!({
            "running": false,
            "connected": false,
            "port": settings.daemon.port,
            "pid": null,
            "browsers": [],
            "clients": [],
        }))?;
    } else {
        println!("No daemon is running. Start one with `tabwright up` or `tabwright daemon`.");
    }
    Ok(ExitCode::FAILURE)
}

fn print(status: &Status) {
    println!(
        "tabwright {} is running on 127.0.0.1:{} (pid {}, for {})",
        status.version,
        status.port,
        status.pid,
        format::span(status.uptime_ms)
    );
    if status.browsers.is_empty() {
        println!(
            "No browser is connected. `tabwright up` starts one. `tabwright doctor` shows what is wrong."
        );
    }
    for browser in &status.browsers {
        println!(
            "  browser  {}: {} {}, extension {}, connected for {}",
            browser.name,
            browser.product,
            browser.product_version,
            browser.extension_version,
            format::span(browser.connected_ms)
        );
    }
    for client in &status.clients {
        let (what, span) = match client.kind {
            ClientKind::Events => ("watching".to_owned(), format::span(client.connected_ms)),
            ClientKind::Cdp | ClientKind::Agent => {
                let tabs = if client.attached_tabs == 1 { "tab" } else { "tabs" };
                let what = format!("using {} {tabs}", client.attached_tabs);
                (what, format::span(client.connected_ms))
            }
        };
        println!("  client {} {}: {what} for {span}", client.id, client.name);
    }
}
