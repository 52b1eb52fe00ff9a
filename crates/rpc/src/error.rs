use std::time::Duration;

use tabwright_wire::{CallId, MessageError, Problem, ProblemCode, RemoteError, RemoteErrorCode};

/// Why an invoke or a call did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}", tabwright_wire::DISCONNECTED)]
    Disconnected,
    #[error("`{name}` was not answered within {} s", limit.as_secs_f32())]
    Deadline { name: String, limit: Duration },
    #[error("{limit} calls are already waiting for an answer. Let some finish first")]
    Busy { limit: usize },
    #[error("a message of {bytes} bytes is larger than the limit of {limit} bytes. Send less")]
    TooLarge { bytes: usize, limit: usize },
    #[error("the other side reads too slowly. Try again later")]
    Congested,
    #[error(transparent)]
    Remote(RemoteError),
    #[error("the parameters of `{name}` cannot be written as JSON: {source}")]
    Params { name: String, source: serde_json::Error },
    #[error("the answer to `{name}` has the wrong form: {source}")]
    Result { name: String, source: serde_json::Error },
}

/// What a peer did against the rules. It costs the peer its message, never the connection.
#[derive(Debug, thiserror::Error)]
pub enum ProtocolError {
    #[error("there is no channel `{0}` here")]
    UnknownChannel(String),
    #[error(transparent)]
    Message(#[from] MessageError),
    #[error("call {0} is under way already; the second invoke with that id is dropped")]
    DuplicateCall(CallId),
    #[error("call {0} was never made; its answer is dropped")]
    UnknownCall(CallId),
    #[error("no notice `{0}` on this channel")]
    UnknownNotice(String),
    #[error("the arguments of notice `{name}` do not fit: {source}")]
    NoticeArguments { name: String, source: serde_json::Error },
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let (code, fix) = match &error {
            Error::Disconnected => (
                ProblemCode::BrowserDisconnected,
                "The browser went away during the call; it reconnects by itself, then try again",
            ),
            Error::Deadline { .. } => (
                ProblemCode::BrowserTimeout,
                "The page may still be loading or busy; try again, or another tab",
            ),
            Error::Busy { .. } | Error::Congested => {
                (ProblemCode::BrowserBusy, "Wait for some of the calls to finish")
            }
            Error::TooLarge { .. } => (ProblemCode::TooLarge, "Send less at once"),
            Error::Remote(remote) => match remote.code {
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
            Error::Params { .. } | Error::Result { .. } => (
                ProblemCode::BrowserRefused,
                "`tabwright doctor` checks that daemon and extension fit together",
            ),
        };
        Self { code, title: error.to_string(), fix: fix.to_owned() }
    }
}
