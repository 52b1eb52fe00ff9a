use std::process::ExitCode;

use serde_json::json;
use tabwright_client::Home;
use tabwright_policy::Vault;

use super::hidden_input;
use crate::args::policy::SecretCommand;
use crate::format;

/// Secrets never pass the daemon's doors: they are kept here, and looked up by the daemon when a
/// reference is typed.
pub(crate) fn run(home: &Home, command: SecretCommand) -> anyhow::Result<ExitCode> {
    home.make()?;
    let vault = Vault::open(&home.secrets());
    match command {
        SecretCommand::Set { name, site } => {
            let value = hidden_input::read(&format!("Value of {name} (not shown): "))?;
            anyhow::ensure!(!value.is_empty(), "the value is empty. Nothing was stored.");
            let everywhere = site.is_empty();
            vault.set(&name, &value, site)?;
            println!("Stored. Agents type it as ${{secret:{name}}} and never see it.");
            if everywhere {
                println!(
                    "It can be used on every site. Set it again with `--site example.com` to allow one site only."
                );
            }
        }
        SecretCommand::List(output) => {
            let secrets = vault.list()?;
            if output.json {
                let secret = |it: &tabwright_policy::SecretInfo| json!({ "name": it.name, "sites": it.sites, "keptIn": it.kept_in });
                format::json(
                    &json!({ "secrets": secrets.iter().map(secret).collect::<Vec<_>>() }),
                )?;
            } else if secrets.is_empty() {
                println!("No secrets. `tabwright secret set NAME` stores one.");
            } else {
                for secret in secrets {
                    let sites = if secret.sites.is_empty() {
                        "every site".to_owned()
                    } else {
                        secret.sites.join(", ")
                    };
                    println!("{}  for {sites}  (in {})", secret.name, secret.kept_in);
                }
            }
        }
        SecretCommand::Remove { name } => {
            vault.remove(&name)?;
            println!("Deleted.");
        }
    }
    Ok(ExitCode::SUCCESS)
}
