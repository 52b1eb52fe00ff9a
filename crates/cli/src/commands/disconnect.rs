use std::process::ExitCode;

use anyhow::bail;
use tabwright_client::{Home, running};
use tabwright_wire::{ClientStatus, DisconnectClient, GetStatus, IdParams, NoParams};

pub(crate) async fn run(home: &Home, wanted: &str) -> anyhow::Result<ExitCode> {
    let daemon = running(home).await?;
    let clients = daemon.call::<GetStatus>(&NoParams {}).await?.clients;
    let fits = |client: &&ClientStatus| client.name == wanted || client.id.to_string() == wanted;
    let mut fitting = clients.iter().filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(client), None) => {
            daemon.call::<DisconnectClient>(&IdParams { id: client.id }).await?;
            println!("{} is disconnected.", client.name);
            Ok(ExitCode::SUCCESS)
        }
        (Some(_), Some(_)) => {
            bail!(
                "several clients are called `{wanted}`. Use the number that `tabwright status` shows."
            )
        }
        (None, _) => bail!("no client is called `{wanted}`. `tabwright status` lists the clients."),
    }
}
