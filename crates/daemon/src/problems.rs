//! Errors of the API, each declared once: what happened, and what to do next.

use tabwright_policy::{LogError, PolicyError};
use tabwright_store::StoreError;
use tabwright_wire::{PROTOCOL_VERSION, Problem, ProblemCode};

fn problem(code: ProblemCode, title: impl Into<String>, fix: impl Into<String>) -> Problem {
    Problem { code, title: title.into(), fix: fix.into() }
}

pub(crate) fn bad_token() -> Problem {
    problem(
        ProblemCode::BadToken,
        "The token is missing or wrong",
        "Send the daemon's token as `Authorization: Bearer …` or `?token=…`. In the extension, pair again with `tabwright pair`",
    )
}

pub(crate) fn not_the_extension() -> Problem {
    problem(
        ProblemCode::PersonOnly,
        "This address is for the extension, and this token is an agent's",
        "Pair the extension with `tabwright pair`",
    )
}

pub(crate) fn token_name(name: &str) -> Problem {
    problem(
        ProblemCode::BadRequest,
        format!("`{name}` cannot be the name of an agent"),
        "Use 1 to 40 letters, digits, spaces, dots, dashes or underscores, and none of our own names",
    )
}

pub(crate) fn token_exists(name: &str) -> Problem {
    problem(
        ProblemCode::BadRequest,
        format!("{name} has a token already"),
        format!("Revoke it first with `tabwright token revoke {name}`, or choose another name"),
    )
}

pub(crate) fn no_such_token(name: &str) -> Problem {
    problem(
        ProblemCode::NotFound,
        format!("No agent called {name} has a token"),
        "`tabwright token` lists those that have one",
    )
}

pub(crate) fn bad_host() -> Problem {
    problem(
        ProblemCode::BadHost,
        "This daemon answers only to its own address",
        "Use http://127.0.0.1 or http://localhost with the daemon's port",
    )
}

pub(crate) fn bad_origin() -> Problem {
    problem(
        ProblemCode::BadOrigin,
        "Web pages and other extensions may not use this daemon",
        "Use the Tabwright extension, the command line, or a program outside the browser",
    )
}

pub(crate) fn not_found() -> Problem {
    problem(
        ProblemCode::NotFound,
        "There is nothing at this address",
        "/api/v1/openapi.json lists all addresses",
    )
}

pub(crate) fn protocol_mismatch(theirs: u32, extension_version: &str) -> Problem {
    let daemon_version = env!("CARGO_PKG_VERSION");
    let fix = if theirs > PROTOCOL_VERSION {
        "Update Tabwright itself (the program), then start it again"
    } else {
        "Update the extension: run `tabwright setup`, then press its reload button at chrome://extensions"
    };
    problem(
        ProblemCode::ProtocolMismatch,
        format!(
            "The extension {extension_version} speaks protocol {theirs}, the daemon {daemon_version} speaks {PROTOCOL_VERSION}"
        ),
        fix,
    )
}

pub(crate) fn upgrade_required() -> Problem {
    problem(
        ProblemCode::UpgradeRequired,
        "This address needs a WebSocket. The token is right",
        "Connect with a WebSocket client",
    )
}

pub(crate) fn slot_taken(holder: &str) -> Problem {
    problem(
        ProblemCode::SlotTaken,
        format!("Another browser profile is connected: {holder}"),
        "Close that browser, or set `browsers = \"many\"` in the config and restart the daemon",
    )
}

pub(crate) fn client_slot_taken(holder: &str) -> Problem {
    problem(
        ProblemCode::SlotTaken,
        format!("Another client is connected: {holder}"),
        "Wait until it is gone, or ask the person to send it away with `tabwright disconnect`. With \
         `client_mode = \"many\"` several clients may work at once",
    )
}

pub(crate) fn sent_away() -> Problem {
    problem(
        ProblemCode::Denied,
        "The person has disconnected this client",
        "Ask the person. A new session can start when they agree",
    )
}

pub(crate) fn bad_pairing_code() -> Problem {
    problem(
        ProblemCode::BadPairingCode,
        "The pairing code is wrong, used already or expired",
        "Run `tabwright pair` to get a new one",
    )
}

pub(crate) fn no_such_client(id: u32) -> Problem {
    problem(
        ProblemCode::NotFound,
        format!("There is no client {id}"),
        "`tabwright status` lists the clients and their numbers",
    )
}

pub(crate) fn policy(error: &PolicyError) -> Problem {
    let code = match error {
        PolicyError::NoSuchRule(_) | PolicyError::NoSuchQuestion(_) => ProblemCode::NotFound,
        PolicyError::AnswerCode { .. } => ProblemCode::BadAnswerCode,
        PolicyError::WriteRules { .. } | PolicyError::Log(_) => ProblemCode::StorageFailed,
        _ => ProblemCode::BadRequest,
    };
    problem(code, error.to_string(), error.fix())
}

pub(crate) fn audit_log(error: &LogError) -> Problem {
    problem(ProblemCode::StorageFailed, error.to_string(), error.fix())
}

pub(crate) fn store(error: &StoreError) -> Problem {
    problem(ProblemCode::StorageFailed, error.to_string(), error.fix())
}

pub(crate) fn no_browser() -> Problem {
    problem(
        ProblemCode::NoBrowser,
        "No browser is connected",
        "Run `tabwright up` to start one, or `tabwright setup` to connect your own",
    )
}

pub(crate) fn unknown_browser(wanted: Option<&str>, connected: &[String]) -> Problem {
    let title = match wanted {
        Some(wanted) => format!("Not exactly one connected browser is called `{wanted}`"),
        None => "Several browsers are connected, and none was chosen".to_owned(),
    };
    let fix = match connected {
        [] => "None is connected".to_owned(),
        names => format!("Choose one with `?browser=`: {}", names.join(", ")),
    };
    problem(ProblemCode::UnknownBrowser, title, fix)
}

pub(crate) fn no_managed_browser() -> Problem {
    problem(ProblemCode::NoBrowser, "`tabwright up` is not running", "Run `tabwright up`")
}

pub(crate) fn unreachable_browser(error: &impl std::fmt::Display) -> Problem {
    problem(
        ProblemCode::BrowserRefused,
        error.to_string(),
        "Start that browser with `--remote-debugging-port`, and check the address; a certificate of \
         its own must be trusted by this machine",
    )
}

pub(crate) fn browser_refused(reason: &str) -> Problem {
    problem(
        ProblemCode::BrowserRefused,
        format!("The browser cannot be driven: {reason}"),
        "Start it again with `tabwright up`",
    )
}

pub(crate) fn launch_failed(error: &impl std::fmt::Display) -> Problem {
    problem(ProblemCode::LaunchFailed, error.to_string(), "Run `tabwright doctor`")
}
