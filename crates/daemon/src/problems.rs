//! Refusals, each said once: what happened, and what to do next.

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
        let status =
            StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        (status, kind, Json(self.0)).into_response()
    }
}

fn refusal(
    status: StatusCode,
    code: ProblemCode,
    title: impl Into<String>,
    fix: impl Into<String>,
) -> ApiError {
    ApiError(Problem { status: status.as_u16(), code, title: title.into(), fix: fix.into() })
}

pub(crate) fn bad_token() -> ApiError {
    refusal(
        StatusCode::UNAUTHORIZED,
        ProblemCode::BadToken,
        "The token is missing or wrong",
        "Send the daemon's token as `Authorization: Bearer …` or `?token=…`; in the extension, pair again with `tabwright pair`",
    )
}

pub(crate) fn bad_host() -> ApiError {
    refusal(
        StatusCode::FORBIDDEN,
        ProblemCode::BadHost,
        "This daemon answers only to its own address",
        "Use http://127.0.0.1 or http://localhost with the daemon's port",
    )
}

pub(crate) fn bad_origin() -> ApiError {
    refusal(
        StatusCode::FORBIDDEN,
        ProblemCode::BadOrigin,
        "Web pages and other extensions may not speak to this daemon",
        "Use the Tabwright extension, the command line, or a program outside the browser",
    )
}

pub(crate) fn bad_request(what: impl std::fmt::Display) -> ApiError {
    refusal(
        StatusCode::BAD_REQUEST,
        ProblemCode::BadRequest,
        format!("The request is not understood: {what}"),
        "See /api/v1/openapi.json for what each address takes",
    )
}

pub(crate) fn not_found() -> ApiError {
    refusal(
        StatusCode::NOT_FOUND,
        ProblemCode::NotFound,
        "There is nothing at this address",
        "See /api/v1/openapi.json for what there is",
    )
}

pub(crate) fn protocol_mismatch(theirs: u32, extension_version: &str) -> ApiError {
    let daemon_version = env!("CARGO_PKG_VERSION");
    let fix = if theirs > PROTOCOL_VERSION {
        "Update Tabwright itself (the program), then start it again"
    } else {
        "Update the extension: run `tabwright setup`, then press its reload button at chrome://extensions"
    };
    refusal(
        StatusCode::UPGRADE_REQUIRED,
        ProblemCode::ProtocolMismatch,
        format!(
            "The extension {extension_version} speaks protocol {theirs}, the daemon {daemon_version} speaks {PROTOCOL_VERSION}"
        ),
        fix,
    )
}

pub(crate) fn upgrade_required() -> ApiError {
    refusal(
        StatusCode::UPGRADE_REQUIRED,
        ProblemCode::UpgradeRequired,
        "This address speaks WebSocket, and would let you in",
        "Open it as a WebSocket",
    )
}

pub(crate) fn slot_taken(holder: &str) -> ApiError {
    refusal(
        StatusCode::CONFLICT,
        ProblemCode::SlotTaken,
        format!("Another browser profile is connected: {holder}"),
        "Close that browser, or set `browsers = \"many\"` in the config and restart the daemon",
    )
}

pub(crate) fn client_slot_taken(holder: &str) -> ApiError {
    refusal(
        StatusCode::CONFLICT,
        ProblemCode::SlotTaken,
        format!("Another client is connected: {holder}"),
        "Wait until /client-slot says it is free, or set `client_mode = \"many\"` and restart the daemon",
    )
}

pub(crate) fn sent_away() -> ApiError {
    refusal(
        StatusCode::FORBIDDEN,
        ProblemCode::Denied,
        "The person has sent you away",
        "Ask the person; a new session may begin when they want it",
    )
}

pub(crate) fn bad_pairing_code() -> ApiError {
    refusal(
        StatusCode::FORBIDDEN,
        ProblemCode::BadPairingCode,
        "That pairing code is wrong, used up or too old",
        "Run `tabwright pair` for a new one",
    )
}

pub(crate) fn no_such_client(id: u32) -> ApiError {
    refusal(
        StatusCode::NOT_FOUND,
        ProblemCode::NotFound,
        format!("There is no client {id}"),
        "`tabwright status` lists them with their numbers",
    )
}

pub(crate) fn denied(denial: &Denial) -> ApiError {
    refusal(StatusCode::FORBIDDEN, ProblemCode::Denied, denial.to_string(), denial.fix())
}

pub(crate) fn page_changed(tab: TabId) -> ApiError {
    refusal(
        StatusCode::CONFLICT,
        ProblemCode::Denied,
        format!("Tab {tab} went elsewhere while the person was asked, so nothing was done"),
        "Take a snapshot to see where it is now",
    )
}

pub(crate) fn policy(error: &PolicyError) -> ApiError {
    refusal(StatusCode::BAD_REQUEST, ProblemCode::BadRequest, error.to_string(), error.fix())
}

pub(crate) fn store(error: &StoreError) -> ApiError {
    refusal(
        StatusCode::INTERNAL_SERVER_ERROR,
        ProblemCode::FileProblem,
        error.to_string(),
        error.fix(),
    )
}

pub(crate) fn no_browser() -> ApiError {
    refusal(
        StatusCode::SERVICE_UNAVAILABLE,
        ProblemCode::NoBrowser,
        "No browser is connected",
        "Run `tabwright up`, or load the extension into your own browser with `tabwright setup`",
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
    refusal(StatusCode::NOT_FOUND, ProblemCode::UnknownBrowser, title, fix)
}

pub(crate) fn no_managed_browser() -> ApiError {
    refusal(
        StatusCode::SERVICE_UNAVAILABLE,
        ProblemCode::NoBrowser,
        "No browser was started by `tabwright up`",
        "Run `tabwright up`",
    )
}

pub(crate) fn unreachable_browser(error: &impl std::fmt::Display) -> ApiError {
    refusal(
        StatusCode::BAD_GATEWAY,
        ProblemCode::BrowserRefused,
        error.to_string(),
        "Start that browser with `--remote-debugging-port`, and check the address; a certificate of \
         its own must be trusted by this machine",
    )
}

pub(crate) fn browser_refused(reason: &str) -> ApiError {
    refusal(
        StatusCode::BAD_GATEWAY,
        ProblemCode::BrowserRefused,
        format!("The browser refuses to be driven: {reason}"),
        "Start it anew with `tabwright up`",
    )
}

pub(crate) fn launch_failed(error: &impl std::fmt::Display) -> ApiError {
    refusal(
        StatusCode::INTERNAL_SERVER_ERROR,
        ProblemCode::LaunchFailed,
        error.to_string(),
        "Run `tabwright doctor`",
    )
}

/// The code as it is written outside.
pub(crate) fn word(code: ProblemCode) -> String {
    let word = serde_json::to_value(code).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

pub(crate) fn internal(error: &impl std::fmt::Display) -> ApiError {
    refusal(
        StatusCode::INTERNAL_SERVER_ERROR,
        ProblemCode::Internal,
        error.to_string(),
        "Look into the daemon's log; `tabwright doctor` says where it is",
    )
}

impl From<ControlError> for ApiError {
    fn from(error: ControlError) -> Self {
        use KitRefusalCode as Kit;
        let (status, code) = match &error {
            ControlError::Channel(_) => (StatusCode::BAD_GATEWAY, ProblemCode::BrowserRefused),
            ControlError::NoSuchTab(_)
            | ControlError::TabGone(_)
            | ControlError::NoTab
            | ControlError::NoTabAbout(_) => (StatusCode::NOT_FOUND, ProblemCode::NoSuchTab),
            ControlError::ForbiddenPage(_) => (StatusCode::FORBIDDEN, ProblemCode::ForbiddenPage),
            ControlError::Element(refusal) => match refusal.code {
                Kit::NotFound => (StatusCode::NOT_FOUND, ProblemCode::ElementNotFound),
                Kit::Ambiguous => (StatusCode::CONFLICT, ProblemCode::ElementAmbiguous),
                Kit::Gone => (StatusCode::GONE, ProblemCode::ElementGone),
                Kit::Hidden => (StatusCode::CONFLICT, ProblemCode::ElementHidden),
                Kit::Covered => (StatusCode::CONFLICT, ProblemCode::ElementCovered),
                Kit::Disabled => (StatusCode::CONFLICT, ProblemCode::ElementDisabled),
                Kit::ReadOnly => (StatusCode::CONFLICT, ProblemCode::ElementReadOnly),
                Kit::Moving => (StatusCode::CONFLICT, ProblemCode::ElementMoving),
                Kit::WrongKind => (StatusCode::CONFLICT, ProblemCode::WrongKind),
                Kit::NoOption => (StatusCode::NOT_FOUND, ProblemCode::NoOption),
                Kit::NoEffect => (StatusCode::CONFLICT, ProblemCode::NoEffect),
                Kit::Timeout => (StatusCode::GATEWAY_TIMEOUT, ProblemCode::WaitTimeout),
                Kit::Sensitive => (StatusCode::FORBIDDEN, ProblemCode::Denied),
                Kit::BadArguments => (StatusCode::BAD_REQUEST, ProblemCode::BadRequest),
                Kit::Failed | Kit::Unknown => (StatusCode::BAD_GATEWAY, ProblemCode::PageFailed),
            },
            ControlError::Sensitive { .. } => (StatusCode::FORBIDDEN, ProblemCode::Denied),
            ControlError::Target(_) | ControlError::BadArguments(_) => {
                (StatusCode::BAD_REQUEST, ProblemCode::BadRequest)
            }
            ControlError::DialogOpen { .. } => (StatusCode::CONFLICT, ProblemCode::DialogOpen),
            ControlError::NoDialog(_) => (StatusCode::CONFLICT, ProblemCode::NoDialog),
            ControlError::NavigationFailed { .. } => {
                (StatusCode::BAD_GATEWAY, ProblemCode::NavigationFailed)
            }
            ControlError::Timeout(_) => (StatusCode::GATEWAY_TIMEOUT, ProblemCode::WaitTimeout),
            ControlError::Script(_) => {
                (StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::ScriptFailed)
            }
            ControlError::StoppedByPerson(_) => (StatusCode::LOCKED, ProblemCode::StoppedByPerson),
            ControlError::Unsupported(_) => (StatusCode::NOT_IMPLEMENTED, ProblemCode::Unsupported),
            ControlError::Secret(_) => (StatusCode::FORBIDDEN, ProblemCode::SecretProblem),
            ControlError::File { .. } => (StatusCode::BAD_REQUEST, ProblemCode::FileProblem),
            ControlError::Storage { .. } => {
                (StatusCode::INTERNAL_SERVER_ERROR, ProblemCode::FileProblem)
            }
            ControlError::Failed(_) | ControlError::PageLeft(_) => {
                (StatusCode::BAD_GATEWAY, ProblemCode::PageFailed)
            }
        };
        let (title, fix) = (error.to_string(), error.fix().to_owned());
        match error {
            ControlError::Channel(error) => error.into(),
            _ => refusal(status, code, title, fix),
        }
    }
}

impl From<rpc::Error> for ApiError {
    fn from(error: rpc::Error) -> Self {
        let (status, code, fix) = match &error {
            rpc::Error::Disconnected => (
                StatusCode::SERVICE_UNAVAILABLE,
                ProblemCode::BrowserDisconnected,
                "The browser went away during the call; it reconnects by itself, then try again",
            ),
            rpc::Error::Deadline { .. } => (
                StatusCode::GATEWAY_TIMEOUT,
                ProblemCode::BrowserTimeout,
                "The page may still be loading or busy; try again, or another tab",
            ),
            rpc::Error::Busy { .. } | rpc::Error::Congested => (
                StatusCode::TOO_MANY_REQUESTS,
                ProblemCode::BrowserBusy,
                "Wait for some of the calls to finish",
            ),
            rpc::Error::TooLarge { .. } => {
                (StatusCode::PAYLOAD_TOO_LARGE, ProblemCode::BadRequest, "Send less at once")
            }
            rpc::Error::Remote(remote) => match remote.code {
                RemoteErrorCode::NoSuchTab => {
                    (StatusCode::NOT_FOUND, ProblemCode::BrowserRefused, "List the tabs again")
                }
                RemoteErrorCode::ForbiddenPage => (
                    StatusCode::FORBIDDEN,
                    ProblemCode::BrowserRefused,
                    "The browser lets no extension into this page; use another",
                ),
                RemoteErrorCode::Timeout => (
                    StatusCode::GATEWAY_TIMEOUT,
                    ProblemCode::BrowserTimeout,
                    "The page may still be loading or busy; try again, or another tab",
                ),
                RemoteErrorCode::Busy => (
                    StatusCode::TOO_MANY_REQUESTS,
                    ProblemCode::BrowserBusy,
                    "Wait for some of the calls to finish",
                ),
                _ => (
                    StatusCode::BAD_GATEWAY,
                    ProblemCode::BrowserRefused,
                    "`tabwright doctor` checks that daemon and extension fit together",
                ),
            },
            rpc::Error::Params { .. } | rpc::Error::Result { .. } => (
                StatusCode::BAD_GATEWAY,
                ProblemCode::BrowserRefused,
                "`tabwright doctor` checks that daemon and extension fit together",
            ),
        };
        refusal(status, code, error.to_string(), fix)
    }
}
