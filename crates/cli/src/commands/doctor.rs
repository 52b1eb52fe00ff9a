//! Looks at every part of the connection in the order a message passes them.

use std::fs;
use std::process::ExitCode;

use serde::Serialize;
use tabwright_client::{Client, ClientError, Flags, Home, Settings, Token, running};
use tabwright_machine::native_host::{self, Registration};
use tabwright_machine::{Found, Machine};
use tabwright_store::StoreError;
use tabwright_wire::{
    CommandLineAgent, EchoRequest, GetStatus, ListModels, ListModelsParams, MeasureEcho,
    ModelRecord, NoParams, Status,
};

use crate::args::Output;
use crate::{extension, format, logging};

/// One line of the report.
#[derive(Debug, Serialize)]
struct Finding {
    part: String,
    ok: bool,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
}

fn good(part: impl Into<String>, found: impl Into<String>) -> Finding {
    Finding { part: part.into(), ok: true, found: found.into(), mend: None }
}

fn bad(part: impl Into<String>, found: impl Into<String>, mend: impl Into<String>) -> Finding {
    Finding { part: part.into(), ok: false, found: found.into(), mend: Some(mend.into()) }
}

pub(crate) async fn run(home: &Home, output: &Output) -> anyhow::Result<ExitCode> {
    let client = running(home).await;
    let status = match &client {
        Ok(client) => client.call::<GetStatus>(&NoParams {}).await.ok(),
        Err(_) => None,
    };
    let found = Machine::this().browsers();
    let mut findings = vec![settings(home), daemon(&client), port(home, &client)];
    findings.push(token(home));
    findings.push(store(home));
    findings.extend(native_hosts(home, &found, status.as_ref()));
    findings.push(browsers(&found));
    findings.push(extension_files(home));
    findings.push(connection(&client, status.as_ref()).await);
    findings.push(models(home, &client).await);
    findings.push(log(home));

    if output.json {
        format::json(&findings)?;
    } else {
        for finding in &findings {
            format::line(if finding.ok { "ok" } else { "FIX" }, &finding.part, &finding.found);
            if let Some(mend) = &finding.mend {
                format::line("", "", &format!("→ {mend}"));
            }
        }
    }
    let healthy = findings.iter().all(|finding| finding.ok);
    Ok(if healthy { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn settings(home: &Home) -> Finding {
    let file = home.config_file();
    match Settings::load(&file, &Flags::new()) {
        Ok(_) if file.exists() => good("settings", file.display().to_string()),
        Ok(_) => good("settings", "all at their defaults; there is no config file"),
        Err(error) => bad(
            "settings",
            error.to_string(),
            "correct the file; `tabwright config --explain` shows what is possible",
        ),
    }
}

fn daemon(client: &Result<Client, ClientError>) -> Finding {
    match client {
        Ok(client) => good("daemon", format!("running on 127.0.0.1:{}", client.port())),
        Err(ClientError::NotRunning) => {
            bad("daemon", "not running", "start it with `tabwright up` or `tabwright daemon`")
        }
        Err(error) => bad("daemon", error.to_string(), "`tabwright logs` may say why"),
    }
}

fn port(home: &Home, client: &Result<Client, ClientError>) -> Finding {
    let settings = Settings::load(&home.config_file(), &Flags::new());
    let wanted = settings.unwrap_or_default().daemon.port;
    match client {
        Ok(client) if wanted == 0 || client.port() == wanted => {
            good("port", client.port().to_string())
        }
        Ok(client) => bad(
            "port",
            format!("the settings say {wanted}, the daemon listens on {}", client.port()),
            "run `tabwright stop`, then start the daemon again",
        ),
        Err(_) => match std::net::TcpListener::bind(("127.0.0.1", wanted)) {
            Ok(_) => good("port", format!("{wanted} is free")),
            Err(error) => bad(
                "port",
                format!("{wanted} cannot be used: {error}"),
                "end the program that uses it, or choose another port with TABWRIGHT_PORT",
            ),
        },
    }
}

/// Whether a model is set up, and whether its key can be read: by the daemon, which is who reads it.
async fn models(home: &Home, client: &Result<Client, ClientError>) -> Finding {
    let part = "models";
    let none = "none is set up, which only the agent in the side panel needs; `tabwright model add` sets one up";
    let Ok(client) = client else {
        let settings = Settings::load(&home.config_file(), &Flags::new()).unwrap_or_default();
        let names: Vec<_> = settings.models.models.into_keys().collect();
        return match names.is_empty() {
            true => good(part, none),
            false => {
                good(part, format!("{}; start the daemon to check their keys", names.join(", ")))
            }
        };
    };
    let params = ListModelsParams { check_keys: true };
    let (models, agents) = match client.call::<ListModels>(&params).await {
        Ok(list) => (list.models, list.agents),
        Err(error) => return bad(part, error.to_string(), "run `tabwright stop`, then try again"),
    };
    if let Some(problem) = models.iter().find_map(|model| model.problem.as_ref()) {
        return bad(part, &problem.title, &problem.fix);
    }
    let name = |model: &ModelRecord| match model.is_default {
        true => format!("{} (the default)", model.name),
        false => model.name.clone(),
    };
    let names: Vec<_> = models.iter().map(name).collect();
    let found = match names.is_empty() {
        true => none.to_owned(),
        false => format!("{}; their keys can be read", names.join(", ")),
    };
    good(part, format!("{found}. {}", command_line_agents(&agents)))
}

fn command_line_agents(agents: &[CommandLineAgent]) -> String {
    let about = |agent: &CommandLineAgent| match &agent.how_to_install {
        None => format!("{} is installed (`--model {}`).", agent.title, agent.name),
        Some(how) => format!("{} is not installed. {how}", agent.title),
    };
    agents.iter().map(about).collect::<Vec<_>>().join(" ")
}

fn log(home: &Home) -> Finding {
    let folder = home.log_folder();
    match tabwright_files::newest_file(&folder, logging::STEM) {
        Some(file) => good("log", format!("{}; `tabwright logs` shows it", file.display())),
        None => good("log", format!("none yet; it will be in {}", folder.display())),
    }
}

fn token(home: &Home) -> Finding {
    let path = home.token_file();
    if !path.exists() {
        return bad("token file", "missing", "start the daemon once; it makes the file");
    }
    if let Err(error) = Token::load(&path) {
        return bad("token file", error.to_string(), "delete the file and restart the daemon");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&path).map(|file| file.permissions().mode() & 0o777);
        if mode.is_ok_and(|mode| mode & 0o077 != 0) {
            let mend = format!("chmod 600 {}", path.display());
            return bad("token file", "other users can read it", mend);
        }
    }
    good("token file", path.display().to_string())
}

/// Reads the whole file, beside a daemon that uses it.
fn store(home: &Home) -> Finding {
    let file = home.store_file();
    match tabwright_store::check(&file) {
        Ok(health) => {
            let size = format::size(health.bytes);
            good("store", format!("{}, {size}, no damage found", file.display()))
        }
        Err(StoreError::Missing(_)) => {
            good("store", "empty; the daemon makes it when it first starts")
        }
        Err(error) => bad("store", error.to_string(), error.fix()),
    }
}

fn native_hosts(home: &Home, found: &[Found], status: Option<&Status>) -> Vec<Finding> {
    let launcher = home.data().join(if cfg!(windows) { "native-host.bat" } else { "native-host" });
    let check = |label: &str, data: &std::path::Path| {
        let part = "native host";
        match native_host::registration(data, &launcher) {
            Registration::Ours if launcher.exists() => {
                good(part, format!("registered with {label}"))
            }
            Registration::Ours => bad(
                part,
                format!("registered with {label}, but the program is missing"),
                "run `tabwright setup`",
            ),
            Registration::Missing => {
                bad(part, format!("not registered with {label}"), "run `tabwright setup`")
            }
            Registration::Foreign => bad(
                part,
                format!("{label} uses the one of another Tabwright"),
                "run `tabwright setup` to use this one",
            ),
        }
    };
    // Whoever uses only `tabwright up` has no need of the others.
    let managed = status.and_then(|status| status.managed.as_ref());
    match managed {
        Some(_) => vec![check("the browser of `tabwright up`", &home.profile())],
        None => found.iter().map(|browser| check(browser.family.label, &browser.data)).collect(),
    }
}

fn browsers(found: &[Found]) -> Finding {
    let names: Vec<String> = found
        .iter()
        .filter_map(|browser| {
            let executable = browser.executable.as_ref()?;
            Some(format!("{} ({})", browser.family.label, executable.display()))
        })
        .collect();
    if names.is_empty() {
        bad("browsers", "none found", "install Chromium, Chrome, Edge, Brave or Vivaldi")
    } else {
        good("browsers", names.join(", "))
    }
}

fn extension_files(home: &Home) -> Finding {
    let part = "extension";
    let folder = home.extension();
    match (extension::embedded_version(), extension::unpacked_version(&folder)) {
        (None, _) => bad(
            part,
            "this tabwright was built without its extension",
            "build it with `cargo xtask build`",
        ),
        (Some(_), None) => {
            bad(part, "not installed yet", "run `tabwright setup` or `tabwright up`")
        }
        (Some(ours), Some(theirs)) if ours == theirs => {
            good(part, format!("{ours} in {}", folder.display()))
        }
        (Some(ours), Some(theirs)) => bad(
            part,
            format!("version {theirs} is installed, this program has {ours}"),
            "run `tabwright setup`, then press the reload button of the extension at chrome://extensions",
        ),
    }
}

async fn connection(client: &Result<Client, ClientError>, status: Option<&Status>) -> Finding {
    let part = "connection";
    let (Ok(client), Some(status)) = (client, status) else {
        return bad(
            part,
            "the daemon is not running",
            "start it with `tabwright up` or `tabwright daemon`",
        );
    };
    let Some(browser) = status.browsers.first() else {
        return bad(
            part,
            "no browser is connected",
            "run `tabwright up` to start one, or `tabwright setup` to connect your own",
        );
    };
    if Some(&browser.extension_version) != extension::embedded_version().as_ref() {
        return bad(
            part,
            format!("{} has version {} of the extension", browser.name, browser.extension_version),
            "run `tabwright setup`, then press the reload button of the extension at chrome://extensions",
        );
    }
    if status.browsers.len() > 1 {
        return good(part, format!("{} browsers are connected", status.browsers.len()));
    }
    let request = EchoRequest { text: "doctor".to_owned(), tab: None, times: 20, at_once: 1 };
    match client.call::<MeasureEcho>(&request).await {
        Ok(trips) => good(
            part,
            format!(
                "{} ({} {}) answers in {:.1} ms",
                browser.name, browser.product, browser.product_version, trips.p50_ms
            ),
        ),
        Err(error) => bad(
            part,
            error.to_string(),
            "press the reload button of the extension at chrome://extensions",
        ),
    }
}
