use std::io::{self, IsTerminal as _, Read as _};
use std::process::ExitCode;

use serde_json::json;
use tabwright_client::Home;
use tabwright_policy::Vault;

use crate::args::policy::SecretCommand;
use crate::format;

/// Secrets never pass the daemon's doors: they are kept here, and looked up by the daemon when a
/// reference is typed.
pub(crate) fn run(home: &Home, command: SecretCommand) -> anyhow::Result<ExitCode> {
    home.make()?;
    let vault = Vault::open(&home.secrets());
    match command {
        SecretCommand::Set { name, site } => {
            let value = read_value(&name)?;
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

fn read_value(name: &str) -> io::Result<String> {
    let mut value = String::new();
    if io::stdin().is_terminal() {
        eprint!("Value of {name} (not shown): ");
        let _quiet = Quiet::begin();
        io::stdin().read_line(&mut value)?;
        eprintln!();
    } else {
        io::stdin().read_to_string(&mut value)?;
    }
    Ok(value.trim_end_matches(['\n', '\r']).to_owned())
}

/// The terminal shows nothing of what is typed.
#[cfg(unix)]
struct Quiet(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Quiet {
    fn begin() -> Self {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let Ok(before) = tcgetattr(io::stdin()) else { return Self(None) };
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        Self(tcsetattr(io::stdin(), OptionalActions::Now, &quiet).ok().map(|()| before))
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        if let Some(before) = &self.0 {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        }
    }
}

#[cfg(not(unix))]
struct Quiet;

#[cfg(not(unix))]
impl Quiet {
    fn begin() -> Self {
        Self
    }
}
