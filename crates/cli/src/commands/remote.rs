use std::process::ExitCode;

use tabwright_client::{Home, ensure_running};
use tabwright_wire::{
    AddRemoteBrowser, ListRemoteBrowsers, NameParams, NoParams, RemoteBrowser, RemoveRemoteBrowser,
};

use crate::args::RemoteCommand;
use crate::{failure, format};

pub(crate) async fn run(home: &Home, command: RemoteCommand) -> anyhow::Result<ExitCode> {
    let (client, _) = ensure_running(home).await?;
    match command {
        RemoteCommand::Add { name, url, output } => {
            match client.call::<AddRemoteBrowser>(&RemoteBrowser { name, url }).await {
                Ok(remote) if output.json => format::json(&remote)?,
                Ok(RemoteBrowser { name, url }) => {
                    println!("Connected to {url}. Use it with `--browser {name}`.");
                }
                Err(error) => {
                    let error = error.into();
                    if output.json {
                        format::json(&failure::problem(&error))?;
                    }
                    return Err(error);
                }
            }
        }
        RemoteCommand::Remove { name } => {
            client.call::<RemoveRemoteBrowser>(&NameParams { name: name.to_owned() }).await?;
            println!("Disconnected from {name}.");
        }
        RemoteCommand::List(output) => {
            let list = client.call::<ListRemoteBrowsers>(&NoParams {}).await?;
            if output.json {
                format::json(&list)?;
            } else if list.browsers.is_empty() {
                println!(
                    "You have added no remote browser. `tabwright remote add NAME URL` adds one."
                );
            }
            for browser in list.browsers.iter().filter(|_| !output.json) {
                let state = if browser.connected { "connected" } else { "not connected" };
                println!("{}  {}  {state}", browser.name, browser.url);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
