//! Errors of the API, each declared once: what happened, and what to do next.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tabwright_browser::ControlError;
use tabwright_policy::{Denial, PolicyError};
use tabwright_rpc as rpc;
use tabwright_store::StoreError;
use tabwright_wire::{
    KitRefusalCode, PROTOCOL_VERSION, Problem, ProblemCode, RemoteErrorCode, TabId,
};

/// A [`Problem`] on its way out of a handler.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) Problem);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.http_status())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        (status, kind, Json(self.0)).into_response()
    }
}

fn api_error(code: ProblemCode, title: impl Into<String>, fix: impl Into<String>) -> ApiError {
    ApiError(Problem { code, title: title.into(), fix: fix.into() })
}

pub(crate) fn bad_token() -> ApiError {
    api_error(
        ProblemCode::BadToken,
        "The token is missing or wrong",
        "Send the daemon's token as `Authorization: Bearer …` or `?token=…`. In the extension, pair again with `tabwright pair`",
    )
}

pub(crate) fn bad_host() -> ApiError {
    api_error(
        ProblemCode::BadHost,
        "This daemon answers only to its own address",
        "Use http://127.0.0.1 or http://localhost with the daemon's port",
    )
}

pub(crate) fn bad_origin() -> ApiError {
    api_error(
        ProblemCode::BadOrigin,
        "Web pages and other extensions may not use this daemon",
        "Use the Tabwright extension, the command line, or a program outside the browser",
    )
}

pub(crate) fn bad_request(what: impl std::fmt::Display) -> ApiError {
    api_error(
        ProblemCode::BadRequest,
        format!("The request is wrong: {what}"),
        "/api/v1/openapi.json describes every request",
    )
}

pub(crate) fn not_found() -> ApiError {
    api_error(
        ProblemCode::NotFound,
        "There is nothing at this address",
        "/api/v1/openapi.json lists all addresses",
    )
}

pub(crate) fn protocol_mismatch(theirs: u32, extension_version: &str) -> ApiError {
    let daemon_version = env!("CARGO_PKG_VERSION");
    let fix = if theirs > PROTOCOL_VERSION {
        "Update Tabwright itself (the program), then start it again"
    } else {
        "Update the extension: run `tabwright setup`, then press its reload button at chrome://extensions"
    };
    api_error(
        ProblemCode::ProtocolMismatch,
        format!(
            "The extension {extension_version} speaks protocol {theirs}, the daemon {daemon_version} speaks {PROTOCOL_VERSION}"
        ),
        fix,
    )
}

pub(crate) fn upgrade_required() -> ApiError {
    api_error(
        ProblemCode::UpgradeRequired,
        "This address needs a WebSocket. The token is right",
        "Connect with a WebSocket client",
    )
}

pub(crate) fn slot_taken(holder: &str) -> ApiError {
    api_error(
        ProblemCode::SlotTaken,
        format!("Another browser profile is connected: {holder}"),
        "Close that browser, or set `browsers = \"many\"` in the config and restart the daemon",
    )
}

pub(crate) fn client_slot_taken(holder: &str) -> ApiError {
    api_error(
        ProblemCode::SlotTaken,
        format!("Another client is connected: {holder}"),
        "Wait until /client-slot says it is free, or set `client_mode = \"many\"` and restart the daemon",
    )
}

pub(crate) fn sent_away() -> ApiError {
    api_error(
        ProblemCode::Denied,
        "The person has disconnected this client",
        "Ask the person. A new session can start when they agree",
    )
}

pub(crate) fn bad_pairing_code() -> ApiError {
    api_error(
        ProblemCode::BadPairingCode,
        "The pairing code is wrong, used already or expired",
        "Run `tabwright pair` to get a new one",
    )
}

pub(crate) fn no_such_client(id: u32) -> ApiError {
    api_error(
        ProblemCode::NotFound,
        format!("There is no client {id}"),
        "`tabwright status` lists the clients and their numbers",
    )
}

pub(crate) fn denied(denial: &Denial) -> ApiError {
    api_error(ProblemCode::Denied, denial.to_string(), denial.fix())
}

pub(crate) fn page_changed(tab: TabId) -> ApiError {
    api_error(
        ProblemCode::PageChanged,
        format!("Tab {tab} went to another page while the person was asked, so nothing was done"),
        "Take a snapshot to see where it is now",
    )
}

pub(crate) fn policy(error: &PolicyError) -> ApiError {
    api_error(ProblemCode::BadRequest, error.to_string(), error.fix())
}

pub(crate) fn store(error: &StoreError) -> ApiError {
    api_error(ProblemCode::StorageFailed, error.to_string(), error.fix())
}

pub(crate) fn no_browser() -> ApiError {
    api_error(
        ProblemCode::NoBrowser,
        "No browser is connected",
        "Run `tabwright up` to start one, or `tabwright setup` to connect your own",
    )
}

pub(crate) fn unknown_browser(wanted: Option<&str>, connected: &[String]) -> ApiError {
    let title = match wanted {
        Some(wanted) => format!("Not exactly one connected browser is called `{wanted}`"),
        None => "Several browsers are connected, and none was chosen".to_owned(),
    };
    let fix = match connected {
        [] => "None is connected".to_owned(),
        names => format!("Choose one with `?browser=`: {}", names.join(", ")),
    };
    api_error(ProblemCode::UnknownBrowser, title, fix)
}

pub(crate) fn no_managed_browser() -> ApiError {
    api_error(ProblemCode::NoBrowser, "`tabwright up` is not running", "Run `tabwright up`")
}

pub(crate) fn unreachable_browser(error: &impl std::fmt::Display) -> ApiError {
    api_error(
        ProblemCode::BrowserRefused,
        error.to_string(),
        "Start that browser with `--remote-debugging-port`, and check the address; a certificate of \
         its own must be trusted by this machine",
    )
}

pub(crate) fn browser_refused(reason: &str) -> ApiError {
    api_error(
        ProblemCode::BrowserRefused,
        format!("The browser cannot be driven: {reason}"),
        "Start it again with `tabwright up`",
    )
}

pub(crate) fn launch_failed(error: &impl std::fmt::Display) -> ApiError {
    api_error(ProblemCode::LaunchFailed, error.to_string(), "Run `tabwright doctor`")
}

pub(crate) fn internal(error: &impl std::fmt::Display) -> ApiError {
    api_error(
        ProblemCode::Internal,
        error.to_string(),
        "See the daemon's log; `tabwright doctor` shows where it is",
    )
}

impl From<ControlError> for ApiError {
    fn from(error: ControlError) -> Self {
        use KitRefusalCode as Kit;
        let code = match &error {
            ControlError::Channel(_) => ProblemCode::BrowserRefused,
            ControlError::NoSuchTab(_)
            | ControlError::TabGone(_)
            | ControlError::NoTab
            | ControlError::NoTabAbout(_) => ProblemCode::NoSuchTab,
            ControlError::ForbiddenPage(_) => ProblemCode::ForbiddenPage,
            ControlError::Element(refusal) => match refusal.code {
                Kit::NotFound => ProblemCode::ElementNotFound,
                Kit::Ambiguous => ProblemCode::ElementAmbiguous,
                Kit::Gone => ProblemCode::ElementGone,
                Kit::Hidden => ProblemCode::ElementHidden,
                Kit::Covered => ProblemCode::ElementCovered,
                Kit::Disabled => ProblemCode::ElementDisabled,
                Kit::ReadOnly => ProblemCode::ElementReadOnly,
                Kit::Moving => ProblemCode::ElementMoving,
                Kit::WrongKind => ProblemCode::WrongKind,
                Kit::NoOption => ProblemCode::NoOption,
                Kit::NoEffect => ProblemCode::NoEffect,
                Kit::Timeout => ProblemCode::WaitTimeout,
                Kit::Sensitive => ProblemCode::Denied,
                Kit::BadArguments => ProblemCode::BadRequest,
                Kit::Failed | Kit::Unknown => ProblemCode::PageFailed,
            },
            ControlError::Sensitive { .. } => ProblemCode::Denied,
            ControlError::Target(_) | ControlError::BadArguments(_) => ProblemCode::BadRequest,
            ControlError::DialogOpen { .. } => ProblemCode::DialogOpen,
            ControlError::NoDialog(_) => ProblemCode::NoDialog,
            ControlError::NavigationFailed { .. } => ProblemCode::NavigationFailed,
            ControlError::Timeout(_) => ProblemCode::WaitTimeout,
            ControlError::Script(_) => ProblemCode::ScriptFailed,
            ControlError::StoppedByPerson(_) => ProblemCode::StoppedByPerson,
            ControlError::Unsupported(_) => ProblemCode::Unsupported,
            ControlError::Secret(_) => ProblemCode::SecretProblem,
            ControlError::File { .. } => ProblemCode::FileProblem,
            ControlError::Storage { .. } => ProblemCode::StorageFailed,
            ControlError::Failed(_) | ControlError::PageLeft(_) => ProblemCode::PageFailed,
        };
        let (title, fix) = (error.to_string(), error.fix().to_owned());
        match error {
            ControlError::Channel(error) => error.into(),
            _ => api_error(code, title, fix),
        }
    }
}

impl From<rpc::Error> for ApiError {
    fn from(error: rpc::Error) -> Self {
        let (code, fix) = match &error {
            rpc::Error::Disconnected => (
                ProblemCode::BrowserDisconnected,
                "The browser went away during the call; it reconnects by itself, then try again",
            ),
            rpc::Error::Deadline { .. } => (
                ProblemCode::BrowserTimeout,
                "The page may still be loading or busy; try again, or another tab",
            ),
            rpc::Error::Busy { .. } | rpc::Error::Congested => {
                (ProblemCode::BrowserBusy, "Wait for some of the calls to finish")
            }
            rpc::Error::TooLarge { .. } => (ProblemCode::TooLarge, "Send less at once"),
            rpc::Error::Remote(remote) => match remote.code {
                RemoteErrorCode::NoSuchTab => (ProblemCode::NoSuchTab, "List the tabs again"),
                RemoteErrorCode::ForbiddenPage => (
                    ProblemCode::ForbiddenPage,
                    "The browser lets no extension into this page; use another",
                ),
                RemoteErrorCode::Timeout => (
                    ProblemCode::BrowserTimeout,
                    "The page may still be loading or busy; try again, or another tab",
                ),
                RemoteErrorCode::Busy => {
                    (ProblemCode::BrowserBusy, "Wait for some of the calls to finish")
                }
                _ => (
                    ProblemCode::BrowserRefused,
                    "`tabwright doctor` checks that daemon and extension fit together",
                ),
            },
            rpc::Error::Params { .. } | rpc::Error::Result { .. } => (
                ProblemCode::BrowserRefused,
                "`tabwright doctor` checks that daemon and extension fit together",
            ),
        };
        api_error(code, error.to_string(), fix)
    }
}
